"""The README's figures are those of the committed results, and nobody wrote them by hand."""

import json
from pathlib import Path

import pytest

from arkade_benchmarks import pictures, readme
from arkade_benchmarks.rivals import table

ROOT = Path(__file__).parent.parent


def result(name):
    return json.loads((readme.RESULTS / name).read_text(encoding="utf-8"))


def test_the_readme_has_the_figures_of_the_committed_results():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme.readme(text, result("bench.json"), result("rivals.json")) == text


def test_the_pages_have_the_figures_of_the_committed_results():
    assert readme.page(result("bench.json"), result("profile.json")) == (ROOT / "docs" / "benchmarks.md").read_text(
        encoding="utf-8"
    )
    assert table.markdown(result("rivals.json")) == (readme.RESULTS / "rivals.md").read_text(encoding="utf-8")


def test_a_changed_figure_changes_the_readme():
    text, bench = (ROOT / "README.md").read_text(encoding="utf-8"), result("bench.json")
    for report in bench:
        for figure in report["figures"]:
            figure["median"] *= 2
    assert readme.readme(text, bench, result("rivals.json")) != text


def test_pictures_are_the_same_for_the_same_results(tmp_path):
    for name in ("first.svg", "second.svg"):
        pictures.batches(result("bench.json"), readme.SHOWN, readme.TITLES, tmp_path / name)
    assert (tmp_path / "first.svg").read_bytes() == (tmp_path / "second.svg").read_bytes()
    pictures.rivals(result("rivals.json"), tmp_path / "rivals.svg")
    assert "plain C" in (tmp_path / "rivals.svg").read_text(encoding="utf-8")


def test_only_what_stands_between_the_marks_changes():
    text = "before\n<!-- a -->\nold\n<!-- /a -->\nafter"
    assert readme.fill(text, "a", "new\n") == "before\n<!-- a -->\nnew\n<!-- /a -->\nafter"
    with pytest.raises(ValueError, match="expected the marks <!-- b --> and <!-- /b --> once each"):
        readme.fill(text, "b", "new")


def test_a_number_of_players_that_the_readme_shows_must_be_there():
    with pytest.raises(ValueError, match="bench.json: expected"):
        readme.layers([report for report in result("bench.json") if report["game"] != "biohack"])
