"""A README's tables of actions and observation are written from the game."""

from __future__ import annotations

from pathlib import Path

import pytest

import arkade
import toy_env  # noqa: F401  (registers itself)
from arkade import tables_doc

EMPTY = (
    "# Higher Card\n<!-- actions -->\nold\n<!-- /actions -->\nbetween\n<!-- observation --><!-- /observation -->\nend\n"
)


@pytest.fixture
def readme(tmp_path: Path) -> Path:
    path = tmp_path / "README.md"
    path.write_text(EMPTY, encoding="utf-8")
    return path


def test_tables_have_a_row_for_every_kind_and_block() -> None:
    game = arkade.make("replicants")
    actions = tables_doc.action_table(game.actions).splitlines()
    assert len(actions) == 2 + len(game.actions.kinds)
    assert actions[0] == "| Kind | Ids | Parameters | Meaning |"
    assert "| `place_drone` | 10–19 | x, y | place a drone where these two kinds cross and take both |" in actions
    assert any(line.startswith("| `pass` | 92 | – |") for line in actions)
    blocks = tables_doc.observation_table(game.observation_layout).splitlines()
    assert len(blocks) == 2 + len(game.observation_layout.blocks)
    assert any(line.startswith("| `players` | 94–225 | 6 × 22 | present; hand [4] ≤ 12;") for line in blocks)


def test_a_readme_is_rewritten_between_its_markers_only(readme: Path) -> None:
    game = arkade.make("toy")
    assert not tables_doc.is_up_to_date(readme, game)
    assert tables_doc.update(readme, game)
    text = readme.read_text(encoding="utf-8")
    assert text.startswith("# Higher Card\n<!-- actions -->\n| Kind |") and "old" not in text
    assert "|\n<!-- /actions -->\nbetween\n<!-- observation -->\n| Block |" in text
    assert text.endswith("|\n<!-- /observation -->\nend\n")
    assert tables_doc.is_up_to_date(readme, game) and not tables_doc.update(readme, game)
    readme.write_text(text.replace("| Kind |", "| Sort |"), encoding="utf-8")
    assert not tables_doc.is_up_to_date(readme, game)


def test_tables_do_not_depend_on_options(readme: Path) -> None:
    tables_doc.update(readme, arkade.make("replicants", num_players=2))
    for options in ({"num_players": 6}, {"usc": True}, {"max_rounds": 9}):
        assert tables_doc.is_up_to_date(readme, arkade.make("replicants", **options))


def test_bars_within_cells_are_escaped() -> None:
    assert tables_doc.markdown_table(["a"], [["x|y"]]) == "| a |\n| --- |\n| x\\|y |"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("<!-- /actions -->", "", "marker <!-- /actions --> stands 0 times; allowed: once"),
        ("end", "<!-- observation -->", "marker <!-- observation --> stands 2 times; allowed: once"),
        ("<!-- observation --><!-- /observation -->", "<!-- /observation --><!-- observation -->", "stands before"),
    ],
)
def test_missing_and_repeated_markers_are_named(readme: Path, old: str, new: str, said: str) -> None:
    broken = EMPTY.replace(old, new)
    readme.write_text(broken, encoding="utf-8")
    with pytest.raises(ValueError, match=said) as error:
        tables_doc.update(readme, arkade.make("toy"))
    assert str(readme) in str(error.value)
    assert readme.read_text(encoding="utf-8") == broken
