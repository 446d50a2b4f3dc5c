"""SVG in a few functions: elements as strings, how wide words are, words broken into lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape, quoteattr

FONT = "system-ui, 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', sans-serif"

NBSP = "\u00a0"  # a blank that keeps two words on one line

# Advance widths of printable ASCII in hundredths of the font size, from a wide face: narrower ones leave some air.
_PLAIN = (
    "32 40 46 84 64 95 78 27 39 39 50 84 32 36 32 34 64 64 64 64 64 64 64 64 64 64 34 34 84 84 84 53 100 68 69 70 "
    "77 63 58 77 75 29 29 66 56 86 75 79 60 79 69 63 61 73 68 99 69 61 69 39 34 39 84 50 50 61 63 55 63 62 35 63 63 "
    "28 28 58 28 97 63 61 63 63 41 52 39 63 59 82 59 59 52 64 34 64 84"
)
_BOLD = (
    "35 46 52 84 70 100 87 31 46 46 52 84 38 42 38 37 70 70 70 70 70 70 70 70 70 70 40 40 84 84 84 58 100 77 76 73 "
    "83 68 68 82 84 37 37 77 64 100 84 85 73 85 77 72 68 81 77 110 77 72 73 46 37 46 84 50 50 67 72 59 72 68 44 72 "
    "71 34 34 67 34 104 71 69 72 72 49 60 48 71 65 92 65 65 58 71 37 71 84"
)
_WIDTHS = {
    bold: {chr(32 + i): int(width) / 100 for i, width in enumerate(table.split())} | {NBSP: 0.35}
    for bold, table in ((False, _PLAIN), (True, _BOLD))
}


def element(tag: str, *children: str, **attributes: object) -> str:
    """One element; `stroke_width=2` becomes `stroke-width="2"`, an attribute that is None is left out."""
    given = "".join(
        f" {name.rstrip('_').replace('_', '-')}={_quoted(value)}"
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{given}>{''.join(children)}</{tag}>" if children else f"<{tag}{given}/>"


def document(width: float, height: float, title: str, children: Iterable[str], background: str = "white") -> str:
    """A whole SVG file; `title` is what a screen reader says."""
    return element(
        "svg",
        element("title", escape(title)),
        rect(0, 0, width, height, fill=background),
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_plain(width)} {_plain(height)}",
        width=width,
        height=height,
        font_family=FONT,
        role="img",
    )


def group(children: Iterable[str], x: float = 0, y: float = 0, **attributes: object) -> str:
    """Elements moved to (x, y)."""
    moved = f"translate({_plain(x)} {_plain(y)})" if x or y else None
    return element("g", *children, transform=moved, **attributes)


def rect(x: float, y: float, width: float, height: float, **attributes: object) -> str:
    """A rectangle; `rx` rounds its corners."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def circle(x: float, y: float, r: float, **attributes: object) -> str:
    """A disc around (x, y)."""
    return element("circle", cx=x, cy=y, r=r, **attributes)


def line(x1: float, y1: float, x2: float, y2: float, **attributes: object) -> str:
    """A straight line."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, **attributes)


def text(x: float, y: float, words: str, size: float, *, bold: bool = False, **attributes: object) -> str:
    """Words on the base line `y`; `anchor="middle"` or `"end"` places them left of `x`."""
    return spans(x, y, [(words, {})], size, bold=bold, **attributes)


def spans(
    x: float,
    y: float,
    parts: Sequence[tuple[str, dict[str, object]]],
    size: float,
    *,
    bold: bool = False,
    **rest: object,
) -> str:
    """One line of parts, each with attributes of its own, flowing one after the other."""
    rest["text_anchor"] = rest.pop("anchor", None)
    children = [element("tspan", escape(words), **own) if own else escape(words) for words, own in parts]
    return element("text", *children, x=x, y=y, font_size=size, font_weight=700 if bold else None, **rest)


def hint(child: str, words: str) -> str:
    """An element that shows `words` while the pointer rests on it."""
    return element("g", element("title", escape(words)), child)


def text_width(words: str, size: float, bold: bool = False) -> float:
    """About how wide words are, at most."""
    widths = _WIDTHS[bold]
    return size * sum(widths.get(letter, 0.8) for letter in words)


def fit(words: str, width: float, size: float, bold: bool = False) -> float:
    """The largest font size up to `size` at which the words are no wider than `width`."""
    return min(size, size * width / max(text_width(words, size, bold), 1e-9))


def wrap(words: str, width: float, size: float, bold: bool = False) -> list[str]:
    """Words broken at blanks, not at NBSP, into lines no wider than `width`, if no word is."""
    lines: list[str] = []
    for word in filter(None, words.split(" ")):
        if lines and text_width(f"{lines[-1]} {word}", size, bold) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _quoted(value: object) -> str:
    return quoteattr(value) if isinstance(value, str) else f'"{_plain(value)}"'


def _plain(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
