"""Words and lines of text: several things in a sentence, lines for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

WIDTH = 100  # columns of a terminal that texts are made for


def some(count: int, noun: str) -> str:
    """A number of things: "1 card", "2 cards"."""
    return f"{count} {noun}{'s' * (count != 1)}"


def listed(words: Iterable[str]) -> str:
    """Several things in a sentence: "a, b and c"."""
    *some_words, last = words
    return f"{', '.join(some_words)} and {last}" if some_words else last


def wrapped(line: str, indent: int, width: int = WIDTH) -> list[str]:
    """A line broken at blanks, the lines after the first indented."""
    return textwrap.wrap(line, width, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False)


def spread(left: str, right: str) -> str:
    """A line with words at both ends."""
    return left + right.rjust(WIDTH - len(left))


def joined(blocks: Iterable[list[str]]) -> str:
    """Blocks of lines with an empty line between; empty blocks are left out, and blanks at the ends of lines."""
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks if block)
