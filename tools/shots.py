"""Screenshots of notebook displays for docs/images, light and dark.

usage: python tools/shots.py [FOLDER]        (default: docs/images)

Each display gives NAME-light.png and NAME-dark.png, with the same size on every machine.
"""

from __future__ import annotations

import base64
import codecs
import contextlib
import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import matplotlib as mpl
import matplotlib.style
from PIL import Image
from playwright.sync_api import Browser

import raggedkit as rk
from raggedkit.widgets._page import bundle, section

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tools.browser import LOOKS, chromium  # noqa: E402

Theme = Literal["light", "dark"]
MOST_BYTES = 110_000
DIGITS = [[3, 1, 4, 1], [], [5, 9, 2], [6], []]


def _zen() -> Any:
    """Return the words of *The Zen of Python*, line by line; the second line is empty."""
    with contextlib.redirect_stdout(io.StringIO()):
        import this
    lines = codecs.decode(this.s, "rot13").splitlines()
    return rk.array(line.split() for line in lines)


def _rows(theme: Theme) -> str:
    return str(rk.array(DIGITS)._repr_html_())


def _words(theme: Theme) -> str:
    return str(_zen()[:6]._repr_html_())


def _table(theme: Theme) -> str:
    tracks = rk.RaggedTable(
        {
            "time": [["09:00", "09:10", "09:55"], [], ["08:30", "08:45"], ["10:00"]],
            "speed": [[1.5, 7.0, 2.5], [], [4.0, 0.5], [3.0]],
            "stop": [[False, False, True], [], [False, True], [True]],
        },
        rows={"track": ["a", "b", "c", "d"], "boat": [7, 7, 3, 12]},
    )
    return str(tracks._repr_html_())


def _partition(theme: Theme) -> str:
    return str(rk.RowPartition.from_row_lengths([len(row) for row in DIGITS])._repr_html_())


def _diagram(theme: Theme) -> str:
    nested = rk.array([[[3, 1, 4], [], [1, 5]], [], [[9, 2]]])
    return str(rk.diagram(nested)._repr_mimebundle_()["text/html"])


def _shape(theme: Theme) -> str:
    return str(rk.TensorShape([21, None, 3])._repr_html_())


def _plot(theme: Theme) -> str:
    from matplotlib.figure import Figure

    style = "dark_background" if theme == "dark" else "default"
    with matplotlib.style.context(style), mpl.rc_context({"font.size": 9}):
        figure = Figure(figsize=(6, 2.6), dpi=150, layout="constrained")
        _zen().plot.skyline(ax=figure.subplots())
        png = io.BytesIO()
        figure.savefig(png, transparent=True, metadata={"Software": None})
    data = base64.b64encode(png.getvalue()).decode()
    return f'<img alt="" width="600" height="260" src="data:image/png;base64,{data}">'


def widget(w: Any) -> str:
    """Return an explorer as in a saved page."""
    return section(w.state, "") + f"<script>{bundle('page.js')}</script>"


def _explorer(theme: Theme) -> str:
    w = rk.explore(rk.array(DIGITS))
    w.send({"type": "grow", "level": 0, "i": 1})
    w.send({"type": "slice", "text": "1:3, :2"})
    return widget(w)


def _steps(theme: Theme) -> str:
    w = rk.widgets.steps("sum", rk.array(DIGITS), axis=1)
    w.position = 7
    return widget(w)


def _quiz(theme: Theme) -> str:
    w = rk.widgets.quiz(rk.array(DIGITS), "row_splits")
    w.send({"type": "answer", "text": "4, 0, 3, 1, 0"})
    return widget(w)


def _shapes(theme: Theme) -> str:
    w = rk.explore(rk.TensorShape([None, 3]), rk.TensorShape([2, None]))
    return widget(w)


def _sparse(theme: Theme) -> str:
    cells = [[0, 0], [1, 2], [1, 4], [3, 1]]
    w = rk.explore(rk.SparseTensor(cells, [10, 20, 30, 40], [5, 7]))
    w.send({"type": "resize", "text": "4, 4"})
    return widget(w)


@dataclass(frozen=True)
class Shot:
    """One picture: its HTML, its width in CSS pixels, and the element that is clicked first.

    A picture of more than ``height`` pixels is cut there.
    """

    shown: Callable[[Theme], str]
    width: int
    click: str = ""
    height: int = 2000


SHOTS = {
    "rows": Shot(_rows, 720),
    "words": Shot(_words, 720),
    "table": Shot(_table, 720),
    "partition": Shot(_partition, 720),
    "diagram": Shot(_diagram, 720),
    "shape": Shot(_shape, 720),
    "plot": Shot(_plot, 720),
    "explorer": Shot(_explorer, 960, ".items .cell >> nth=6"),
    "shapes": Shot(_shapes, 960, height=560),
    "sparse": Shot(_sparse, 720),
    "steps": Shot(_steps, 720),
    "quiz": Shot(_quiz, 720),
}
WIDEST = """() => Math.max(...[...document.querySelectorAll("html, main *")]
  .filter((e) => e.tagName === "HTML" || getComputedStyle(e).overflowX === "auto")
  .map((e) => e.scrollWidth))"""
# Only the fonts differ between machines, so they are fixed.
FONTS = """<style>main, main table { font-family: 'DejaVu Sans', Verdana, sans-serif;
--jp-content-font-family: 'DejaVu Sans'; --jp-code-font-family: 'DejaVu Sans Mono'; }</style>"""


def take(browser: Browser, shot: Shot, theme: Theme, path: Path) -> None:
    """Write one picture, with the height of its content.

    Raises
    ------
    ValueError
        If the content is wider than the picture, or the file is too large.
    """
    page = browser.new_page(
        color_scheme=theme,
        device_scale_factor=2,
        viewport={"width": shot.width, "height": 100},
    )
    page.set_content(LOOKS[f"lab-{theme}"].page(FONTS + shot.shown(theme)))
    if shot.click:
        page.locator(shot.click).click()
        page.mouse.move(0, 0)
    wide: int = page.evaluate(WIDEST)
    whole = Image.open(io.BytesIO(page.locator("main").screenshot()))
    picture = whole.crop((0, 0, whole.width, min(whole.height, 2 * shot.height)))
    picture.convert("RGB").quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)
    page.close()
    size = path.stat().st_size
    if wide > shot.width or size > MOST_BYTES:
        most = f"{shot.width} pixels wide and {MOST_BYTES} bytes big"
        raise ValueError(f"{path.name} must be at most {most}, got {wide} and {size}")


def main(folder: Path) -> None:
    """Write all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    themes: tuple[Theme, ...] = ("light", "dark")
    with chromium() as browser:
        for name, shot in SHOTS.items():
            for theme in themes:
                path = folder / f"{name}-{theme}.png"
                take(browser, shot, theme, path)
                print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images")
