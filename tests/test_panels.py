"""The parts that pictures share: what they say, and that it fits."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from arkade import drawing, panels


def drawn(*parts: str) -> list[ET.Element]:
    """The elements of a drawing."""
    return [node for node in ET.fromstring(drawing.group(parts)).iter()][1:]


def test_a_box_has_a_caption_where_it_has_a_title() -> None:
    panel, heading = drawn(*panels.box(1, 2, 30, 40, "Field"))
    assert (panel.get("width"), panel.get("height"), heading.text) == ("30", "40", "FIELD")
    assert len(drawn(*panels.box(1, 2, 30, 40))) == 1


def test_a_badge_shows_its_number_on_its_disc() -> None:
    disc, number = drawn(panels.badge(5, 6, 3, 11, "#123456", edge="#654321"))
    assert (disc.get("fill"), disc.get("stroke"), number.text) == ("#123456", "#654321", "3")


def test_pills_follow_one_another_and_hold_their_words() -> None:
    tags = [("first player", panels.GOLD), ("to decide", panels.MUTED)]
    first, words, second, _ = drawn(*panels.pills(10, 20, tags, size=8))
    assert (words.text, second.get("fill")) == ("first player", panels.MUTED)
    assert float(first.get("width", 0)) > drawing.text_width("first player", 8, bold=True)
    assert float(second.get("x", 0)) == pytest.approx(10 + float(first.get("width", 0)) + 4, abs=0.01)


def test_fitted_words_shrink_only_where_they_must() -> None:
    wide, narrow = (drawn(panels.fitted(0, 0, "Quartermaster", width, 12))[0] for width in (400, 30))
    assert wide.get("font-size") == "12"
    assert drawing.text_width("Quartermaster", float(narrow.get("font-size", 0)), bold=True) <= 30.1


def test_a_title_says_game_players_round_and_viewer() -> None:
    words = [node.text for node in drawn(*panels.title(20, 50, 900, "Toy", "2 players", "Round 3", "all seen"))]
    assert words == ["Toy", "2 players", "Round 3", "all seen"]


def test_a_banner_and_a_frame_show_a_colour() -> None:
    assert [node.get("fill") for node in drawn(*panels.banner(0, 0, 9, 9, "#123456"))] == [panels.PAPER, "#123456"]
    edge, stripe = drawn(*panels.frame(0, 0, 9, 90, "#123456", is_on=True))
    assert (edge.get("stroke"), stripe.get("fill")) == ("#123456", "#123456")
    assert drawn(*panels.frame(0, 0, 9, 90, "#123456", is_on=False))[0].get("stroke") == panels.HAIR
