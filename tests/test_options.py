"""Options: set for the thread or inside a ``with`` block, and invalid values."""

from __future__ import annotations

import asyncio
import contextvars
import dataclasses
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit import Options, RaggedIndexError, get_options, options
from raggedkit._kernels import dispatch as engine
from raggedkit._optional import Fault

FIRST = Options()
LEAST = {"max_rows": 2, "max_cols": 20, "max_items": 2}
settings = st.fixed_dictionaries(
    {}, optional={name: st.integers(least, 10**6) for name, least in LEAST.items()}
)


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """No test leaves settings behind, and none starts with others'."""
    assert get_options() == FIRST
    with options():
        yield
    assert get_options() == FIRST


def changed(before: Options, changes: dict[str, Any]) -> Options:
    return dataclasses.replace(before, **changes)


# ---------------------------------------------------------------------- in force
@given(settings, settings)
def test_changes_hold_until_the_end_of_the_with(a: dict[str, int], b: dict[str, int]) -> None:
    before = get_options()
    with options(**a) as outer:
        assert outer == get_options() == changed(before, a)
        with options(**b) as inner:
            assert inner == get_options() == changed(outer, b)
        assert get_options() == outer
    assert get_options() == before


def test_without_a_with_they_stay() -> None:
    options(max_rows=7)
    options(max_items=3)
    assert get_options() == Options(max_rows=7, max_items=3)
    options(max_rows=9)
    assert get_options() == Options(max_rows=9, max_items=3)


def test_an_error_inside_puts_them_back() -> None:
    with pytest.raises(RaggedIndexError), options(max_rows=5):
        rk.ragged.constant([[1]])[get_options().max_rows]
    assert get_options() == FIRST


def test_the_repr_says_what_is_in_force() -> None:
    shown = "(max_rows=5, max_cols=80, max_items=12, engine='auto', dense_limit=4294967296, "
    shown += "full_traceback=False, precision=None)"
    assert repr(options(max_rows=5)) == f"options{shown}"
    assert repr(get_options()) == f"Options{shown}"


def test_displays_follow_them() -> None:
    rt = rk.ragged.constant([list(range(30)), *[[1]] * 30])
    with options(max_items=4):
        assert "[0, 1, 2, ..., 29]" in repr(rt)
    with options(max_rows=7):
        assert len(repr(rt).splitlines()) <= 7
    with options(max_cols=40):
        assert max(map(len, repr(rt).splitlines())) <= 40
    with options(max_cols=1000, max_rows=1000, max_items=1000):
        assert str(list(range(30))) in repr(rt)


def test_options_can_not_be_changed_in_place() -> None:
    with pytest.raises(AttributeError, match=r"use raggedkit.options\(max_rows=...\)"):
        get_options().max_rows = 5
    with pytest.raises(AttributeError, match="max_rows"):
        del get_options().max_rows
    assert get_options() == FIRST


# ---------------------------------------------------------------------- each to his own
def test_threads_do_not_see_each_others() -> None:
    """Two threads go in and out in turns, the first to come being the first to leave."""
    turns = [threading.Event() for _ in range(4)]
    seen: dict[str, Any] = {}

    def first() -> None:
        with options(max_rows=5):
            turns[0].set()
            turns[1].wait(600)
            seen["first"] = get_options()
        turns[2].set()
        turns[3].wait(600)
        seen["first, after"] = get_options()

    def second() -> None:
        turns[0].wait(600)
        with options(max_items=3):
            turns[1].set()
            turns[2].wait(600)
            seen["second"] = get_options()
        seen["second, after"] = get_options()
        turns[3].set()

    threads = [threading.Thread(target=first), threading.Thread(target=second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == {
        "first": Options(max_rows=5),
        "second": Options(max_items=3),
        "first, after": FIRST,
        "second, after": FIRST,
    }


def test_what_stays_stays_in_its_thread() -> None:
    seen = []

    def other() -> None:
        options(max_rows=9)
        seen.append(get_options())

    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    assert seen == [Options(max_rows=9)]
    assert get_options() == FIRST


def test_tasks_do_not_see_each_others() -> None:
    async def shown(rows: int) -> int:
        with options(max_rows=rows):
            await asyncio.sleep(0)
            return get_options().max_rows

    async def both() -> list[int]:
        return [*await asyncio.gather(shown(5), shown(6))]

    assert asyncio.run(both()) == [5, 6]


def test_what_stays_is_there_in_the_next_context() -> None:
    """A notebook may run each of its cells in a copy of the same context."""

    def cell() -> Options:
        options(max_rows=9)
        return get_options()

    def in_a_notebook() -> None:
        start = contextvars.copy_context()
        seen.append(start.copy().run(cell))
        seen.append(start.copy().run(get_options))

    seen: list[Options] = []
    thread = threading.Thread(target=in_a_notebook)
    thread.start()
    thread.join()
    assert seen == [Options(max_rows=9)] * 2


def test_made_before_the_with() -> None:
    later = options(max_rows=9)
    assert get_options() == Options(max_rows=9)
    with later as now:
        assert now == get_options() == Options(max_rows=9)
    assert get_options() == FIRST


# ---------------------------------------------------------------------- errors
@pytest.mark.parametrize("name", LEAST)
@pytest.mark.parametrize(
    ("value", "error", "says"),
    [
        (0, ValueError, "{name} must be at least {least}, got 0$"),
        (-5, ValueError, "{name} must be at least {least}, got -5$"),
        (True, TypeError, "{name} must be an int, got True$"),
        (10.0, TypeError, r"{name} must be an int, got 10\.0$"),
        ("9", TypeError, "{name} must be an int, got '9'$"),
        (None, TypeError, "{name} must be an int, got None$"),
        (np.int64(9), TypeError, r"{name} must be an int, got np\.int64\(9\)$"),
    ],
    ids=str,
)
def test_values_refused(name: str, value: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match="^" + says.format(name=name, least=LEAST[name])):
        options(**{name: value})
    assert get_options() == FIRST


@pytest.mark.parametrize(("name", "least"), LEAST.items())
def test_the_least_values(name: str, least: int) -> None:
    with pytest.raises(ValueError, match=f"^{name} must be at least {least}, got {least - 1}$"):
        options(**{name: least - 1})
    with options(**{name: least}) as now:
        assert getattr(now, name) == least


@pytest.mark.parametrize("changes", [{"rows": 5}, {"max_rows": 5, "rows": 5}], ids=str)
def test_unknown_names(changes: dict[str, int]) -> None:
    says = r"^option must be one of max_rows, .*, full_traceback, precision, got 'rows'$"
    with pytest.raises(TypeError, match=says):
        options(**changes)
    assert get_options() == FIRST


def test_precision_may_be_none() -> None:
    with options(precision=0), options(precision=None) as now:
        assert now.precision is None
    with pytest.raises(ValueError, match=r"^precision must be at least 0, got -1$"):
        options(precision=-1)
    with pytest.raises(TypeError, match=r"^precision must be an int, got 2\.0$"):
        options(precision=2.0)  # type: ignore[arg-type]


# ------------------------------------------------------------------ engine
def test_engine_says_whether_compiled_loops_may_work(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.arange(3.0)
    with rk.options(engine="numpy"):
        assert not engine.in_force(values)
    monkeypatch.setattr("raggedkit._options.fault_of", lambda name: None)
    with rk.options(engine="numba"):
        assert engine.in_force(values)
    assert rk.get_options().engine == "auto"
    assert engine.in_force(values) == engine.numba_works()


def test_engine_that_is_not_there_names_what_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    absent = Fault("No module named 'numba'", installed=False)
    monkeypatch.setattr("raggedkit._options.fault_of", lambda name: absent)
    with pytest.raises(ImportError, match=r"engine='numba' needs numba; pip install"):
        rk.options(engine="numba")
    assert rk.get_options().engine == "auto"


@pytest.mark.parametrize(
    ("engine", "error", "says"),
    [("cython", ValueError, "'auto', 'numpy', 'numba', got 'cython'"), (1, TypeError, "got 1")],
)
def test_engine_is_one_of_three(engine: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        rk.options(engine=engine)
