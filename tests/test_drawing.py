"""The SVG helpers: well-formed elements, and words that stay within their width."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from arkade import drawing


def test_words_and_attributes_are_escaped() -> None:
    awkward = "R&D <\"5'>"
    node = ET.fromstring(drawing.text(1, 2, awkward, 10, data_name=awkward))
    assert node.text == awkward
    assert node.get("data-name") == awkward


def test_attributes_lose_underscores_and_nothing_is_written_for_none() -> None:
    node = ET.fromstring(drawing.rect(0, 1.5, 2.0, 3.14159, stroke_width=1, class_="card", fill=None))
    assert node.attrib == {"x": "0", "y": "1.5", "width": "2", "height": "3.14", "stroke-width": "1", "class": "card"}


def test_a_document_has_its_size_and_title() -> None:
    root = ET.fromstring(drawing.document(30, 20, "a & b", [drawing.circle(1, 1, 1)]))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.get("viewBox") == "0 0 30 20"
    assert root[0].text == "a & b"


def test_an_empty_place_needs_no_transform() -> None:
    assert drawing.group(["<a/>"]) == "<g><a/></g>"
    assert drawing.group(["<a/>"], 1, 2.5) == '<g transform="translate(1 2.5)"><a/></g>'


def test_lines_are_no_wider_than_allowed_and_keep_every_word() -> None:
    words = "if you produced two kinds you may gain any resource of your choice"
    lines = drawing.wrap(words, 90, 10)
    assert len(lines) > 2
    assert " ".join(lines) == words
    assert all(drawing.text_width(line, 10) <= 90 for line in lines)


def test_one_long_word_stands_alone() -> None:
    assert drawing.wrap("a extraordinarily b", 20, 10) == ["a", "extraordinarily", "b"]
    assert drawing.wrap("", 20, 10) == []


def test_words_joined_by_nbsp_stay_together() -> None:
    glued = f"if you produced H, gain{drawing.NBSP}S"
    width = drawing.text_width("if you produced H, gain", 10)
    assert drawing.wrap(glued, width, 10) == ["if you produced H,", f"gain{drawing.NBSP}S"]


def test_words_shrink_only_where_they_must() -> None:
    assert drawing.fit("short", 100, 12) == 12
    size = drawing.fit("Overcharge Saint", 60, 12, bold=True)
    assert size < 12
    assert abs(drawing.text_width("Overcharge Saint", size, bold=True) - 60) < 1e-9


def test_bold_is_wider() -> None:
    assert drawing.text_width("Replicants", 10, bold=True) > drawing.text_width("Replicants", 10)
