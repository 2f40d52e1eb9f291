"""Self-contained pages of explorers: one file, which loads nothing and is editable."""

from __future__ import annotations

import html
import json
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["Frame", "bundle", "page", "section"]

# Nothing may be loaded; inline scripts and styles need no further rights.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
_STYLE = (
    ":root{color-scheme:light dark;color:CanvasText;background:Canvas}"
    "body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:75em;padding:8px 16px}"
    "h1{font-size:1.25em;margin:.5em 0;overflow-wrap:anywhere}"
)


class Frame(str):
    """HTML of a page in an ``<iframe>``, which notebooks display.

    Examples
    --------
    >>> import raggedkit as rk
    >>> frame = rk.explore(rk.ragged.constant([[3, 1], []])).to_iframe(height=300)
    >>> frame.startswith('<div><iframe sandbox="allow-scripts" ')
    True
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)


@cache
def bundle(name: str) -> str:
    """Return a file of ``static/``."""
    return files("raggedkit.widgets").joinpath(f"static/{name}").read_text(encoding="utf-8")


def section(state: dict[str, Any], snapshot: str) -> str:
    """Return the state and its snapshot, which ``page.js`` replaces by the explorer."""
    # `<` would end the script element; NaN, which is no JSON, is not in a state.
    data = json.dumps(state, ensure_ascii=False, allow_nan=False).replace("<", "\\u003c")
    return (
        "<div data-raggedkit-explorer>"
        f'<script type="application/json">{data}</script>'
        f"<div data-snapshot>{snapshot}</div></div>"
    )


def page(title: str, state: dict[str, Any], snapshot: str) -> str:
    """Return the whole file. Without scripts it shows the snapshot."""
    name = html.escape(title)
    script = bundle("page.js").replace("</script", "<\\/script")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{name}</title>\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{name}</h1>\n"
        f"{section(state, snapshot)}\n</main>\n<script>\n{script}</script>\n</body>\n</html>\n"
    )


def frame(text: str, snapshot: str, title: str, height: int) -> Frame:
    """Return a page in a sandboxed ``<iframe>``, above its snapshot in a folded section.

    Notebooks that are not trusted remove the frame; the snapshot remains.
    """
    source = html.escape(text)
    # IPython warns about HTML that starts with `<iframe`.
    return Frame(
        f'<div><iframe sandbox="allow-scripts" title="{html.escape(title)}" '
        f'style="border:0;width:100%;height:{height}px" srcdoc="{source}"></iframe>'
        f"<details><summary>static display</summary>{snapshot}</details></div>"
    )
