"""Tracebacks in IPython and Jupyter: the user's lines and the message, in real shells."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

import raggedkit as rk
from raggedkit import _traces

ROOT = Path(__file__).parents[1]
MISMATCH = "x + rk.array([[1.0], [2.0]])"
MESSAGE = "rows must have equal lengths"
MODES = ["Context", "Verbose", "Plain", "Minimal"]
SHELL = """
import sys
{before}
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance(colors="nocolor")
shell.run_cell("import raggedkit as rk, numpy as np")
shell.run_cell("x = rk.array([[1, 2], [3]])")
for mode in {modes}:
    shell.run_line_magic("xmode", mode)
    for cell in {cells}:
        print("NEXT")
        shell.run_cell(cell)
"""


def python(script: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    return done.stdout + done.stderr


def shown(*cells: str, modes: list[str] | None = None, before: str = "") -> list[str]:
    """What IPython prints for each cell, in each mode."""
    script = SHELL.format(before=before, modes=modes or ["Context"], cells=list(cells))
    lines = [x for x in python(script).splitlines(True) if not x.startswith("Exception reporting")]
    return "".join(lines).split("NEXT\n")[1:]


def files(text: str) -> bool:
    """Whether a traceback shows a file of the package."""
    return re.search(r"File .*raggedkit[/\\].*\.py", text) is not None


CASES = {
    "operator": (MISMATCH, MESSAGE),
    "index": ("x[:, 0, 0, 0]", "IndexError: "),
    "method": ("x.astype('nope')", "TypeError: dtype must be a NumPy dtype, got 'nope'"),
    "numpy": ("np.histogram2d(x, x)", "TypeError: np.histogram2d does not support RaggedTensor"),
    "lazy-name": ("rk.nothing", "AttributeError: module 'raggedkit' has no attribute 'nothing'"),
    "chained": (
        "rk.RaggedTensor.from_row_splits([[1], [1, 2]], [0, 2])",
        "ValueError: values must be an array, or one level of a list",
    ),
}


def test_each_mode_shows_the_line_and_the_message() -> None:
    answers = shown(*(code for code, _ in CASES.values()), modes=MODES)
    assert len(answers) == len(CASES) * len(MODES)
    for i, answer in enumerate(answers):
        code, message = list(CASES.values())[i % len(CASES)]
        assert not files(answer), answer
        assert message in answer.strip().splitlines()[-1]
        assert MODES[i // len(CASES)] == "Minimal" or code in answer
        assert "direct cause" not in answer
        assert "not shown" not in answer


def test_it_works_where_ipython_comes_after_raggedkit() -> None:
    (answer,) = shown(MISMATCH, before="import raggedkit")
    assert MESSAGE in answer
    assert not files(answer)
    script = "import raggedkit, sys, {}\nprint([f for f in sys.meta_path if 'kit' in repr(f)])"
    assert "_Watch" in python(script.format("json"))
    assert python(script.format("IPython.core.interactiveshell")) == "[]\n"


def test_frames_of_a_callback_and_of_an_earlier_error_stay() -> None:
    callback = "def halved(v):\n    return v.half()\nrk.ragged.map_flat_values(halved, x)"
    earlier = f"try:\n    1 / 0\nexcept ZeroDivisionError:\n    {CASES['chained'][0]}"
    inside, chained = shown(callback, earlier)
    assert not files(inside)
    assert "rk.ragged.map_flat_values(halved, x)" in inside
    assert "in halved(v)" in inside
    assert "not shown" not in inside
    assert not files(chained)
    assert "ZeroDivisionError: division by zero" in chained
    assert "During handling of the above exception" in chained
    assert "inhomogeneous" not in chained


def test_an_error_that_we_did_not_raise_says_that_frames_are_hidden() -> None:
    broken = "class Odd:\n    def __index__(self):\n        raise KeyError('odd')\n"
    ours, theirs = shown(
        "import raggedkit.ops.indexing as i\ni.getitem = None\nx['a']", broken + "x[Odd()]"
    )
    hint = "raggedkit.options(full_traceback=True), then %tb)"
    assert ours.strip().endswith(f"(1 frame of raggedkit not shown: {hint}")
    assert not files(ours)
    assert "raise KeyError('odd')" in theirs


def test_the_whole_trace_is_at_hand() -> None:
    frames = "import traceback; print(len(traceback.extract_tb(sys.last_traceback)) > 4)"
    debugger = "print(shell.InteractiveTB.tb is sys.last_traceback)"
    start = "import sys; from IPython import get_ipython; shell = get_ipython()"
    _, _, hidden, tb, _, whole = shown(
        start, MISMATCH, f"{frames}; {debugger}", "%tb", "rk.options(full_traceback=True);", "%tb"
    )
    assert hidden == "True\nTrue\n"
    assert not files(tb)
    assert files(whole)
    assert MESSAGE in whole


def test_plain_python_keeps_its_trace_and_loads_nothing_for_it() -> None:
    answer = python("import raggedkit as rk\nrk.array([[1], [2, 3]]) + rk.array([[1, 2], [3]])")
    assert files(answer)
    script = "import numpy, sys; old = set(sys.modules); import raggedkit; "
    script += "print({'IPython', 'dis', 'traceback'} & (set(sys.modules) - old))"
    assert python(script) == "set()\n"


def test_an_executed_notebook_shows_the_line_and_the_message(tmp_path: Path) -> None:
    cells = ["import raggedkit as rk\nx = rk.array([[1, 2], [3]])", MISMATCH]
    nb = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells])
    resources = {"metadata": {"path": str(ROOT)}}
    NotebookClient(nb, allow_errors=True, kernel_name="python3", resources=resources).execute()
    (output,) = nb.cells[1].outputs
    trace = "\n".join(output.traceback)
    assert output.ename == "ValueError"
    assert output.evalue.endswith(MESSAGE)
    assert "In[2]" in trace
    assert not files(trace)
    assert trace.count("\n") < 8


# Simulated changes of IPython: its own traceback appears, and nothing else happens.


def formatter(monkeypatch: pytest.MonkeyPatch, **attributes: Any) -> Any:
    """IPython's module with a formatter of these attributes, after `watch`."""
    module: Any = types.ModuleType(_traces._FORMATTER)
    module.AutoFormattedTB = type("AutoFormattedTB", (), attributes)
    monkeypatch.setitem(sys.modules, _traces._FORMATTER, module)
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    _traces.watch()
    assert not any(isinstance(f, _traces._Watch) for f in sys.meta_path[:1])
    return module.AutoFormattedTB


def mistake() -> BaseException:
    try:
        rk.array([[1], [2, 3]]) + rk.array([[1, 2], [3]])
    except ValueError as error:
        return error
    raise AssertionError


def depth(trace: types.TracebackType | None) -> int:
    return len(list(_traces._frames(trace)))


def test_a_formatter_without_the_method_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not hasattr(formatter(monkeypatch), "structured_traceback")
    assert formatter(monkeypatch, structured_traceback=3).structured_traceback == 3


def test_a_method_that_fails_gets_the_whole_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def method(self: Any, etype: Any, evalue: Any, etb: Any) -> list[str]:
        seen.append(depth(etb))
        if len(seen) == 1:
            raise TypeError("not the traceback that I know")
        return ["all"]

    error = mistake()
    shell = formatter(monkeypatch, structured_traceback=method)()
    whole = depth(error.__traceback__)
    assert shell.structured_traceback(type(error), error, error.__traceback__) == ["all"]
    assert seen == [1, whole]


@pytest.mark.parametrize("error", [None, "text"])
def test_other_arguments_are_passed_on(error: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    shell = formatter(monkeypatch, structured_traceback=lambda self, *a, **k: (a, k))()
    trace = mistake().__traceback__
    given = (str, error, trace)
    assert shell.structured_traceback(*given, context=3) == (given, {"context": 3})
    assert shell.structured_traceback(None, None, ["a", "list"])[0] == (None, None, ["a", "list"])


def test_the_errors_are_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    def state(error: BaseException | None) -> list[Any]:
        if error is None:
            return []
        more = state(error.__cause__) + state(error.__context__)
        return [error.__traceback__, error.__suppress_context__, vars(error).copy(), *more]

    try:
        try:
            raise KeyError("first")
        except KeyError:
            rk.RaggedTensor.from_row_splits([[1], [1, 2]], [0, 2])
    except ValueError as caught:
        error = caught
    error.add_note("a note")
    before = state(error)
    assert len(before) > 9
    shell = formatter(monkeypatch, structured_traceback=lambda *a, **k: [])()
    assert shell.structured_traceback(type(error), error, error.__traceback__) == []
    assert state(error) == before


def test_a_trace_without_a_line_of_the_user_stays_whole() -> None:
    trace = mistake().__traceback__
    assert depth(_traces._shortened(trace)) == 1
    assert trace is not None
    assert _traces._shortened(trace.tb_next) is None
