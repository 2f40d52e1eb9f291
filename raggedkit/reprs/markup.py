"""HTML elements, with escaping in one place, and pages with a maximum size."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from importlib.resources import files

from raggedkit._options import Options, get_options
from raggedkit.reprs.values import visible

__all__ = ["Html", "element", "escape", "fewer", "page", "table_row"]

_CAP = 32 * 1024 - 1  # bytes: notebooks are stored, sent and compared
_MOST_ROWS = 200
_MOST_ITEMS = 1200  # a value takes at least 20 bytes
_MOST_COLS = 2000
_LEAST = Options(max_rows=2, max_cols=20, max_items=2)


class Html(str):
    """Text that is already HTML, and is not escaped again."""

    __slots__ = ()


def escape(text: str) -> Html:
    """Return a text as HTML: markup is escaped, and invisible characters are made visible."""
    return text if isinstance(text, Html) else Html(html.escape(visible(text), quote=False))


def element(name: str, *content: str, **attributes: object) -> Html:
    """Return an element; content that isn't HTML yet is escaped. Write ``class_`` for ``class``."""
    given = "".join(
        f" {key.rstrip('_')}={value if isinstance(value, int) else _quoted(value)}"
        for key, value in attributes.items()
        if value not in ("", 0, None)
    )
    return Html(f"<{name}{given}>{''.join(map(escape, content))}</{name}>")


def _quoted(value: object) -> str:
    return f'"{value}"'


def table_row(cells: Iterable[Html], **attributes: object) -> Html:
    """Return a table row; spaces separate the cells if a site removes the tags."""
    return Html(element("tr", Html(" ".join(cells)), **attributes) + "\n")


def page(render: Callable[[Options], Html], name: str, *sheets: str) -> str:
    """Return the page that ``render`` makes, with reduced options if it is longer than the cap.

    ``name`` is the label for screen readers; ``sheets`` are style sheets in addition to ``base``.
    """
    options = get_options()
    rows = min(options.max_rows, _MOST_ROWS)
    items = min(options.max_items, max(_MOST_ITEMS // rows, _LEAST.max_items))
    cols = min(options.max_cols, _MOST_COLS)
    options = replace(options, max_rows=rows, max_cols=cols, max_items=items)
    while True:
        style = element("style", Html("".join(map(_style, ("base", *sheets)))))
        inside = Html(f"\n{render(options)}{style}\n")
        # focusable, so that the keyboard can scroll wide tables
        whole = element("div", inside, class_="raggedkit", **_group(name))
        smaller = fewer(options)
        if len(whole.encode()) <= _CAP or smaller == options:
            return str(whole)
        options = smaller


def fewer(options: Options) -> Options:
    """Return the options with smaller limits, or the same ones if they are the least."""
    return replace(
        options,
        max_rows=max(options.max_rows * 2 // 3, _LEAST.max_rows),
        max_cols=max(options.max_cols * 2 // 3, _LEAST.max_cols),
        max_items=max(options.max_items * 2 // 3, _LEAST.max_items),
    )


def _group(name: str) -> dict[str, object]:
    return {"role": "group", "aria-label": name, "tabindex": "0"}


@cache
def _style(name: str) -> str:
    """Return a style sheet on one line, without its comments."""
    css = files("raggedkit.reprs").joinpath(f"static/{name}.css").read_text(encoding="utf-8")
    css = " ".join(re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL).split())
    return re.sub(r"\s*([{}:;,>+~])\s*", r"\1", css).replace(";}", "}")
