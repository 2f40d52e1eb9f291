"""interp against np.interp of each row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from tests.strict_cupy.array import StrictArray, namespace

RT = rk.RaggedTensor
NAN, INF = float("nan"), float("inf")
numbers = st.integers(-20, 20).map(lambda n: n / 4)
values = st.sampled_from([0.0, 1.0, -2.5, 7.25, INF, -INF, NAN, 1e300])
rows_of_points = st.lists(
    st.lists(numbers, max_size=6, unique=True).map(sorted), min_size=0, max_size=5
)


def expected(new: Any, x: Any, y: Any, **fills: float) -> Any:
    """Return np.interp of one row; NaN without points."""
    if not len(x):
        return np.full(len(new), fills.get("empty", NAN))
    ends = {name: fills[name] for name in ("left", "right") if name in fills}
    found = np.interp(new, x, y, **ends) if len(new) else np.zeros(0)
    # With one point np.interp returns its value for NaN, too.
    return np.where(np.isnan(new), NAN, found)


def ragged(rows: list[list[Any]], dtype: Any = "float64", splits: str = "int64") -> RT:
    flat = np.array([v for row in rows for v in row], dtype=dtype)
    return RT.from_row_lengths(flat, np.array([len(row) for row in rows], dtype=splits))


def check(found: Any, rows: list[Any]) -> None:
    assert len(found) == len(rows)
    for got, want in zip(found, rows, strict=True):
        np.testing.assert_allclose(np.asarray(got), want, rtol=1e-13, atol=1e-13)


@pytest.mark.parametrize("splits", ["int32", "int64"])
@given(x=rows_of_points, data=st.data())
def test_each_row_is_np_interp(splits: str, x: list[list[float]], data: st.DataObject) -> None:
    y = [[data.draw(values) for _ in row] for row in x]
    new = [data.draw(st.lists(numbers | st.just(NAN), max_size=5)) for _ in x]
    fills = data.draw(
        st.sampled_from(
            [{}, {"left": -1.0}, {"right": NAN, "empty": 5.0}, {"left": INF, "right": 2}]
        )
    )
    xs, ys, news = ragged(x, splits=splits), ragged(y), ragged(new, splits=splits)
    with np.errstate(all="ignore"):
        found: Any = rk.interp(news, xs, ys, **fills)
        check(found, [expected(*row, **fills) for row in zip(new, x, y, strict=True)])
        assert found.row_lengths().tolist() == [len(row) for row in new]
        # The same points for all rows, and the rows without the first one.
        every = np.array([-6.0, -1.0, 0.25, 3.0, 9.0])
        check(rk.interp(every, xs, ys), [expected(every, *row) for row in zip(x, y, strict=True)])
        check(
            rk.interp(0.25, xs, ys), [expected([0.25], *row)[0] for row in zip(x, y, strict=True)]
        )
        some: Any = rk.interp(news[1:], xs[1:], ys[1:], **fills)
        np.testing.assert_array_equal(some.flat_values, found[1:].flat_values)


@given(x=rows_of_points, n=st.integers(0, 7), data=st.data())
def test_equal_distances_are_linspace(x: list[list[float]], n: int, data: st.DataObject) -> None:
    y = [[data.draw(numbers) for _ in row] for row in x]
    found = rk.interp(n=n, x=ragged(x), y=ragged(y))
    assert isinstance(found, np.ndarray)
    assert found.shape == (len(x), n)
    points = [np.linspace(row[0], row[-1], n) if row else np.zeros(n) for row in x]
    check(found, [expected(*row) for row in zip(points, x, y, strict=True)])


T = np.array(["2024-01-01T00:00", "2024-01-01T10:00", "2024-01-02T00:00"], dtype="datetime64[m]")
TIMES = RT.from_row_lengths(T, [2, 0, 1])
SECONDS = rk.array([[1, 2]]).astype("timedelta64[s]")
interp: Any = rk.interp  # wrong arguments match no overload
X, Y = rk.array([[0, 10], [], [4]]), rk.array([[1.0, 2.0], [], [7.0]])


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        pytest.param(
            lambda: rk.interp(T[1] - np.timedelta64(150, "m"), TIMES, Y),
            [1.75, NAN, 7.0], id="time",
        ),
        pytest.param(
            lambda: rk.interp(T.astype("datetime64[ns]"), TIMES, Y),
            [[1.0, 2.0, 2.0], [NAN] * 3, [7.0] * 3], id="another-unit",
        ),
        pytest.param(
            lambda: rk.interp([np.datetime64("NaT")], TIMES, Y), [[NAN], [NAN], [NAN]], id="NaT",
        ),
        pytest.param(
            lambda: rk.interp(n=3, x=TIMES.astype("datetime64[D]")[1:], y=Y[1:]),
            [[NAN] * 3, [7.0] * 3], id="n-of-days",
        ),
        pytest.param(
            lambda: rk.interp(n=3, x=TIMES, y=TIMES).astype("U16"),
            [["2024-01-01T00:00", "2024-01-01T05:00", "2024-01-01T10:00"], ["NaT"] * 3,
             ["2024-01-02T00:00"] * 3], id="times-of-times",
        ),
        pytest.param(
            lambda: rk.interp(n=2, x=X[:1], y=SECONDS).astype(int),
            [[1, 2]], id="timedeltas",
        ),
        pytest.param(
            lambda: rk.interp(5, X, rk.array([[1 + 2j, 3], [], [1j]])), [2 + 1j, NAN, 1j],
            id="complex",
        ),
        pytest.param(
            lambda: rk.interp([5, 20], rk.array([[], []]), rk.array([[], []]), empty=1),
            [[1, 1], [1, 1]], id="no-points",
        ),
        pytest.param(lambda: rk.interp([], X, Y), [[], [], []], id="no-new-points"),
        pytest.param(lambda: rk.interp([1.0], X[:0], Y[:0]), [], id="no-rows"),
        pytest.param(lambda: rk.interp([[5], [0], [0]], X, Y), [[1.5], [NAN], [7]], id="a-column"),
        pytest.param(
            lambda: rk.interp([0.5, 2], [[0, 1], [1, 2]], [[0, 4], [2, 6]]), [[2, 4], [2, 6]],
            id="dense",
        ),
        pytest.param(
            lambda: rk.interp(n=1, x=X, y=Y), [[1], [NAN], [7]], id="n-is-1",
        ),
        pytest.param(
            lambda: rk.interp(
                5, X, RT.from_row_lengths(np.array([[0, 1], [10, 11], [5, 6]]), [2, 0, 1])
            ),
            [[5, 6], [NAN, NAN], [5, 6]], id="vectors",
        ),
        pytest.param(
            lambda: rk.interp(2**53, rk.array([[0, 2**54]]), rk.array([[True, False]])), [0.5],
            id="large-integers",
        ),
    ],
)  # fmt: skip
def test_edges(found: Callable[[], Any], wanted: Any) -> None:
    got = found()
    assert isinstance(got, np.ndarray)
    want = np.array(wanted, dtype=got.dtype).reshape(got.shape)
    np.testing.assert_array_equal(got, want)


def test_more_outer_axes_are_kept() -> None:
    x = rk.array([[[0, 2], [5]], [], [[1, 3]]])
    y = x * 10.0
    assert rk.interp(1.5, x, y).tolist() == [[15.0, 50.0], [], [15.0]]
    assert rk.interp(n=2, x=x, y=y).tolist() == [[[0, 20], [50, 50]], [], [[10, 30]]]
    new = rk.array([[[1], []], [], [[0, 2]]])
    assert rk.interp(new, x, y).tolist() == [[[10.0], []], [], [[10.0, 20.0]]]
    cube = np.arange(12.0).reshape(2, 3, 2)
    assert rk.interp([1], cube, cube).shape == (2, 3, 1)


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (
            lambda: interp(1, [[0, 2, 1]], [[1, 2, 3]]),
            ValueError,
            r"got x\[0\]\[1:3\] = \[2, 1\]",
        ),
        (
            lambda: interp(1, rk.array([[], [3, 4], [4, 4]]), rk.array([[], [3, 4], [4, 4]])),
            ValueError,
            r"x must increase within each row, got x\[2\]\[0:2\] = \[4.*, 4.*\]; sort",
        ),
        (lambda: interp(1, [[0, NAN]], [[1, 2]]), ValueError, r"x\[0\]\[0:2\] = \[0.0, nan\]"),
        (
            lambda: interp(1, rk.array([[0, 1], [NAN]]), rk.array([[0, 1], [2]])),
            ValueError,
            r"x\[1\]\[0:1\] = \[nan\]",
        ),
        (
            lambda: interp(T[0], TIMES[:, ::-1], Y),
            ValueError,
            r"x\[0\]\[0:2\] = \['2024-01-01T10:00', '2024-01-01T00:00'\]",
        ),
        (lambda: interp(1, X, Y[:2]), ValueError, "y must have 3 rows, as x, got 2"),
        (lambda: interp(1, X, X[:, 1:]), ValueError, "the 2 items that x has in row 0, got 1"),
        (lambda: interp([[1], [2]], X, Y), ValueError, "x_new must have 3 rows, as x, got 2"),
        (lambda: interp([[[1]]], X, Y), ValueError, "x_new must have the 2 axes of x, or one"),
        (lambda: interp(1, [0, 1], [1, 2]), ValueError, "x must have rows.*np.interp takes"),
        (lambda: interp(1, X, [1, 2]), ValueError, "y must have the 2 axes of x, got 1"),
        (lambda: interp("a", X, Y), TypeError, "x_new must contain numbers"),
        (lambda: interp(1, TIMES, Y), TypeError, r"x_new must compare with datetime64\[m\]"),
        (lambda: interp(T[0], X, Y), TypeError, "x_new must compare with int64"),
        (lambda: interp(1, X * 1j, Y), TypeError, "x must contain real numbers"),
        (lambda: interp(1, X, Y.astype(str)), TypeError, "y must contain numbers"),
        (lambda: interp(1, X), TypeError, "y must be given, got None"),
        (lambda: interp(x=X, y=Y), TypeError, "x_new must be given, or n"),
        (lambda: interp(1, X, Y, n=2), TypeError, "x_new must not be given beside n, got 1"),
        (lambda: interp(n=2, x=X, y=Y, left=0), TypeError, "left must not be given beside n"),
        (lambda: interp(n=-1, x=X, y=Y), ValueError, "n must not be negative, got -1"),
        (lambda: interp(n=2**60, x=X, y=Y), ValueError, "n must make an array that fits"),
        (lambda: interp(1, X, Y, left=[1]), TypeError, r"left must be one value.*got \[1\]"),
        (lambda: interp(1, X, Y, empty="a"), TypeError, "empty must be one value .*float64"),
        (lambda: interp(T[0], TIMES, TIMES, right=1), TypeError, "right must be one value"),
    ],
)
def test_errors(call: Callable[[], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()


def test_values_of_a_device_stay_there() -> None:
    flat = namespace.asarray(np.array([0.0, 10.0, 4.0]))
    lengths = namespace.asarray(np.array([2, 0, 1]))
    x = RT.from_row_lengths(flat, lengths)
    y = RT.from_row_lengths(namespace.asarray(np.array([1.0, 2.0, 7.0])), lengths)
    new: Any = RT.from_row_lengths(namespace.asarray(np.array([5.0, 1.0, 9.0])), lengths)
    found: Any = rk.interp(new, x, y)
    assert isinstance(found.flat_values, StrictArray)
    assert found.flat_values.get().tolist() == [1.5, 1.1, 7.0]
    grid: Any = rk.interp(n=2, x=x, y=y, empty=0)
    assert isinstance(grid, StrictArray)
    assert grid.get().tolist() == [[1, 2], [0, 0], [7, 7]]
