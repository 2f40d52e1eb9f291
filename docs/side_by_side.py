"""Displays of the same ragged data by raggedkit and other libraries, with their size and time.

    tools/venv.sh build/peers numpy awkward xarray polars pandas treescope dask lovely-numpy
    .venv/bin/python docs/side_by_side.py

writes build/side_by_side.html, which needs no network. The other libraries are installed in a
separate environment; the column of a missing library is omitted.
"""

from __future__ import annotations

import argparse
import html
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

Rows = list[Any]
Shown = dict[str, dict[str, str]]  # library -> data -> HTML

# ---------------------------------------------------------------- the data, as nested lists
NAN, INF = float("nan"), float("inf")
LENGTHS = [7, 0, 993] * 1000


def million() -> Rows:
    """Return rows of numbers, a million in all; every third row is empty."""
    values = 5_000_000 + np.arange(sum(LENGTHS))  # none of them looks like a length
    return np.split(values, np.cumsum(LENGTHS)[:-1])


DATA: dict[str, Callable[[], Rows]] = {
    "whole numbers": lambda: [[31, 41, 59, 26], [], [53, 58, 97], [93], []],
    "nan and inf": lambda: [[1.5, NAN], [], [-INF, 2.25, INF]],
    "words": lambda: [["<b>to</b>", "be  or"], [], ["not", "\u202eeb ot"]],
    "nested twice": lambda: [[[31, 41], [], [59]], [], [[26, 53]]],
    "a million": million,
}


# ---------------------------------------------------------------- how each library shows rows
def _raggedkit(rows: Rows) -> str:
    import raggedkit

    return str(raggedkit.array(rows)._repr_html_())


def _awkward(rows: Rows) -> str:
    import awkward

    if isinstance(rows[0], np.ndarray):
        array = awkward.unflatten(np.concatenate(rows), [len(row) for row in rows])
    else:
        array = awkward.Array(rows)
    return str(array._repr_mimebundle_()["text/html"])


def _polars(rows: Rows) -> str:
    import polars as pl

    return pl.DataFrame({"rows": [list(row) for row in rows]})._repr_html_()


def _pandas(rows: Rows) -> str:
    import pandas as pd

    return str(pd.DataFrame({"rows": list(rows)})._repr_html_())


def _xarray(rows: Rows) -> str:
    import xarray

    objects = np.empty(len(rows), object)
    objects[:] = rows
    return str(xarray.DataArray(objects, dims="row", name="rows")._repr_html_())


def _treescope(rows: Rows) -> str:
    import treescope

    return treescope.render_to_html(rows)


def _dask(rows: Rows) -> str:
    import dask.array

    if any(not isinstance(value, float | int | np.number) for row in rows for value in row):
        raise TypeError("numbers in two axes only")
    padded = np.full((len(rows), max(map(len, rows))), np.nan)
    for to, row in zip(padded, rows, strict=True):
        to[: len(row)] = row
    return str(dask.array.from_array(padded, name="padded")._repr_html_())


TERMINAL_COLOUR = r"\x1b\[[\d;]*m"


def _lovely_numpy(rows: Rows) -> str:
    import lovely_numpy

    arrays = [np.concatenate(rows)] if len(rows) > 100 else map(np.array, rows)
    shown = "\n".join(str(lovely_numpy.lovely(array)) for array in arrays)
    return f"<pre>{html.escape(re.sub(TERMINAL_COLOUR, '', shown))}</pre>"


LIBRARIES: dict[str, tuple[Callable[[Rows], str], str]] = {
    "raggedkit": (_raggedkit, "a ragged tensor"),
    "awkward": (_awkward, "an array"),
    "polars": (_polars, "a column of lists"),
    "pandas": (_pandas, "a column of lists"),
    "xarray": (_xarray, "an array of lists"),
    "treescope": (_treescope, "nested lists"),
    "dask": (_dask, "an array padded with nan"),
    "lovely-numpy": (_lovely_numpy, "an array for each row; one of all values where rows are many"),
}


def render() -> Shown:
    """Return what each library that is installed shows of each data."""
    shown: Shown = {}
    for library, (show, _) in LIBRARIES.items():
        shown[library] = {}
        for data, make in DATA.items():
            try:
                shown[library][data] = show(make())
            except ModuleNotFoundError:
                continue
            except (TypeError, ValueError, RuntimeError) as error:
                shown[library][data] = f"<p>can't: {html.escape(str(error).splitlines()[0])}</p>"
    return {library: shows for library, shows in shown.items() if shows}


def rendered(python: Path, seed: int) -> Shown:
    """Return what `render` gives in a process of its own, hashing as the seed says."""
    done = subprocess.run(
        [str(python), __file__, "--render"],
        env={**os.environ, "PYTHONHASHSEED": str(seed)},
        check=True,
        capture_output=True,
        text=True,
    )
    shown: Shown = json.loads(done.stdout)
    return shown


# ---------------------------------------------------------------- what is measured
def _lengths(rows: Rows) -> list[str]:
    return [str(len(row)) for row in rows]


def _is_within(words: list[str], text: str) -> bool:
    rest = iter(re.findall(r"[^\s,\[\](){}]+", text))
    return all(any(word == have for have in rest) for word in words)


MOST_SHOWN = 200_000  # bytes; what is longer is not put on the page
SCRIPTS = 300  # milliseconds for what a script draws
DEEP_TEXT = """() => {
  const shadows = (e) => [...e.querySelectorAll("*")].filter((inner) => inner.shadowRoot);
  const inside = (e) => shadows(e).flatMap((s) => [...s.shadowRoot.children].map(text));
  const text = (e) => [e.innerText, ...inside(e)];
  return text(document.querySelector("main")).flat(Infinity).join(" ");
}"""

VERDICTS = {
    "bytes, small": "size of the HTML for the whole numbers",
    "bytes, a million": "size of the HTML for a million values",
    "same twice": "two processes write the same HTML, so a notebook has no needless differences",
    "no JavaScript": "the first number of each row can be read where no script runs",
    "no style": "they can be read, in order, where all CSS is stripped",
    "row lengths": "the length of each row stands there, in order",
    "says what it hides": "of a million: the number of rows, and the length of a cut row",
    "turned text": "a character that turns the text around it is made visible",
    "light": "texts below a contrast of 4.5, cut or covered, in a light theme",
    "dark": "the same, in a dark theme",
    "stays dark": "less than a tenth of it is white there",
    "axe": "serious or critical violations that axe-core finds in all of it",
}


def measured(shown: Shown, again: Shown) -> dict[str, dict[str, str]]:
    """Return the verdicts of each library, in words."""
    from tools.browser import chromium

    with chromium() as browser:
        return {
            library: _verdicts(browser, shows, shows == again[library])
            for library, shows in shown.items()
        }


def _verdicts(browser: Any, shows: dict[str, str], same: bool) -> dict[str, str]:
    numbers = DATA["whole numbers"]()
    first = [str(row[0]) for row in numbers if row]
    small, big = shows["whole numbers"], shows["a million"]
    many = _text(browser, big)
    light, violations = _faults(browser, "lab-light", shows)
    dark, more = _faults(browser, "lab-dark", shows)
    return {
        "bytes, small": f"{len(small.encode()):,}",
        "bytes, a million": f"{len(big.encode()):,}",
        "same twice": _yes(same),
        "no JavaScript": _yes(_is_within(first, _text(browser, small, scripts=False))),
        "no style": _yes(_is_within(first, _text(browser, small, stripped=True))),
        "row lengths": _yes(_is_within(_lengths(numbers), _text(browser, small))),
        "says what it hides": _yes(all(re.search(rf"\b{n}\b", many) for n in ("3[,_]?000", "993"))),
        "turned text": _turned(_text(browser, shows["words"])),
        "light": _none(light),
        "dark": _none(dark),
        "stays dark": _yes(_whiteness(browser, small) < 0.1),
        "axe": _none(max(violations, more)),
    }


def _text(browser: Any, show: str, *, scripts: bool = True, stripped: bool = False) -> str:
    """Return what can be read of a display."""
    from tests.browser.sight import STRIP
    from tools.browser import LOOKS

    context = browser.new_context(java_script_enabled=scripts, offline=True)
    page = context.new_page()
    page.set_content(LOOKS["lab-light"].page(show))
    page.wait_for_timeout(SCRIPTS)
    if stripped:
        page.evaluate(STRIP)
    text: str = page.evaluate(DEEP_TEXT) if scripts else page.locator("main").inner_text()
    context.close()
    return text


def _whiteness(browser: Any, show: str) -> float:
    """Return how much of a display is white, or nearly so, in a dark theme."""
    from PIL import Image

    from tests.browser.sight import shown as seen
    from tools.browser import LOOKS

    with seen(browser, LOOKS["lab-dark"], show) as sight:
        sight.page.wait_for_timeout(SCRIPTS)
        picture = sight.page.locator("main").screenshot()
    grey = np.asarray(Image.open(io.BytesIO(picture)).convert("L"))
    return float((grey > 200).mean())


def _faults(browser: Any, look: str, shows: dict[str, str]) -> tuple[int, int]:
    """Return how many texts are hard to read, and how often axe-core objects."""
    from tests.browser.sight import shown as seen
    from tools.browser import LOOKS

    small = "".join(show for show in shows.values() if len(show) < MOST_SHOWN)
    with seen(browser, LOOKS[look], small) as sight:
        sight.page.wait_for_timeout(SCRIPTS)
        found = [fault for fault in sight.findings() if "not shown" not in fault]
        return len(found), len(sight.violations())


def _turned(text: str) -> str:
    return "no words" if "can't" in text else _yes("\u202e" not in text)


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"


def _none(count: int) -> str:
    return f"{count} found" if count else "none"


# ---------------------------------------------------------------- the page
STYLE = """
:root { color-scheme: light dark; background: Canvas; color: CanvasText; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 1.5rem; }
table { border-collapse: collapse; font-size: 13px; }
th, td { border: 1px solid color-mix(in srgb, currentColor 30%, transparent); padding: 3px 8px; }
th { text-align: left; } td { text-align: center; }
td.no { background: color-mix(in srgb, #f57c00 25%, transparent); }
.wide { overflow-x: auto; }
.shows { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(28rem, 1fr)); }
figure { margin: 0; } figcaption { font-size: 13px; }
iframe { border: 1px solid color-mix(in srgb, currentColor 30%, transparent); width: 100%; }
"""


def _looks() -> str:
    folder = ROOT / "tools" / "looks"
    light, dark, lab = (
        (folder / f"{name}.css").read_text(encoding="utf-8")
        for name in ("lab-light", "lab-dark", "lab")
    )
    text = f"{light}@media (prefers-color-scheme: dark) {{ {dark} }}{lab}"
    return re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", text))


def page_of(shown: Shown, verdicts: dict[str, dict[str, str]]) -> str:
    """Return the page: the verdicts, then each data as each library shows it."""
    head = "".join(
        f'<th scope="col" title="{html.escape(why)}">{name}</th>' for name, why in VERDICTS.items()
    )
    body = "".join(
        f'<tr><th scope="row">{library}</th>{"".join(map(_verdict, found.values()))}</tr>'
        for library, found in verdicts.items()
    )
    notes = "".join(f"<li><b>{name}</b>: {html.escape(why)}</li>" for name, why in VERDICTS.items())
    parts = [
        '<!doctype html><html lang="en"><meta charset="utf-8">',
        f"<title>Ragged data, side by side</title><style>{STYLE}</style>",
        "<h1>Ragged data, side by side</h1>",
        '<div class="wide" tabindex="0" role="group" aria-label="Verdicts">',
        f'<table><thead><tr><th scope="col">library</th>{head}</tr></thead><tbody>{body}</tbody>',
        f"</table></div><ul>{notes}</ul>",
        "<p>Each library shows its own nearest thing: "
        + "; ".join(f"{name}: {LIBRARIES[name][1]}" for name in shown)
        + ". All of this is written by <code>docs/side_by_side.py</code>.</p>",
    ]
    style = _looks()
    for data in DATA:
        figures = "".join(_figure(library, shows[data], style) for library, shows in shown.items())
        parts.append(f'<h2>{data}</h2><div class="shows">{figures}</div>')
    return "\n".join(parts) + "</html>\n"


def _verdict(text: str) -> str:
    faulty = text == "no" or text.endswith(" found")
    return f'<td class="no">{text}</td>' if faulty else f"<td>{text}</td>"


def _figure(library: str, show: str, style: str) -> str:
    size = f"{len(show.encode()):,} bytes"
    if len(show) > MOST_SHOWN:
        show = f"<p>{len(show.encode()):,} bytes of HTML, left out here</p>"
    inside = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{library}</title>'
        f'<style>{style}</style><main class="jp-RenderedHTMLCommon">{show}</main>'
    )
    frame = f'<iframe title="{library}" sandbox="allow-scripts" srcdoc="{html.escape(inside)}">'
    return f"<figure><figcaption><b>{library}</b>, {size}</figcaption>{frame}</iframe></figure>"


def fitted(text: str) -> str:
    """Return the page with each frame as high as what is in it, up to a limit."""
    from tools.browser import chromium

    with chromium() as browser:
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.set_content(text)
        page.wait_for_timeout(1500)
        heights = [
            frame.evaluate("Math.ceil(document.body.getBoundingClientRect().height)")
            for frame in page.frames
            if frame != page.main_frame
        ]
    sizes = iter(heights)
    return re.sub("<iframe", lambda m: f'<iframe height="{min(next(sizes), 420) + 16}"', text)


def main() -> None:
    """Write the page, or what is shown in this environment."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", type=Path, default=ROOT / "build/peers/bin/python")
    parser.add_argument("--out", type=Path, default=ROOT / "build/side_by_side.html")
    parser.add_argument("--render", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.render:
        json.dump(render(), sys.stdout)
        return
    shown, again = (rendered(options.python, seed) for seed in (1, 2))
    verdicts = measured(shown, again)
    options.out.parent.mkdir(exist_ok=True)
    options.out.write_text(fitted(page_of(shown, verdicts)), encoding="utf-8")
    for library, found in verdicts.items():
        sys.stdout.write(f"{library}: {found}\n")
    sys.stdout.write(f"{options.out.name}: {options.out.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main()
