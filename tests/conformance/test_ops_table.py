"""ops.toml has every op of TensorFlow's list, and every name in it exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.ops_page import OPERATORS, PAGE, ROOT, Row, main, page, resolved, rows

OPS = ROOT.parent / "shared" / "spec" / "OPS.md"
TABLE = rows()
HERE = [row for row in TABLE if not row.left_out]
SPELLINGS = sorted({s for row in HERE for s in row.use})


def listed_ops(text: str) -> list[tuple[str, str]]:
    """The (section, op) pairs of the list that was read off TensorFlow."""
    found = []
    for part in text.split("\n## ")[1:]:
        heading, _, body = part.partition("\n")
        section = re.sub(r" \(\d+\)$", "", heading)
        if section == "tf.ragged":
            names = [f"tf.ragged.{name}" for name in re.findall(r"`(\w+)\(", body)]
        else:
            names = re.findall(r"^- `([\w.]+)`", body, re.MULTILINE)
            count = re.search(r"\((\d+)\)$", heading)
            assert count is not None
            assert len(names) == int(count[1])
        found += [(section, name) for name in names]
    return found


@pytest.mark.skipif(not OPS.exists(), reason="needs the list of ops in ../shared/spec/OPS.md")
def test_the_table_has_the_ops_of_the_list() -> None:
    listed = listed_ops(OPS.read_text(encoding="utf-8"))
    assert [(row.section, row.name) for row in TABLE] == listed


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_spelling_names_something_to_call(spelling: str) -> None:
    if spelling.startswith("scipy."):
        pytest.importorskip("scipy", reason="needs SciPy: this spelling is a function of it")
    assert callable(resolved(spelling))


def test_operators_are_in_use() -> None:
    assert set(OPERATORS) <= set(SPELLINGS)


@pytest.mark.parametrize("name", ["raggedkit.no_such", "raggedkit.ragged.no_such", "no_such.name"])
def test_a_name_that_is_not_there_is_seen(name: str) -> None:
    with pytest.raises((ModuleNotFoundError, AttributeError), match="no_such"):
        resolved(name)


@pytest.mark.parametrize("row", [pytest.param(r, id=r.name) for r in TABLE])
def test_a_row_has_spellings_or_a_reason(row: Row) -> None:
    assert bool(row.use) != bool(row.left_out)
    assert not (row.note and row.left_out)
    for text in (row.note, row.left_out):
        assert text.count("`") % 2 == 0
        assert not text.endswith(".")
    assert len(set(row.use)) == len(row.use)


def test_what_notes_name_is_there() -> None:
    said = " ".join(row.note + row.left_out for row in TABLE)
    names = re.findall(r"`((?:raggedkit|np|rt|zlib)\.[\w.]+)", said)
    assert len(names) > 30
    for name in names:
        full = re.sub(r"^np\.", "numpy.", re.sub(r"^rt\.", "raggedkit.RaggedTensor.", name))
        assert resolved(full) is not None, name


# ------------------------------------------------------------------ the page
def test_the_page_is_what_the_table_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"]) == 0, capsys.readouterr().err
    assert PAGE.read_text(encoding="utf-8") == page(TABLE)


def test_an_outdated_page_is_seen_and_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    new = tmp_path / "docs" / "page.md"
    monkeypatch.setattr("tools.ops_page.ROOT", tmp_path)
    monkeypatch.setattr("tools.ops_page.PAGE", new)
    monkeypatch.setattr("tools.ops_page.TABLE", tmp_path / "ops.toml")
    assert main(["--check"]) == 1
    assert "docs/page.md does not match ops.toml" in capsys.readouterr().err
    assert not new.exists()
    assert main([]) == 0
    assert main(["--check"]) == 0


def test_a_page_shows_spellings_notes_and_reasons() -> None:
    table = [
        Row("tf.ragged", "tf.ragged.stack", ("raggedkit.ragged.stack",)),
        Row("elementwise", "tf.bitwise.bitwise_or", ("x | y", "numpy.bitwise_or"), note="bits"),
        Row("elementwise", "tf.image.resize", left_out="no `raggedkit.x`"),
    ]
    assert page(table).partition("\n## ")[2].splitlines() == [
        "tf.ragged",
        "",
        "| TensorFlow | raggedkit | |",
        "|---|---|---|",
        "| `tf.ragged.stack` | `rk.ragged.stack` |  |",
        "",
        "## Elementwise",
        "",
        "| TensorFlow | raggedkit | |",
        "|---|---|---|",
        r"| `tf.bitwise.bitwise_or` | `x \| y`<br>`np.bitwise_or` | bits |",
        "| `tf.image.resize` | left out | no `rk.x` |",
    ]


def test_the_readme_leads_to_the_page() -> None:
    assert f"]({PAGE.relative_to(ROOT)})" in (ROOT / "README.md").read_text(encoding="utf-8")
