"""The checks of a page find each kind of fault, and none in a sound page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.cases import Case, html_of, lacking
from tests.browser.sight import shown
from tools import browser as tool
from tools.browser import LOOKS, Look

LIGHT, DARK = LOOKS["plain-light"], LOOKS["plain-dark"]
DRAWING = "<svg role='img' aria-label='x' width='200' height='40'>{}</svg>"
STUCK = "<div style='position:absolute;left:0;top:0'>{}</div>"
WIDE = "x" * 300
SHADE = """<p style='color:#999'></p><script>
document.querySelector("p").attachShadow({mode: "open"}).innerHTML = "in the shade"
</script>"""


@pytest.mark.parametrize(
    ("look", "html", "finding"),
    [
        pytest.param(LIGHT, "<p style='color:#888'>grey", r"contrast 3\.54: grey", id="faint"),
        pytest.param(LIGHT, "<p style='opacity:.5'>half", r"contrast 3\.9\d: half", id="faded"),
        pytest.param(
            LIGHT, "<div style='opacity:.7'><p style='opacity:.7'>twice", r"contrast 3", id="twice"
        ),
        pytest.param(DARK, "<p style='color:#000'>ink", r"contrast 1\.\d+: ink", id="dark"),
        pytest.param(
            LIGHT,
            "<p style='color:color-mix(in srgb,currentColor 40%,#fff)'>mix",
            "mix",
            id="mixed",
        ),
        pytest.param(
            LIGHT, "<p style='background:linear-gradient(#fff,#222)'>fade", "fade", id="gradient"
        ),
        pytest.param(
            LIGHT,
            DRAWING.format("<rect width='99' height='40'/><text x='5' y='25'>mark</text>"),
            r"contrast 1\.00: mark",
            id="drawing",
        ),
        pytest.param(
            LIGHT,
            DRAWING.format("<text x='180' y='25'>beyond</text>"),
            "its svg: b",
            id="off-paper",
        ),
        pytest.param(
            LIGHT, f"<p style='overflow:hidden;width:9em'>{WIDE}", "outside its p", id="cut"
        ),
        pytest.param(LIGHT, f"<p>{WIDE}", "page: it scrolls sideways", id="too-wide"),
        pytest.param(LIGHT, "<p style='font-size:7px'>tiny", "7px letters: tiny", id="tiny"),
        pytest.param(LIGHT, "<p style='visibility:hidden'>gone", "not shown: gone", id="hidden"),
        pytest.param(
            LIGHT, STUCK.format("one") + STUCK.format("two"), r"one \| two|two \| one", id="over"
        ),
        pytest.param(
            LIGHT,
            SHADE,
            r"contrast 2\.85: in the shade",
            id="shadow",
        ),
        pytest.param(LIGHT, "<img src='http://localhost:9/x' alt=''>", "network", id="network"),
        pytest.param(LIGHT, "<script>console.log('hi')</script>", "page: says hi", id="console"),
        pytest.param(LIGHT, "<script>throw Error('no')</script>", "page: fails, no", id="error"),
    ],
)
def test_a_fault_is_found(browser: Browser, look: Look, html: str, finding: str) -> None:
    with shown(browser, look, html) as sight:
        found = sight.findings()
        assert any(re.search(finding, line) for line in found), found


@pytest.mark.parametrize(
    "html",
    [
        pytest.param("<p style='color:#767676'>grey enough", id="grey"),
        pytest.param(f"<div style='overflow-x:auto'><p>{WIDE}</div>", id="can-be-scrolled"),
        pytest.param("<details><summary>more</summary><p style='opacity:0'>x</details>", id="shut"),
        pytest.param(
            DRAWING.format(
                "<rect width='99' height='40'/><text x='5' y='25' fill='#fff'>on</text>"
            ),
            id="drawing",
        ),
        pytest.param("<p style='line-height:1'>one<br>two<br>three", id="tight-lines"),
    ],
)
def test_no_fault_is_invented(browser: Browser, html: str) -> None:
    with shown(browser, LIGHT, html) as sight:
        assert sight.findings() == []


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_the_pages_themselves_are_readable(browser: Browser, look: Look) -> None:
    with shown(browser, look, "<p>text</p>") as sight:
        assert sight.findings() + sight.violations() == []
        assert sight.page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") == (
            look.system == "dark"
        )


def test_violations_name_their_section(browser: Browser) -> None:
    with shown(browser, LIGHT, "<section data-name='it'><img src='data:,'></section>") as sight:
        (found,) = sight.violations()
        assert found.startswith("it: image-alt (critical)")


def test_what_is_folded_away_or_stripped_is_told_apart(browser: Browser) -> None:
    html = "<section data-name='it'><style>p{color:red}</style><details><p class=x>in</details>"
    with shown(browser, LIGHT, html) as sight:
        assert "in" not in sight.text("it")
        assert sight.unfold() == 1
        assert "in" in sight.text("it")
        sight.strip()
        assert sight.page.locator("section style, section [class]").count() == 0


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("0 2 7 8\n1 0 empty", [], id="lengths-before"),
        pytest.param("0: [7, 8] 2\n1: [] 0", [], id="lengths-after"),
        pytest.param("0 2 7.0 8.0 1 empty empty", [], id="floats"),
        pytest.param("0 2 8 7\n1 0", ["lengths and values"], id="order"),
        pytest.param("0 7 8\n1 empty", ["lengths and values"], id="no-length"),
        pytest.param("0 2 78\n1 0", ["lengths and values"], id="another-value"),
        pytest.param("0 2 7 8\n1 0 \u202e", ["no '\\u202e'"], id="unwanted"),
    ],
)
def test_what_a_text_lacks(text: str, found: list[str]) -> None:
    case = Case(lambda: None, rows=((2, "7 8"), (0, "")), never="\u202e")
    assert [line[: len(f)] for line, f in zip(lacking(case, text), found, strict=True)] == found


def test_what_a_thing_shows() -> None:
    class Bundle:
        def _repr_mimebundle_(self, include: object, exclude: object) -> dict[str, str]:
            return {"image/svg+xml": "<svg/>", "text/plain": "x"}

    class Hook:
        def _repr_html_(self) -> str:
            return "<p>"

    assert (html_of(Bundle()), html_of(Hook())) == ("<svg/>", "<p>")


def test_the_system_script_looks_in_the_same_places() -> None:
    script = (Path(tool.__file__).with_name("system.sh")).read_text(encoding="utf-8")
    for place in (*tool.NAMES, *tool.APPLICATIONS):
        assert f"have {place}" in script or f'"{place}"' in script
