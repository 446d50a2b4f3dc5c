"""The TABLES record of Higher Card: what a card of each rank is worth in a trick."""

from __future__ import annotations

import numpy as np

from arkade.records import tables_dtype
from toy_env.state import RANKS

TABLES = tables_dtype([("strength", "i1", RANKS), ("prizes", "i1")], __file__)


def build_tables() -> np.ndarray:
    """TABLES[1] of the only card set."""
    tables = np.zeros(1, TABLES)
    tables["strength"] = np.arange(RANKS)
    tables["prizes"] = 3
    return tables
