"""NumPy's two protocols: functions that accept ragged tensors, and the errors of the others."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit import RaggedTensor
from raggedkit._numpy.protocols import FUNCTIONS
from raggedkit.testing import assert_ragged_equal
from raggedkit.testing import strategies as rks

RT = rk.RaggedTensor
constant = rk.ragged.constant

numbers = rks.ragged_tensors(dtype="float64")
finite = rks.ragged_tensors(dtype="float64", finite=True)

SINCE_2_1 = np.lib.NumpyVersion(np.__version__) >= "2.1.0"

# ------------------------------------------------------------------ value by value
VALUE_BY_VALUE: dict[str, Callable[[Any], Any]] = {
    "zeros_like": np.zeros_like,
    "ones_like": lambda x: np.ones_like(x, dtype="int8"),
    "full_like": lambda x: np.full_like(x, 7),
    "real": np.real,
    "imag": np.imag,
    "angle": np.angle,
    "round": lambda x: np.round(x, 1),
    "around": lambda x: np.around(x, decimals=1),
    "isreal": np.isreal,
    "iscomplex": np.iscomplex,
    "real_if_close": np.real_if_close,
    "sinc": np.sinc,
    "i0": np.i0,
    "fix": lambda x: np.fix(x) if isinstance(x, RT) else np.trunc(x),  # as NumPy 2.5 asks
    "isposinf": np.isposinf,
    "isneginf": np.isneginf,
    "isin": lambda x: np.isin(x, [0.0, 1.0]),
    "nan_to_num": lambda x: np.nan_to_num(x, nan=-1.0),
    "clip": lambda x: np.clip(x, -1, 1),
    "clip-below": lambda x: np.clip(x, 0, None),
    "clip-above": lambda x: np.clip(x, None, 0),
    "clip-old-names": lambda x: np.clip(x, a_min=-1, a_max=1),
    "where": lambda x: np.where(x > 0, x, -1.0),
    "where-all": lambda x: np.where(True, x, 0.0),
    "isclose": lambda x: np.isclose(x, 0.5, atol=0.6),
    "isclose-named": lambda x: np.isclose(b=x, a=x, equal_nan=True),
    "square-by-out": lambda x: np.square(x, dtype="float32", casting="same_kind"),
}
if SINCE_2_1:  # both bounds have to be given before, by their old names
    VALUE_BY_VALUE |= {
        "clip-named": lambda x: np.clip(x, min=-1, max=1),
        "clip-nowhere": lambda x: np.clip(x),
    }


@pytest.mark.filterwarnings("ignore:numpy.fix is deprecated:DeprecationWarning")  # since 2.5
@given(numbers)
def test_functions_of_values_are_numpy_s(x: rk.RaggedTensor) -> None:
    before = x.copy()
    for function in VALUE_BY_VALUE.values():
        with np.errstate(all="ignore"):
            result, expected = function(x), function(x.flat_values)
        assert_ragged_equal(result, x.with_flat_values(expected))
        assert_ragged_equal(x, before)


SWAPPED: Any = str.maketrans("ab", "ba")
TEXT: dict[str, tuple[Callable[[Any], Any], Callable[[str], Any]]] = {
    "upper": (np.strings.upper, str.upper),
    "lower": (np.strings.lower, str.lower),
    "swapcase": (np.strings.swapcase, str.swapcase),
    "capitalize": (np.strings.capitalize, str.capitalize),
    "title": (np.strings.title, str.title),
    "replace": (lambda x: np.strings.replace(x, "a", "bb"), lambda s: s.replace("a", "bb")),
    "expandtabs": (lambda x: np.strings.expandtabs(x, 4), lambda s: s.expandtabs(4)),
    "center": (lambda x: np.strings.center(x, 5, "."), lambda s: s.center(5, ".")),
    "ljust": (lambda x: np.strings.ljust(x, width=5), lambda s: s.ljust(5)),
    "rjust": (lambda x: np.strings.rjust(x, 5), lambda s: s.rjust(5)),
    "zfill": (lambda x: np.strings.zfill(x, 5), lambda s: s.zfill(5)),
    "translate": (
        lambda x: np.strings.translate(x, SWAPPED),
        lambda s: s.translate(SWAPPED),
    ),
    "encode-decode": (lambda x: np.strings.decode(np.strings.encode(x)), str),
}
of_text = pytest.mark.skipif(
    not hasattr(np.strings.upper, "_implementation"),
    reason="np.strings of NumPy 2.0 makes arrays of what it is given, and asks nobody",
)
texts = st.lists(st.lists(st.text("aB\té-", max_size=4), max_size=3), max_size=4)


@of_text
@pytest.mark.parametrize(("function", "of_one"), TEXT.values(), ids=TEXT)
@given(rows=texts)
def test_text_value_by_value(function: Any, of_one: Callable[[str], Any], rows: Any) -> None:
    x = constant(rows, ragged_rank=1, dtype="U4")
    expected = [[of_one(s) for s in row] for row in rows]
    result = function(x)
    assert result.dtype.kind == "U"
    # NumPy takes trailing whitespace off what it pads; the rows are what is tested here.
    assert [[s.rstrip() for s in row] for row in result.to_list()] == [
        [s.rstrip() for s in row] for row in expected
    ]


@of_text
@pytest.mark.parametrize("kind", ["U", "S"])
def test_replace_is_not_cut_to_the_width_of_the_values(kind: str) -> None:
    x: Any = rk.array([["b", "c"], []]).astype(kind)
    replace: Any = np.strings.replace
    assert replace(x, "b", "xyz").astype("U").to_list() == [["xyz", "c"], []]
    assert replace(x, "bb", "x").astype("U").to_list() == [["b", "c"], []]


@given(rks.ragged_tensors())
def test_what_a_tensor_is(x: rk.RaggedTensor) -> None:
    assert np.shape(x) == tuple(x.shape)
    assert np.ndim(x) == x.ndim
    assert np.size(x) == x.size
    assert np.result_type(x) == x.dtype
    assert np.iscomplexobj(x) is (x.dtype.kind == "c")
    assert np.isrealobj(x) is (x.dtype.kind != "c")
    assert np.shares_memory(x, x.flat_values) is (x.size > 0)
    assert np.may_share_memory(x.flat_values, x[...]) is (x.size > 0)
    mine = np.copy(x)
    assert not np.shares_memory(mine, x)
    assert_ragged_equal(mine, x)
    blank: Any = np.empty_like(x)
    assert blank.shape == x.shape
    assert blank.dtype == x.dtype


def test_bounds_that_are_ragged_or_broadcast() -> None:
    x = constant([[1, 5, 9], [], [4]])
    assert_ragged_equal(np.clip(x, x - 1, [[4], [0], [0]]), [[1, 4, 4], [], [0]])
    assert_ragged_equal(np.clip(3, x, None), [[3, 5, 9], [], [4]])
    assert_ragged_equal(np.where(x > 4, x, [[-1], [-2], [-3]]), [[-1, 5, 9], [], [-3]])
    assert_ragged_equal(np.where(x > 4, "big", "small"), [["small", "big", "big"], [], ["small"]])
    assert_ragged_equal(np.where([[True], [False], [False]], x, 0), [[1, 5, 9], [], [0]])


# ------------------------------------------------------------------ comparisons of the whole
@given(numbers)
def test_equal_to_itself_up_to_nan(x: rk.RaggedTensor) -> None:
    nan = bool(np.isnan(x.flat_values).any())
    assert np.array_equal(x, x) is (not nan)
    assert np.array_equal(x, x.copy(), equal_nan=True) is True
    assert np.allclose(x, x) is (not nan)
    assert np.allclose(x, x, equal_nan=True) is True


@given(finite)
def test_equal_to_a_list_and_not_to_another(x: rk.RaggedTensor) -> None:
    if x.size and x.flat_values.ndim == 1:
        assert np.array_equal(x, x.to_list())
        assert np.array_equal(x.to_list(), x)
        assert not np.array_equal(x, (x + 1).to_list())
        assert np.allclose(x, x + 1e-12)
        assert not np.allclose(x, x + 1)


UNEQUAL: dict[str, tuple[Any, Any]] = {
    "rows": ([[1], [2]], [[1]]),
    "lengths": ([[1, 2], []], [[1], [2]]),
    "empty-rows": ([[], [1]], [[1], []]),
    "deep-empty-rows": ([[[1]], []], [[[1]], [[]]]),
    "repeated": ([[1, 1]], [[1], [1]]),
    "values": ([[1]], [[2]]),
    "kinds": ([[1]], [["1"]]),
    "depth": ([[1]], [[[1]]]),
}


@pytest.mark.parametrize(("x", "y"), UNEQUAL.values(), ids=UNEQUAL)
def test_unequal(x: Any, y: Any) -> None:
    assert np.array_equal(constant(x), constant(y)) is False
    assert np.array_equal(constant(x), y) is False
    assert np.array_equal(y, constant(x)) is False


@pytest.mark.parametrize("other", [3, None, "a", np.arange(3), object(), [[1], 2]])
def test_unequal_to_things_without_rows(other: Any) -> None:
    assert np.array_equal(constant([[1, 2]]), other) is False
    assert np.array_equal(other, constant([[1, 2]])) is False


def test_equal_to_an_array_where_rows_are_equally_long() -> None:
    dense = np.array([[1, 2], [3, 4]])
    assert np.array_equal(constant(dense), dense)
    assert np.array_equal(dense, RT.from_tensor(dense))
    assert np.array_equal(constant([[], []]), np.zeros((2, 0)))
    assert np.array_equal(constant([["a"], []]), constant([["a"], []]))


def test_allclose_repeats_scalars_and_rows() -> None:
    x = constant([[1.0, 1.0], []])
    assert np.allclose(x, 1)
    assert np.allclose(1, x)
    assert np.allclose(x, [[1.0], [9.0]])
    with pytest.raises(ValueError, match="shapes must broadcast"):
        np.allclose(x, x[::-1])


# ------------------------------------------------------------------ out
add: Any = np.add
modf: Any = np.modf


def fresh(x: Any, dtype: Any = float) -> Any:
    """A tensor of the same rows, to write into."""
    return x.with_flat_values(np.full(x.flat_values.shape, -7, dtype=dtype))


WRITTEN: dict[str, Callable[..., Any]] = {
    "shared rows": lambda x, **to: np.add(x, x, **to),
    "a number": lambda x, **to: np.multiply(2, x, **to),
    "equal rows": lambda x, **to: np.add(x, constant(x.to_list(), ragged_rank=1), **to),
    "a column": lambda x, **to: np.add(x, [[1.0], [2.0], [3.0]], **to),
    "one operand": lambda x, **to: np.sqrt(x, **to),
    "function": lambda x, **to: np.cumsum(x, axis=1, **to),
    "round": lambda x, **to: np.round(x, 1, **to),
    "clip": lambda x, **to: np.clip(x, 1, 2, **to),
}


@pytest.mark.parametrize("function", WRITTEN.values(), ids=WRITTEN)
def test_out_is_written_and_given_back(function: Callable[..., Any]) -> None:
    x = constant([[1.25, 4.0], [], [9.0]])
    out = fresh(x)
    values = out.flat_values
    assert function(x, out=out) is out
    assert np.shares_memory(out.flat_values, values)
    assert out.to_list() == function(x).to_list()
    assert x.to_list() == [[1.25, 4.0], [], [9.0]]


def test_out_may_be_an_operand_itself() -> None:
    x = constant([[1.0, 4.0], [], [9.0]])
    np.multiply(x, x, out=x)
    assert x.to_list() == [[1.0, 16.0], [], [81.0]]


def test_out_stays_as_it_is_where_a_power_is_refused() -> None:
    out = rk.ragged.constant([[2, 3], [4]])
    exponents = rk.ragged.constant([[2, 2], [-1]])
    with pytest.raises(ValueError, match="must not be negative"):
        np.power(out, exponents, out=out)
    assert out.to_list() == [[2, 3], [4]]
    np.power(out, 2, out=out)
    assert out.to_list() == [[4, 9], [16]]


def test_numbers_are_not_spelt_into_text() -> None:
    rt, out = rk.ragged.constant([[10, 3], [4]]), rk.ragged.constant([["a", "b"], ["c"]])
    with pytest.raises(
        TypeError, match="out must have a dtype that can represent int64, got dtype"
    ):
        np.add(rt, 1, out=out)
    assert out.to_list() == [["a", "b"], ["c"]]


def test_out_may_be_wider_than_the_result_and_of_other_splits() -> None:
    x = constant([[1, 4], [], [9]])
    out = RaggedTensor.from_row_splits(np.zeros(3, complex), np.array([0, 2, 2, 3], "int32"))
    assert add(x, 1, out=out).to_list() == [[2 + 0j, 5 + 0j], [], [10 + 0j]]


def test_out_may_come_out_of_a_pickle() -> None:
    x = constant([[1.0, 4.0], [], [9.0]])
    back = pickle.loads(pickle.dumps(x))
    assert np.add(x, 1, out=back) is back
    assert back.to_list() == [[2.0, 5.0], [], [10.0]]


def test_out_may_be_narrower_where_that_is_said() -> None:
    x = constant([[1.75, 4.0], []])
    out = fresh(x, int)
    loose: dict[str, Any] = {"casting": "unsafe"}
    assert add(x, 1, out=out, **loose) is out
    assert out.to_list() == [[2, 5], []]


def test_several_results_have_an_out_each_or_none() -> None:
    x = constant([[1.5, -2.25], []])
    whole = fresh(x)
    fraction, same = modf(x, out=(None, whole))
    assert same is whole
    assert whole.to_list() == [[1.0, -2.0], []]
    assert fraction.to_list() == [[0.5, -0.25], []]


def test_dense_results_go_into_an_array() -> None:
    x = constant([[1.0, 4.0], [], [9.0]])
    out = np.zeros(3)
    assert np.sum(x, axis=1, out=out) is out
    assert out.tolist() == [5.0, 0.0, 9.0]
    total = np.zeros(())
    assert np.max(x, out=total) is total
    assert total == 9.0


def test_nothing_is_written_where_one_of_two_is_wrong() -> None:
    x = constant([[1.5, -2.25], []])
    good, bad = fresh(x), fresh(x, int)
    with pytest.raises(TypeError, match="out must have a dtype that can represent float64"):
        modf(x, out=(good, bad))
    assert good.to_list() == [[-7.0, -7.0], []]


# ------------------------------------------------------------------ refused
rt = constant([[1.0, 2.0], []])


def read_only(size: int) -> Any:
    array = np.zeros(size)
    array.flags.writeable = False
    return array


REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "out": (
        lambda: np.add(rt, 1, out=np.zeros(2)),
        TypeError,
        "out must be a RaggedTensor, as the result of np.add is, got ndarray",
    ),
    "out-ragged": (
        lambda: np.add(np.ones(2), 1, out=rt),
        TypeError,
        "out must be an array, as the result of np.add is, got RaggedTensor",
    ),
    "out-rows": (
        lambda: np.add(rt, 1, out=constant([[1.0], [2.0]])),
        ValueError,
        "out must have the rows of the result, got row 0 of axis 1 with length 1, not 2",
    ),
    "out-more-rows": (
        lambda: np.add(rt, 1, out=constant([[1.0, 2.0], [], []])),
        ValueError,
        "out must have the 2 rows of the result on axis 0, got 3",
    ),
    "out-partitions": (
        lambda: np.add(rt, 1, out=constant([[[1.0], [2.0]], []])),
        ValueError,
        "out must have the 1 partitions of the result, got 2",
    ),
    "out-dtype": (
        lambda: np.add(rt, 0.5, out=constant([[1, 2], []])),
        TypeError,
        r"out must have a dtype that can represent float64, got dtype\('int64'\); convert the",
    ),
    "out-read-only": (
        lambda: np.add(rt, 1, out=rt.with_values(read_only(2))),
        ValueError,
        "out must be writeable, got a read-only array",
    ),
    "out-shape": (
        lambda: np.sum(rt, axis=1, out=np.zeros(3)),
        ValueError,
        r"out must have the shape of the result, \(2,\), got \(3,\)",
    ),
    "out-by-place": (
        lambda: np.sum(rt, 1, None, np.zeros(2)),
        TypeError,
        r"out must not be given to np.sum with a RaggedTensor; give it by name: out=...",
    ),
    "where": (
        lambda: np.add(rt, 1, where=np.ones(2, bool)),
        TypeError,
        r"where must not be given to np.add .*; use np.where\(condition, result, other\)",
    ),
    "where-ragged": (lambda: np.add(rt, 1, where=rt > 1), TypeError, "where must not be given"),
    "where-clip": (lambda: np.clip(rt, 0, 1, where=rt > 1), TypeError, "where must not .* np.clip"),
    "gufunc": (
        lambda: np.linalg.det(rt),
        TypeError,
        r"np.linalg.det does not support RaggedTensor.*map_flat_values.*rt.to_tensor\(\)",
    ),
    "absent": (
        lambda: np.fft.fft(rt),
        TypeError,
        r"np.fft.fft does not support RaggedTensor; use rt.flat_values for the values alone",
    ),
    "absent-simple": (lambda: np.unwrap(rt), TypeError, "np.unwrap does not support RaggedTensor"),
    "unknown-argument": (lambda: add(rt, 1, foo=1), TypeError, "foo"),
    "values": (
        lambda: np.angle(constant([["a"], []])),
        TypeError,
        r"np.angle must be given values that it takes, got dtype\('<U1'\)",
    ),
    "dtypes": (
        lambda: np.left_shift(rt, 1),
        TypeError,
        "operands must be values that left_shift takes, got float64 and int",
    ),
    "argument-of-numpy-s": (
        lambda: np.average(rt, axis=1, ddof=0),  # type: ignore[call-overload]
        TypeError,
        "ddof",
    ),
    "operand": (
        lambda: add(rt, None),
        TypeError,
        "an operand of np.add must be an array or a scalar, got None",
    ),
    "shape-negative": (
        lambda: np.zeros_like(rt, shape=(3, -1)),
        ValueError,
        r"shape\[1\] must not be negative, got -1",
    ),
    "shape-too-large": (
        lambda: np.empty_like(rt, shape=(1 << 40, 1 << 40)),
        ValueError,
        "shape must make an array that fits memory",
    ),
    "shape-of-floats": (
        lambda: np.ones_like(rt, shape=(2.5,)),  # type: ignore[arg-type]
        TypeError,
        r"shape\[0\] must be an integer, got 2.5",
    ),
    "shape-of-ragged": (
        lambda: np.full_like(rt, 1, shape=rt.shape),
        TypeError,
        r"shape\[1\] must be an integer, got None",
    ),
    "shape-too-deep": (
        lambda: np.zeros_like(rt, shape=(1,) * 65),
        ValueError,
        "shape must make at most 64 axes",
    ),
    "ragged-fill-with-shape": (
        lambda: np.full_like(rt, rt, shape=(2, 2)),
        TypeError,
        "np.full_like: a RaggedTensor must be the first argument alone",
    ),
    "ragged-fill": (
        lambda: np.full_like(rt, rt),
        TypeError,
        "np.full_like: a RaggedTensor must be the first argument alone",
    ),
    "ragged-second": (
        lambda: np.interp([1.0], rt, rt),
        TypeError,
        "np.interp: a RaggedTensor must be the first argument alone",
    ),
    "in-place": (lambda: np.nan_to_num(rt, copy=False), ValueError, "copy must be True, got False"),
    "clip-twice": (
        lambda: np.clip(rt, 0, 1, min=0),
        ValueError,
        "min must not be given together with a_min",
    ),
    "array": (lambda: np.array([rt, rt]), TypeError, "axis 1 is ragged; use rt.to_tensor"),
}


@pytest.mark.parametrize(("call", "error", "says"), REFUSED.values(), ids=REFUSED)
def test_refusals_name_the_function_and_a_way_out(
    call: Callable[[], Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()
    assert rt.to_list() == [[1.0, 2.0], []]


def test_every_function_in_the_table_is_numpy_s_own() -> None:
    for function, handler in FUNCTIONS.items():
        # ufuncs of NumPy 2.0 have no __module__
        assert getattr(function, "__module__", "numpy").startswith("numpy")
        assert callable(handler)


def test_unknown_operands_are_left_to_their_own_type() -> None:
    class Other:
        __array_ufunc__ = None

        def __radd__(self, other: Any) -> str:
            return "mine"

    assert rt + Other() == "mine"
    with pytest.raises(TypeError, match="unsupported operand"):
        rt - Other()


@given(numbers, st.sampled_from(["sqrt", "exp", "floor", "isfinite"]))
def test_warnings_are_numpy_s(x: rk.RaggedTensor, name: str) -> None:
    function = getattr(np, name)
    with np.errstate(all="ignore"):
        assert_ragged_equal(function(x), x.with_flat_values(function(x.flat_values)))


def test_division_by_zero_warns_as_numpy_does() -> None:
    with pytest.warns(RuntimeWarning, match="divide by zero"):
        assert (rt / 0).to_list() == [[float("inf"), float("inf")], []]
