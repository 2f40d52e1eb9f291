"""Digits of floats, complex numbers and times: one format per display, NumPy's print options."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit import RaggedTensor
from raggedkit.reprs.numbers import aligned
from tests.reprs.pages import page_of

PREFIX = "<RaggedTensor [["


def texts_of(values: Any, **options: Any) -> list[str]:
    """Return the texts of a row with these values."""
    with rk.options(max_cols=100_000), np.printoptions(**options):
        text = repr(RaggedTensor.from_row_lengths(np.asarray(values), [len(values)]))
    return text.removeprefix(PREFIX).removesuffix("]]>").split(", ")


def texts_of_numpy(values: Any, **options: Any) -> list[str]:
    """Return the texts of NumPy's array, with ``1.0`` for ``1.``."""
    with np.printoptions(**options, linewidth=10**9, threshold=10**9):
        texts = np.array2string(np.asarray(values), separator=",").strip("[]").split(",")
    return [f"{text}0" if text.endswith(".") else text for text in map(str.strip, texts)]


# Values for which NumPy itself uses no exponents: the largest is less than 1000 times the smallest.
plain = st.floats(1, 600).flatmap(lambda v: st.sampled_from([v, -v, float(round(v)), v / 1.5]))
odd = st.sampled_from([0.0, np.nan, np.inf, -np.inf])
modes = st.sampled_from(["maxprec", "maxprec_equal", "fixed", "unique"])


@given(
    st.lists(plain | odd, min_size=1, max_size=8),
    modes,
    st.integers(1, 12),
    st.sampled_from("-+"),
    st.sampled_from(["float64", "float32"]),
)
def test_options_mean_what_they_mean_for_numpy(
    values: list[float], mode: Any, precision: int, sign: Any, dtype: str
) -> None:
    array = np.array(values, dtype)
    given: dict[str, Any] = {"floatmode": mode, "precision": precision, "sign": sign}
    given |= {"nanstr": "NA", "infstr": "Inf"}
    assert texts_of(array, **given) == texts_of_numpy(array, **given)


@given(st.lists(st.floats(width=32), min_size=1, max_size=20))
def test_all_values_have_one_format(values: list[float]) -> None:
    texts = [t for t, v in zip(texts_of(values), values, strict=True) if np.isfinite(v)]
    sizes = [abs(v) for v in values if np.isfinite(v) and v]
    exponents = bool(sizes) and (max(sizes) >= 1e16 or min(sizes) < 1e-4)
    assert all(("e" in text) == exponents for text in texts)
    assert all("." in text for text in texts)
    if exponents:
        assert len({len(text.lstrip("-")) for text in texts}) == 1


@given(st.lists(st.floats(width=32, allow_subnormal=False), min_size=1, max_size=20))
def test_float32_has_its_own_digits(values: list[float]) -> None:
    array = np.array(values, "float32")
    again = np.array([float(text) for text in texts_of(array, floatmode="unique")], "float32")
    assert np.array_equal(again, array, equal_nan=True)


EXAMPLES: dict[str, tuple[Any, dict[str, Any], list[str]]] = {
    "no-int-beside-floats": ([0.9999999999, 1.0, 2.5], {}, ["1.0", "1.0", "2.5"]),
    "rounded": ([0.1 + 0.2], {}, ["0.3"]),
    "all-digits": ([0.1 + 0.2], {"floatmode": "unique"}, ["0.30000000000000004"]),
    "unix-time": ([1700000000.123456, 1.0], {}, ["1700000000.123456", "1.0"]),
    "just-below-large": ([9999999999999998.0, 1e-4], {}, ["9999999999999998.0", "0.0001"]),
    "large": ([1e16, 1.5], {}, ["1.0e+16", "1.5e+00"]),
    "small": ([0.00009, 1.0], {}, ["9.0e-05", "1.0e+00"]),
    "suppressed": ([0.00009, 1.0], {"suppress": True}, ["0.00009", "1.0"]),
    "long-exponent": ([1e-300, 1.0], {}, ["1.0e-300", "1.0e+000"]),
    "negative-zero": ([-0.0], {}, ["-0.0"]),
    "space": ([1.0, -1.0], {"sign": " "}, [" 1.0", "-1.0"]),
    "precision-0": ([1.6, 2.0], {"precision": 0}, ["2.0", "2.0"]),
    "float16": (np.array([0.1, 6e4], "float16"), {}, ["0.1", "60000.0"]),
    "longdouble": (np.array([0.5], np.longdouble), {}, ["0.5"]),
    "complex": ([1 + 2j, 0.25 - 1j], {}, ["1.0+2.0j", "0.25-1.0j"]),
    "complex-exponents": ([1e-9 + 2j], {}, ["1.0e-09+2.0e+00j"]),
    "complex-fixed": ([1 + 2j], {"floatmode": "fixed", "precision": 2}, ["1.00+2.00j"]),
    "complex-nan": ([complex(np.nan, -np.inf)], {"nanstr": "NA"}, ["NA-infj"]),
    "only-nan": ([np.nan, np.inf], {}, ["nan", "inf"]),
}


@pytest.mark.parametrize(("values", "options", "texts"), EXAMPLES.values(), ids=EXAMPLES)
def test_examples(values: Any, options: dict[str, Any], texts: list[str]) -> None:
    assert texts_of(values, **options) == texts


@pytest.mark.parametrize("mode", ["maxprec", "unique"])
def test_our_precision_overrides_that_of_numpy(mode: Any) -> None:
    rt = rk.array([[1 / 3, 2.0]])
    with np.printoptions(precision=4, floatmode=mode):
        with rk.options(precision=2):
            assert repr(rt) == "<RaggedTensor [[0.33, 2.0]]>"
            assert page_of(rt).rows == [["0", "2", "0.33", "2.0"]]
            assert ">0.33<" in rk.diagram(rt).svg
        with rk.options(precision=2), rk.options(precision=None):
            assert "0.33," not in repr(rt)


def test_the_limits_of_numpy_are_not_ours() -> None:
    rt = rk.array([list(range(20))])
    before = repr(rt)
    with np.printoptions(threshold=2, edgeitems=1, linewidth=10):
        assert repr(rt) == before


FORMATTERS: dict[str, tuple[Any, str, str]] = {
    "float": ([[1.5]], "float", "<1.5>"),
    "float-kind": ([[1.5]], "float_kind", "<1.5>"),
    "all": ([[1]], "all", "<1>"),
    "int": ([[1]], "int", "<1>"),
    "bool": ([[True]], "bool", "<True>"),
    "complex": ([[1j]], "complex_kind", "<1j>"),
    "str": ([["a"]], "str_kind", "<a>"),
    "other": ([[1]], "float_kind", "1"),
}


@pytest.mark.parametrize(("rows", "name", "text"), FORMATTERS.values(), ids=FORMATTERS)
def test_formatters_of_numpy(rows: Any, name: str, text: str) -> None:
    formatter: Any = {name: lambda value: f"<{value}>"}
    with np.printoptions(formatter=formatter):
        assert repr(rk.array(rows)) == f"<RaggedTensor [[{text}]]>"
        assert page_of(rk.array(rows)).rows == [["0", "1", text]]


def test_points_are_in_one_column() -> None:
    assert aligned(["1.5", "-10.25", "nan", "2.0"]) == ["  1.5 ", "-10.25", "   nan", "  2.0 "]
    assert aligned(["1", "20"]) == [" 1", "20"]
    assert aligned([]) == []
    rt = RaggedTensor.from_row_lengths([0.5, -10.25, np.nan] * 10, [1, 2] * 10)
    lines = repr(rt).splitlines()[2:]
    assert lines[:2] == ["   0       1  [  0.5 ]", "   1       2  [-10.25,    nan]"]
    assert "<span>-10.25</span> <span>   <em>nan</em></span>" in rt._repr_html_()


def test_values_of_a_folded_table_have_the_format_of_the_rows() -> None:
    rt = RaggedTensor.from_row_lengths([1e-9, *[2.5] * 30], [31])
    assert page_of(rt).text.count("2.5e+00") >= 7
    assert "2.5 " not in page_of(rt).text


# ---------------------------------------------------------------------- times
def test_times_are_written_as_pandas_writes_them() -> None:
    pd = pytest.importorskip("pandas")
    rng = np.random.default_rng(3)
    for unit, size in {"s": 1, "ms": 1000, "us": 10**6, "ns": 10**9}.items():
        for step in (86_400 * size, 60 * size, size, 1):
            counts = rng.integers(-300 * 86_400, 300 * 86_400, 5) * size // step * step
            for kind in "mM":
                values = counts.astype(f"{kind}8[{unit}]")
                shown = pd.Series(values).to_string(header=False, index=False).split("\n")
                assert texts_of(values) == [text.strip() for text in shown]


TIMES: dict[str, tuple[Any, list[str]]] = {
    "dates": (np.array(["2024-02-29", "NaT"], "M8[us]"), ["2024-02-29", "NaT"]),
    "hours": (np.array(["2024-02-29T10"], "M8[h]"), ["2024-02-29 10:00:00"]),
    "weeks": (np.array([1], "M8[W]"), ["1970-01-08"]),
    "months": (np.array(["2024-02"], "M8[M]"), ["2024-02"]),
    "picoseconds": (np.array([5], "M8[ps]"), ["1970-01-01T00:00:00.000000000005"]),
    "far": (np.array([2**62], "M8[W]"), [str(np.datetime64(2**62, "W"))]),
    "multiples": (np.array([3], "M8[3h]"), ["1970-01-01 09:00:00"]),
    "days": (np.array([1, -2], "m8[D]"), ["1 days", "-2 days"]),
    "negative": (np.array([-3600, "NaT"], "m8[s]"), ["-1 days +23:00:00", "NaT"]),
    "long": (np.array([2**62], "m8[W]"), [f"{7 * 2**62} days"]),
    "calendar": (np.array([3], "m8[M]"), ["3 months"]),
    "no-unit": (np.array([3, "NaT"], "m8"), ["3", "NaT"]),
    "only-nat": (np.array(["NaT"], "M8[ns]"), ["NaT"]),
}


@pytest.mark.parametrize(("values", "texts"), TIMES.values(), ids=TIMES)
def test_times(values: Any, texts: list[str]) -> None:
    assert texts_of(values) == texts


# ---------------------------------------------------------------------- items that are arrays
def test_large_items_are_named_by_dtype_and_shape() -> None:
    images = RaggedTensor.from_row_lengths(np.zeros((3, 28, 28), "uint8"), [2, 1])
    assert repr(images).splitlines()[2] == "   0       2  [uint8[28, 28], uint8[28, 28]]"
    assert page_of(images).rows[0] == ["0", "2", "uint8[28, 28]", "uint8[28, 28]"]
    assert "uint8[28, 28]" in rk.diagram(images).svg
    small = RaggedTensor.from_row_lengths(np.zeros((1, 2, 2), "uint8"), [1])
    assert repr(small) == "<RaggedTensor [[[[0, 0], [0, 0]]]]>"
