"""Warnings have the caller's line, and np.errstate applies; NumPy itself is the model."""

from __future__ import annotations

import inspect
import sys
import threading
import warnings
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit._caller import REFUSED
from tests import every_call

HERE = __file__
NUMPY = str(Path(np.__file__).parent)
VALUES = np.array([1.0, 0.0, -1.0, np.nan, np.inf, 1e308, 1e308, -np.inf, 2.0, 1e-320])
LENGTHS = [3, 0, 4, 1, 2]
x = rk.RaggedTensor.from_row_lengths(VALUES, LENGTHS)


def lines(call: Callable[[], object]) -> list[tuple[str, int, str, type]]:
    """The file, line, text and class of each warning of a call."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    return [(w.filename, w.lineno, str(w.message), w.category) for w in caught]


def line_of(call: Callable[..., object]) -> int:
    return call.__code__.co_firstlineno


# ------------------------------------------------------------------ every operation
STRUCTURES: dict[str, Callable[[np.ndarray[Any, Any]], rk.RaggedTensor]] = {
    "rows": lambda flat: rk.RaggedTensor.from_row_lengths(flat, LENGTHS),
    "ragged-rank-2": lambda flat: rk.RaggedTensor.from_row_lengths(
        rk.RaggedTensor.from_row_lengths(flat, LENGTHS), [2, 0, 3]
    ),
    "inner-axes": lambda flat: rk.RaggedTensor.from_row_lengths(flat.reshape(5, 2), [2, 0, 3]),
}
KINDS = {
    "float64": VALUES,
    "float32": np.array([3e38, 3e38, 0, -1, 5, 1, 2, np.inf, 1e-40, 0], "f4"),
    "float16": np.array([6e4, 6e4, 1e-7, 6e-8, 0, -6e4, 1, 2, 3, 4], "f2"),
    "times": np.arange(10).astype("M8[s]"),
    "differences": np.arange(10).astype("m8[s]"),
    "int64": np.array([1, 0, -1, 2**62, 2**62, 5, 0, 0, 3, -(2**63)]),
    "complex128": np.array([1e308j, 0, 1j, 1e308, 2, 3, 4, 5, 6, np.nan]),
}


SWEPT = [("rows", k) for k in KINDS] + [(s, "float64") for s in STRUCTURES if s != "rows"]


@pytest.mark.parametrize(("structure", "kind"), SWEPT)
def test_no_operation_warns_at_a_line_of_its_own(structure: str, kind: str) -> None:
    wrong: set[tuple[Any, ...]] = set()
    right: set[tuple[Any, ...]] = set()
    for name, function in every_call.operations():
        tensor = STRUCTURES[structure](KINDS[kind].copy())  # some take an `out`, which they change
        with np.errstate(all="ignore"):
            arguments = list(every_call.argument_lists(tensor))
        for args, kwargs in arguments:
            with warnings.catch_warnings(record=True) as caught, np.errstate(all="warn"):
                warnings.simplefilter("always")
                try:
                    function(*args, **kwargs)
                except Exception as error:
                    if "registry" in str(error):
                        wrong.add((name, str(error)))
            for w in caught:
                place = (name, w.filename, w.lineno, str(w.message))
                # NumPy's functions in Python warn at lines of their own.
                numpys = name.startswith("numpy.") and w.filename.startswith(NUMPY)
                (right if numpys or w.filename == HERE else wrong).add(place)
    assert not wrong
    assert kind != "float64" or len({name for name, *_ in right}) >= 60


# ------------------------------------------------------------------ against NumPy
CALLS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "operator": (lambda a: a / 0, lambda a: a / 0),
    "reflected": (lambda a: 1 / a, lambda a: 1 / a),
    "ufunc": (lambda a: np.log(a), lambda a: np.log(a)),
    "two-results": (lambda a: divmod(a, 0), lambda a: divmod(a, 0)),
    "planned": (lambda a: a / np.zeros((5, 1)), lambda a: a / np.zeros(10)),
    "method-of-dtype": (lambda a: a.astype("int64"), lambda a: a.astype("int64")),
    "map": (lambda a: rk.ragged.map_flat_values(np.sqrt, a), lambda a: np.sqrt(a)),
    "keyword": (
        lambda a: np.multiply(a, 1e300, dtype="f4"),
        lambda a: np.multiply(a, 1e300, dtype="f4"),
    ),
}


@pytest.mark.parametrize("call", CALLS)
def test_warnings_are_numpy_s_own(call: str) -> None:
    ours, numpys = CALLS[call]
    got, wanted = lines(lambda: ours(x)), lines(lambda: numpys(VALUES))
    assert [w[2:] for w in got] == [w[2:] for w in wanted]
    assert got
    assert {w[:2] for w in got} == {(HERE, line_of(ours))}


def _registry(call: Callable[[], object]) -> list[int]:
    """Lines that warn under the filter "default", with a registry as a new module has it."""
    globals().pop("__warningregistry__", None)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        call()
    return [w.lineno for w in caught]


def test_each_line_warns_once() -> None:
    def twice() -> None:
        for _ in range(3):
            x * 1e300
        x * 1e300

    start = line_of(twice)
    assert _registry(twice) == [start + 2, start + 3]


def test_the_filter_of_the_caller_s_module_counts() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warnings.filterwarnings("ignore", module="tests.test_caller")
        assert (x * 1e300).shape == x.shape
    assert not caught


def test_an_error_is_raised_from_the_caller_s_line() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(RuntimeWarning, match="overflow encountered in multiply") as error:
            x * 1e300
    assert error.value.__context__ is None
    assert str(error.traceback[-1].path) == HERE


# ------------------------------------------------------------------ np.errstate
MODES = st.sampled_from(["ignore", "warn", "raise", "call", "log"])
SOME = {"divide": MODES, "over": MODES, "under": MODES, "invalid": MODES}


class Handler:
    """A handler for both modes of np.errstate(call=...)."""

    def __init__(self) -> None:
        self.calls: list[Any] = []

    def __call__(self, words: str, flag: int) -> None:
        self.calls.append((words, flag))

    def write(self, text: str) -> None:
        self.calls.append(text)


def outcome(call: Callable[[Any], Any], operand: Any, modes: dict[str, Any]) -> Any:
    """The warnings, the calls of the handler, and the error, if there is one."""
    handler, told = Handler(), []
    with np.errstate(**modes, call=handler):
        try:
            told = [w[2:] for w in lines(lambda: call(operand))]
        except FloatingPointError as error:
            return [], handler.calls, str(error)
    return told, handler.calls, ""


@given(st.fixed_dictionaries(SOME), st.sampled_from(["operator", "ufunc", "two-results", "map"]))
def test_every_mode_does_as_in_numpy(modes: dict[str, Any], call: str) -> None:
    ours, numpys = CALLS[call]
    assert outcome(ours, x, modes) == outcome(numpys, VALUES, modes)


BODIES: dict[str, Callable[[Any], Any]] = {
    "function": lambda a: rk.xdivy(1.0, a),
    "kernel": lambda a: rk.reduce_prod(a, axis=1),
    "dense-axis": lambda a: rk.reduce_sum(a, axis=None),
    "scan": lambda a: rk.cumprod(a, axis=1),
    "deviation": lambda a: rk.reduce_variance(a, axis=1),
}
LARGE = rk.RaggedTensor.from_row_lengths(np.array([1e308, 1e308, -1e308, 0.0]), [3, 1])


@pytest.mark.parametrize("body", BODIES)
def test_bodies_of_several_ufuncs(body: str) -> None:
    call = BODIES[body]
    found = lines(lambda: call(LARGE))
    assert {w[:2] for w in found} == {(HERE, line_of(call))}
    assert len(found) == len(set(found))
    with np.errstate(all="ignore"):
        assert not lines(lambda: call(LARGE))
    handler = Handler()
    with np.errstate(all="log", call=handler):
        assert not lines(lambda: call(LARGE))
    assert handler.calls
    with np.errstate(all="raise"), pytest.raises(FloatingPointError):
        call(LARGE)


def test_a_body_keeps_the_caller_s_handler_for_other_flags() -> None:
    handler = Handler()
    with np.errstate(divide="log", over="call", invalid="warn", call=handler):
        found = lines(lambda: rk.truncatediv(rk.array([[1.0, 0.0, 1e308]]), [[0.0, 0.0, 1e-5]]))
    assert [w[2] for w in found] == ["invalid value encountered in divide"]
    assert "Warning: divide by zero encountered in divide\n" in handler.calls
    assert "overflow" in [told[0] for told in handler.calls]


def test_threads_have_modes_of_their_own() -> None:
    counts = {"warn": 0, "ignore": 0, "raise": 0, "call": 0}
    barrier = threading.Barrier(len(counts))

    def compute(mode: Any) -> None:
        barrier.wait()
        for _ in range(50):
            with np.errstate(all=mode, call=lambda *_: counts.update(call=counts["call"] + 1)):
                try:
                    x * 1e300
                except FloatingPointError:
                    counts["raise"] += 1

    threads = [threading.Thread(target=compute, args=(mode,)) for mode in counts]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert (len(caught), counts["raise"], counts["call"]) == (50, 50, 50)
    assert {w.filename for w in caught} == {HERE}


# ------------------------------------------------------------------ in place
@pytest.mark.parametrize("nvals", [3, 10_000])
def test_out_is_written_once(nvals: int) -> None:
    y: Any = rk.array([np.full(nvals, 1e200), [2.0]])

    def square() -> None:
        np.multiply(y, y, out=y)

    found = lines(square)
    assert [w[:3] for w in found] == [
        (HERE, line_of(square) + 1, "overflow encountered in multiply")
    ]
    assert y.flat_values[-1] == 4.0
    assert np.isinf(y.flat_values[:-1]).all()


# ------------------------------------------------------------------ raggedkit's own warnings
def test_warnings_of_size_name_the_caller_s_line() -> None:
    calls: list[Callable[[], object]] = [
        lambda: x.to_tensor(),
        lambda: rk.to_tensor(x) if hasattr(rk, "to_tensor") else x.to_tensor(),
        lambda: x.to_tensor(-1.0, shape=[None, 9]),
    ]
    with rk.options(dense_limit=8):
        for call in calls:
            assert [w[:2] for w in lines(call)] == [(HERE, line_of(call))]


def test_no_module_lost_its_registry() -> None:
    assert not REFUSED
    refusing = [m for n, m in sys.modules.items() if n.startswith("raggedkit.") and _refuses(m)]
    assert refusing
    frame: FrameType | None = inspect.currentframe()
    assert frame is not None
    assert isinstance(frame.f_globals.get("__warningregistry__", {}), dict)


def _refuses(module: Any) -> bool:
    return getattr(module, "__warningregistry__", None) is REFUSED
