"""What a picture says: its texts and its elements by class; and what all pictures keep to."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import numpy as np

import arkade

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


# --- what every picture and text keeps to -----------------------------------------------------------------------------

Table = tuple[arkade.Game, list[np.ndarray]]  # a game, and positions of it


def viewers(game: arkade.Game) -> tuple[int | None, ...]:
    """Who looks: somebody who sees everything, the first and the last player."""
    return None, 0, game.num_players - 1


def check_pictures(table: Table) -> None:
    """A picture is well-formed and needs nothing from outside; no rectangle leaves it."""
    game, states = table
    for state in states:
        for player in viewers(game):
            root = ET.fromstring(game.svg(state, player))
            assert root.tag == f"{SVG}svg"
            for node in root.iter():
                assert node.tag.removeprefix(SVG) not in ("image", "script", "style", "use", "foreignObject")
                assert not any("href" in name or "url(" in value for name, value in node.attrib.items())
            check_inside(root)


def check_inside(root: ET.Element) -> None:
    """Every rectangle lies inside the picture."""
    width, height = float(root.get("width")), float(root.get("height"))
    for left, top, right, bottom in _boxes(root):
        assert 0 <= left <= right <= width
        assert 0 <= top <= bottom <= height


def _boxes(node: ET.Element, x: float = 0, y: float = 0, scale: float = 1) -> list[tuple[float, float, float, float]]:
    """Corners of all rectangles, moved and scaled as the groups around them are."""
    moved = re.fullmatch(r"translate\((\S+) (\S+)\)(?: scale\((\S+)\))?", node.get("transform", ""))
    if moved:
        x, y, scale = x + scale * float(moved[1]), y + scale * float(moved[2]), scale * float(moved[3] or 1)
    found = []
    if node.tag == f"{SVG}rect":
        left, top, width, height = (scale * float(node.get(name)) for name in ("x", "y", "width", "height"))
        found.append((x + left, y + top, x + left + width, y + top + height))
    return found + [box for child in node for box in _boxes(child, x, y, scale)]


def check_states_stay(table: Table) -> None:
    """Texts and pictures leave the state alone."""
    game, states = table
    for state in states:
        before = state.tobytes()
        for player in viewers(game):
            game.text(state, player)
            game.svg(state, player)
        assert state.tobytes() == before


def check_lines(table: Table) -> None:
    """Lines fit a terminal of 100 columns."""
    game, states = table
    for state in states:
        for line in game.text(state).splitlines():
            assert len(line) <= 100
            assert line == line.rstrip()


def check_hidden(table: Table) -> None:
    """Nothing changes for a player when what that player cannot know is dealt anew."""
    game, states = table
    for state in states:
        for player in (0, game.num_players - 1):
            other = state.copy()
            game.determinize(other, player, 7)
            assert game.text(other, player) == game.text(state, player)
            assert game.svg(other, player) == game.svg(state, player)
