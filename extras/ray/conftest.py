"""A cluster of two machines with a processor each, both played by this one."""

import os
from pathlib import Path

import pytest
import ray
from ray.cluster_utils import Cluster


@pytest.fixture(scope="session")
def address():
    """Where the cluster is: what RAY_ADDRESS would say. Its processes can import the recipe."""
    os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    machines = Cluster()
    for _ in range(2):
        machines.add_node(num_cpus=1)
    yield machines.address
    ray.shutdown()
    machines.shutdown()


@pytest.fixture
def on_the_cluster(address, monkeypatch):
    """Ray finds the cluster by itself."""
    monkeypatch.setenv("RAY_ADDRESS", address)
