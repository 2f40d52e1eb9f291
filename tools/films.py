"""Animated pictures of explorers for docs/images, light and dark.

usage: python tools/films.py [FOLDER] [NAME...]        (default: docs/images, all)

Each film gives NAME-light.png and NAME-dark.png (APNG). The page's clock is stopped, so that the
pictures are the same on every machine; the mouse pointer is drawn into the page.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Locator, Page

import raggedkit as rk

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tools.browser import LOOKS, chromium  # noqa: E402
from tools.shots import DIGITS, FONTS, Theme, widget  # noqa: E402

MOST_BYTES = 1_000_000
FRAME = 70  # milliseconds
POINTER = """([x, y, down]) => {
  let pointer = document.getElementById("pointer");
  if (!pointer) {
    document.body.insertAdjacentHTML("beforeend", `<svg id="pointer" width="40" height="40"
      viewBox="-14 -14 40 40" style="position:fixed;pointer-events:none;z-index:9">
      <circle r="12" fill="none" stroke="#e8590c" stroke-width="3"/>
      <path d="M0 0v17l4-4 3 7 3-1-3-7h6z" fill="#000" stroke="#fff" stroke-width="1.5"/></svg>`);
    pointer = document.getElementById("pointer");
  }
  pointer.style.left = `${x - 14}px`;
  pointer.style.top = `${y - 14}px`;
  pointer.querySelector("circle").style.visibility = down ? "visible" : "hidden";
}"""


@dataclass
class Film:
    """Frames of a page, with the time that each is shown."""

    page: Page
    width: int
    height: int
    frames: list[Image.Image] = field(default_factory=list)
    times: list[int] = field(default_factory=list)
    at: tuple[float, float] = (0.0, 0.0)
    down: bool = False

    def snap(self, time: int = FRAME) -> None:
        """Add a frame; an equal one extends the last."""
        self.page.evaluate(POINTER, [*self.at, self.down])
        clip: Any = {"x": 0, "y": 0, "width": self.width, "height": self.height}
        frame = Image.open(io.BytesIO(self.page.screenshot(clip=clip))).convert("RGB")
        if self.frames and frame.tobytes() == self.frames[-1].tobytes():
            self.times[-1] += time
            return
        self.frames.append(frame)
        self.times.append(time)

    def move(self, x: float, y: float, steps: int = 9) -> None:
        """Move the pointer to a position, faster in the middle."""
        x0, y0 = self.at
        for k in range(1, steps + 1):
            t = k / steps
            share = t * t * (3 - 2 * t)
            self.at = (x0 + (x - x0) * share, y0 + (y - y0) * share)
            self.page.mouse.move(*self.at)
            self.snap()

    def go(self, target: Locator) -> None:
        """Move the pointer to the lower part of an element, whose text remains visible."""
        box = target.bounding_box()
        assert box is not None
        self.move(box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.8)

    def press(self) -> None:
        """Press the button of the mouse."""
        self.down = True
        self.page.mouse.down()
        self.snap(2 * FRAME)

    def release(self) -> None:
        """Release it."""
        self.down = False
        self.page.mouse.up()
        self.snap(2 * FRAME)

    def click(self, target: Locator) -> None:
        """Move to an element and click on it."""
        self.go(target)
        self.press()
        self.release()

    def type(self, text: str) -> None:
        """Type a text."""
        for letter in text:
            self.page.keyboard.type(letter)
            self.snap()

    def save(self, path: Path) -> None:
        """Write the frames as one APNG with a common palette."""
        few = self.frames[:: max(1, len(self.frames) // 12)]
        sheet = Image.new("RGB", (few[0].width, few[0].height * len(few)))
        for k, frame in enumerate(few):
            sheet.paste(frame, (0, k * frame.height))
        palette = sheet.quantize(128, dither=Image.Dither.NONE)
        none = Image.Dither.NONE
        first, *others = (f.quantize(palette=palette, dither=none) for f in self.frames)
        first.save(path, save_all=True, append_images=others, duration=self.times, optimize=True)


def _explorer() -> Any:
    return rk.explore(rk.array(DIGITS))


def _edit(film: Film) -> None:
    """Drag a boundary, append a value, type splits that decrease, undo."""
    page = film.page
    film.snap(1200)
    post = page.locator(".post").nth(1)
    film.go(post)
    film.press()
    x, y = film.at
    film.move(x - 78, y, steps=14)
    film.release()
    film.snap(1200)
    film.click(page.get_by_role("button", name="append a value to row 1"))
    film.snap(1200)
    entry = page.get_by_role("textbox", name="row_splits")
    film.click(entry)
    page.keyboard.press("End")
    page.keyboard.press("Backspace")
    for _ in range(4):
        page.keyboard.press("Backspace")
        film.snap()
    film.type("3, 9]")
    x, y = film.at
    film.move(x - 330, y)  # away from the error
    page.keyboard.press("Enter")
    film.snap(2600)
    for _ in range(2):
        film.click(page.get_by_role("button", name="undo"))
        film.snap(900)
    film.snap(600)


def _steps() -> Any:
    return rk.widgets.steps("sum", rk.array(DIGITS), axis=1)


def _play(film: Film) -> None:
    """Play all steps, then go back by one."""
    page = film.page
    film.snap(1000)
    film.click(page.get_by_role("button", name="play"))
    last = int(page.locator("input[type=range]").get_attribute("max") or 0)
    for _ in range(last):
        page.clock.run_for(1000)
        film.snap(800)
    film.snap(1500)
    film.click(page.get_by_role("button", name="previous step"))
    film.snap(1500)


@dataclass(frozen=True)
class Script:
    """One film: its explorer, and the actions in it.

    The picture is ``width`` CSS pixels wide, and ends below the last element that is shown.
    """

    make: Callable[[], Any]
    play: Callable[[Film], None]
    width: int
    last: str


FILMS = {
    "explorer-edited": Script(_explorer, _edit, 860, "[name=add_row]"),
    "steps-played": Script(_steps, _play, 720, ".board >> nth=0"),
}


def film(browser: Browser, script: Script, theme: Theme, path: Path) -> None:
    """Write one film.

    Raises
    ------
    ValueError
        If the file is too large.
    """
    page = browser.new_page(
        color_scheme=theme,
        device_scale_factor=2,
        reduced_motion="reduce",
        viewport={"width": script.width, "height": 1200},
    )
    page.clock.install(time=0)
    page.set_content(LOOKS[f"lab-{theme}"].page(FONTS + widget(script.make())))
    box = page.locator(script.last).bounding_box()
    assert box is not None
    height = round(box["y"] + box["height"]) + 5
    made = Film(page, script.width, height, at=(script.width * 0.6, height * 0.75))
    script.play(made)
    made.save(path)
    page.close()
    if (size := path.stat().st_size) > MOST_BYTES:
        raise ValueError(f"{path.name} must have at most {MOST_BYTES} bytes, got {size}")


def main(folder: Path, names: list[str]) -> None:
    """Write the films with these names; all without names."""
    themes: tuple[Theme, ...] = ("light", "dark")
    with chromium() as browser:
        for name in names or FILMS:
            for theme in themes:
                path = folder / f"{name}-{theme}.png"
                film(browser, FILMS[name], theme, path)
                print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images", sys.argv[2:])
