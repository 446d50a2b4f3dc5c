"""What a picture says: its texts and its elements by class."""

from __future__ import annotations

import xml.etree.ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"


def words_of(picture: str) -> str:
    """All that a picture says, a line for each text."""
    root = ET.fromstring(picture)
    tags = (f"{SVG}text", f"{SVG}title")
    return "\n".join("".join(node.itertext()) for node in root.iter() if node.tag in tags)


def of_class(picture: str, name: str) -> list[ET.Element]:
    return [node for node in ET.fromstring(picture).iter() if node.get("class") == name]


def fitting(broken: str) -> str:
    """Words without line breaks and runs of blanks."""
    return " ".join(broken.split())


def said_in(picture: str, part: str) -> list[str]:
    """The texts of each element of this class, joined by bars."""
    return ["|".join("".join(t.itertext()) for t in node.iter(f"{SVG}text")) for node in of_class(picture, part)]
