"""Round trips from R to Python are identical; vectors, text and its encodings; shared memory."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from raggedkit_r import from_r, to_r
from raggedkit_r.ragged.ragged_list import RaggedList

LATIN1 = "{x <- '\\xe9t\\xe9'; Encoding(x) <- 'latin1'; x}"
# A vector of R for each of its kinds, NA in it where it can be.
VECTORS = {
    "logical": "c(TRUE, FALSE, TRUE)",
    "logical-na": "c(TRUE, NA, FALSE)",
    "only-na": "c(NA, NA, NA)",
    "integer": "c(1L, -5L, 2147483647L)",
    "integer-na": "c(1L, NA, 3L)",
    "sequence": "1:3",
    "double": "c(1.5, -0, 1e308)",
    "double-na": "c(1.5, NA, NaN)",
    "double-inf": "c(Inf, -Inf, 0)",
    "complex": "c(1+2i, NA, complex(real = NaN, imaginary = 1))",
    "character": "c('a', '', '\\u65e5\\u672c')",
    "character-na": "c('NA', NA, '')",
    "latin1": f"c('a', {LATIN1}, 'b')",
    "raw": "as.raw(c(0, 7, 255))",
    "factor": "factor(c('b', 'a', 'b'), levels = c('b', 'a', 'unused'))",
    "factor-na": "factor(c('b', NA, 'b'))",
    "ordered": "factor(c('lo', 'hi', NA), levels = c('lo', 'hi'), ordered = TRUE)",
    "date": "as.Date(c('2024-02-29', NA, '0999-01-01'))",
    "date-within-a-day": "structure(c(0.5, NA, 1), class = 'Date')",
    "time": "as.POSIXct(c('2024-02-29 12:30:00.123456', NA, '1969-12-31'), tz = 'UTC')",
    "time-zone": "as.POSIXct(c('2024-02-29 12:30', NA, '1969-12-31'), tz = 'Asia/Tokyo')",
    "time-no-zone": "structure(c(1.25, NA, 1e9), class = c('POSIXct', 'POSIXt'))",
    "time-empty-zone": "structure(c(1, NA, 3), class = c('POSIXct', 'POSIXt'), tzone = '')",
    "span": "as.difftime(c(1, NA, 0.5), units = 'secs')",
    "span-hours": "as.difftime(c(1, NA, 0.1), units = 'hours')",
    "span-weeks": "as.difftime(c(1, NA, 2), units = 'weeks')",
}
CUTS = {
    "rows": "list(c(0L, 2L, 2L, 3L))",
    "empty-ends": "list(c(0L, 0L, 3L, 3L))",
    "one-row": "list(c(0L, 3L))",
    "rank-2": "list(c(0L, 1L, 1L, 3L), c(0L, 3L, 3L, 3L))",
    "rank-3": "list(c(0L, 0L, 2L), c(0L, 1L, 2L), c(0L, 0L, 3L))",
}
EXTRAS = {
    "plain": "",
    "names": ", names = c(list(letters[seq_along(s[[1]][-1])]), vector('list', length(s)))",
    "value-names": ", names = c(vector('list', length(s)), list(c('x', '', '\\u00fc')))",
    "null": ", null = lapply(s, function(k) if (any(diff(k) == 0L)) diff(k) == 0L)",
}


def made(r: Any, values: str, splits: str, extra: str = "") -> Any:
    """A ragged list of R's, made by its constructor; NULL in place of a list of NULLs."""
    make = r("""function(new, values, s, null = NULL, names = NULL) {
      new(values, s, null = if (length(unlist(null))) null, names = names)
    }""")
    from raggedkit_r.border.session import session

    new = session().package["ragged_of_parts"]
    call = r(f"function(make, new) {{ s <- {splits}; make(new, {values}, s{extra}) }}")
    return call(make, new)


@pytest.mark.parametrize("extra", EXTRAS.values(), ids=EXTRAS)
@pytest.mark.parametrize("splits", CUTS.values(), ids=CUTS)
@pytest.mark.parametrize("values", VECTORS.values(), ids=VECTORS)
def test_every_kind_goes_back_identical(
    r: Any, identical: Any, values: str, splits: str, extra: str
) -> None:
    x = made(r, values, splits, extra)
    assert identical(to_r(from_r(x)), x)


@pytest.mark.parametrize("values", VECTORS.values(), ids=VECTORS)
def test_nothing_keeps_its_kind(r: Any, identical: Any, values: str) -> None:
    for splits in ("list(0L)", "list(c(0L, 0L, 0L))", "list(c(0L, 2L), c(0L, 0L, 0L))"):
        x = made(r, f"({values})[0]", splits)
        assert identical(to_r(from_r(x)), x)


INNER = {
    "integer": "array(1:12, c(3, 2, 2))",
    "text": "matrix(c('a', NA, 'b', 'c', 'd', 'e'), 3)",
    "complex": "matrix(1:6 * 1i, 3)",
    "nothing": "array(1i, c(3, 0))",
}


@pytest.mark.parametrize("values", INNER.values(), ids=INNER)
def test_inner_axes_go_back_identical(r: Any, identical: Any, values: str) -> None:
    x = made(r, values, CUTS["rows"])
    assert identical(to_r(from_r(x)), x)


def test_inner_axes_are_where_r_has_them(r: Any) -> None:
    rt = from_r(made(r, "array(1:12, c(3, 2, 2))", CUTS["rows"]))
    assert rt[0].shape == (2, 2, 2)
    assert rt.flat_values[0, 1, 0] == 4  # array(1:12, c(3, 2, 2))[1, 2, 1]


def test_splits_may_be_doubles_as_those_past_integers_are(r: Any) -> None:
    x = made(r, "c(1, 2, 3)", "list(c(0, 1, 3))")
    assert from_r(x).identical(rk.array([[1.0], [2.0, 3.0]]))


PLAIN: dict[str, tuple[str, Any]] = {
    "double": ("c(1.5, NA)", np.array([1.5, np.nan])),
    "integer": ("c(1L, -5L)", np.array([1, -5], dtype="int32")),
    "logical": ("c(TRUE, FALSE)", np.array([True, False])),
    "complex": ("c(1i, 2)", np.array([1j, 2])),
    "text": ("c('a', '')", np.array(["a", ""])),
    "latin1": (LATIN1, np.array(["été"])),
    "raw": ("as.raw(c(0, 255))", np.array([0, 255], dtype="uint8")),
    "date": ("as.Date('2024-02-29')", np.array(["2024-02-29"], dtype="M8[D]")),
    "time": (".POSIXct(1.5, tz = 'Asia/Tokyo')", np.array([1500000], dtype="M8[us]")),
    "lt": ("as.POSIXlt('2024-02-29', tz = 'UTC')", np.array(["2024-02-29"], dtype="M8[us]")),
    "span": ("as.difftime(2, units = 'mins')", np.array([120_000_000], dtype="m8[us]")),
    "factor": ("factor(c('b', 'a'))", np.array(["b", "a"])),
    "matrix": ("matrix(1:6, 2)", np.arange(1, 7, dtype="int32").reshape(2, 3, order="F")),
    "array": ("array(1:24, 2:4)", np.arange(1, 25, dtype="int32").reshape(2, 3, 4, order="F")),
    "empty": ("numeric(0)", np.array([])),
    "no-text": ("character(0)", np.array([], dtype="U1")),
    "named": ("c(a = 1)", np.array([1.0])),
}


@pytest.mark.parametrize(("code", "expected"), PLAIN.values(), ids=PLAIN)
def test_a_vector_is_an_array(r: Any, code: str, expected: Any) -> None:
    found = from_r(r(code))
    assert type(found) is np.ndarray
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found, expected)


MASKED = {
    "integer": ("c(1L, NA)", [1, None]),
    "logical": ("c(NA, TRUE)", [None, True]),
    "text": ("c('a', NA)", ["a", None]),
    "factor": ("factor(c('b', NA))", ["b", None]),
    "matrix": ("matrix(c(1L, NA, 3L, 4L), 2)", [[1, 3], [None, 4]]),
}


@pytest.mark.parametrize(("code", "expected"), MASKED.values(), ids=MASKED)
def test_na_is_masked_never_a_number(r: Any, identical: Any, code: str, expected: Any) -> None:
    found = from_r(r(code))
    assert isinstance(found, np.ma.MaskedArray)
    assert found.tolist() == expected
    if "factor" not in code:
        assert identical(to_r(found), r(code))


def test_masked_values_are_na_of_every_kind(r: Any) -> None:
    is_na = r("is.na")
    for values in ([1.5, 2], [1, 2], [True, False], ["a", "b"], [1j, 2], [b"a", b"b"]):
        x = np.ma.MaskedArray(np.array(values), [False, True])
        assert list(is_na(to_r(x))) == [False, True], values
    days = np.ma.MaskedArray(np.array(["2024-01-01", "2024-01-02"], "M8[D]"), [True, False])
    assert list(is_na(to_r(days))) == [True, False]


def test_arrays_become_vectors_and_arrays(r: Any, identical: Any) -> None:
    assert identical(to_r(np.arange(3, dtype="int32")), r("0:2"))
    assert identical(to_r(np.array(1.5)), r("1.5"))
    grid = np.arange(24).reshape(2, 3, 4)
    assert identical(to_r(grid), r("aperm(array(0:23, 4:2))"))
    assert identical(to_r(np.array(["a", "é"])), r("c('a', '\\u00e9')"))
    assert identical(to_r(np.array([], dtype="M8[D]")), r("as.Date(character(0))"))


@pytest.mark.parametrize(
    ("x", "code"),
    [(1.5, "1.5"), (3, "3L"), (True, "TRUE"), ("é", "'\\u00e9'"), (2j, "2i"), (None, "NULL")],
    ids=["float", "int", "bool", "str", "complex", "none"],
)
def test_one_value_is_a_vector_of_one(r: Any, identical: Any, x: Any, code: str) -> None:
    assert identical(to_r(x), r(code))
    if x is not None:
        assert identical(to_r(np.asarray(x)[()]), r(code))


def test_lists_are_read_as_ragged_lists(r: Any) -> None:
    rt = from_r(r("list(c(3, 1), numeric(0), 5)"))
    assert rt.identical(rk.array([[3.0, 1], [], [5]]))
    x = from_r(r("list(a = c(3L, NA), b = NULL)"))
    assert isinstance(x, RaggedList)
    assert x.kind == "integer"
    assert x.na is not None
    assert x.na.tolist() == [False, True]
    assert x.names[0] == ("a", "b")
    assert x.null[0] is not None
    assert x.null[0].tolist() == [False, True]
    assert from_r(r("split(1:4, c(1, 1, 2, 1))")).tensor.to_list() == [[1, 2, 4], [3]]


def test_null_and_what_is_python_s_come_back(r: Any) -> None:
    rt = rk.array([[1], []])
    assert from_r(rt) is rt
    assert from_r(r("NULL")) is None
    x = r("1")
    assert to_r(x) is x


def test_numbers_share_r_s_memory_and_cannot_be_written(r: Any) -> None:
    x = r("list(c(1.5, 2, 3), 4)")
    flat = r("c(1.5, 2, 3, 4)")
    assert np.shares_memory(from_r(flat), from_r(flat))
    # The rows of R's ragged list are joined to new values, which R does not change.
    values = from_r(r("ragged(list(c(1.5, 2, 3), 4))")).flat_values
    assert not values.flags.writeable
    with pytest.raises(ValueError, match="WRITEABLE"):
        values.flags.writeable = True
    assert from_r(x).flat_values.tolist() == [1.5, 2.0, 3.0, 4.0]


def test_shared_memory_outlives_r_s_object(r: Any) -> None:
    values = [from_r(r(f"as.numeric({n} + seq_len(100000))")) for n in range(20)]
    gc.collect()
    r("invisible(gc())")
    junk = [r("runif(100000)") for _ in range(20)]
    for n, v in enumerate(values):
        np.testing.assert_array_equal(v, n + np.arange(1.0, 100001))
    assert len(junk) == 20


def test_r_copies_before_it_changes_what_python_sees(r: Any) -> None:
    import rpy2.rinterface as ri

    ri.globalenv["changed"] = r("c(1, 2, 3)")
    seen = from_r(ri.globalenv["changed"])
    r("changed[2] <- 99")
    assert seen.tolist() == [1.0, 2.0, 3.0]
    assert from_r(ri.globalenv["changed"]).tolist() == [1.0, 99.0, 3.0]
    r("lists <- ragged(list(c(1, 2), 3))")
    seen = from_r(ri.globalenv["lists"]).flat_values
    r("lists[[1]][1] <- 99")
    assert seen.tolist() == [1.0, 2.0, 3.0]


def test_a_sequence_that_r_has_not_written_out_is_read(r: Any) -> None:
    assert from_r(r("1:1000000")).sum() == 500000500000
    assert from_r(r("sort(c(3, 1, 2))")).tolist() == [1, 2, 3]


WRONG: dict[str, tuple[str, type[Exception], str]] = {
    "function": ("sum", TypeError, "not an object of class function"),
    "environment": ("globalenv()", TypeError, "not an object of class environment"),
    "class": ("structure(1, class = 'money')", TypeError, r"class money; unclass\(x\) gives"),
    "text": ("'\\xff'", ValueError, "a known encoding.* at position 1"),
    "level": ("factor(NA, exclude = NULL)", ValueError, "name that level"),
    "infinite": ("as.Date(Inf, origin = '1970-01-01')", ValueError, "got inf"),
    "list": ("list(1, sum)", TypeError, "must be a vector"),
    "sparse-na": ("Matrix::sparseMatrix(1, 1, x = NA)", ValueError, "without NA"),
}


@pytest.mark.parametrize(("code", "error", "says"), WRONG.values(), ids=WRONG)
def test_from_r_says_what_it_cannot(r: Any, code: str, error: type[Exception], says: str) -> None:
    if "Matrix::" in code and not r("requireNamespace('Matrix', quietly = TRUE)")[0]:
        pytest.skip("R's package Matrix is missing")
    with pytest.raises(error, match=says):
        from_r(r(code))


def test_from_r_takes_values_of_r_only() -> None:
    with pytest.raises(TypeError, match=r"obj must be a value of R's, got \[1\]"):
        from_r([1])


UNSENT: dict[str, tuple[Any, type[Exception], str]] = {
    "list": ([[1], [2]], TypeError, r"got \[\[1\], \[2\]\]; rk.array\(x\) makes"),
    "partition": (rk.RowPartition.from_row_lengths([2]), TypeError, r"to_r\(x.row_lengths\(\)\)"),
    "wide": (rk.array([[2**53 + 1]]), ValueError, "got 9007199254740993 .value 0"),
    "nul": (rk.array([["a\0b"]]), ValueError, "without NUL"),
    "surrogate": (rk.array([["a", "\ud800"]]), ValueError, "UTF-8 can write, got .*value 1"),
    "void": (np.zeros(1, "V3"), TypeError, r"V3"),
    "nanoseconds": (np.array([1700000000_000000001], "M8[ns]"), ValueError, "round them first"),
    "size": (rk.TensorShape([2, 2**31]), ValueError, r"shape\[1\] must be at most 2147483647"),
    "sparse-rank": (rk.SparseTensor([[0]], [5], [1]), ValueError, "2 dimensions.*got 1"),
    "sparse-text": (rk.SparseTensor([[0, 0]], ["a"], [1, 1]), TypeError, "real numbers or bools"),
    "sparse-twice": (rk.SparseTensor([[0, 0]] * 2, [1, 2], [1, 1]), ValueError, r"\[0, 0\] twice"),
    "sparse-wide": (rk.SparseTensor([[0, 0]], [2**53 + 1], [1, 1]), ValueError, "9007199254740993"),
    "sparse-size": (rk.SparseTensor([[0, 0]], [1], [2**31, 1]), ValueError, "2147483648"),
}


@pytest.mark.usefixtures("r")
@pytest.mark.parametrize(("x", "error", "says"), UNSENT.values(), ids=UNSENT)
def test_to_r_says_what_it_cannot(x: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        to_r(x)
