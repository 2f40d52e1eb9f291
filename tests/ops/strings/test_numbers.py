"""to_number against Python's parser, and as_string against C's printf."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.testing import strategies as rks

RT = rk.RaggedTensor
strings = rk.strings
NAN, INF = float("nan"), float("inf")


# ---------------------------------------------------------------------- to_number
@given(rows=rks.ragged_lists(st.floats(allow_nan=False)), as_bytes=st.booleans())
def test_floats_come_back(rows: list[list[float]], as_bytes: bool) -> None:
    written = [[repr(v).encode() if as_bytes else repr(v) for v in row] for row in rows]
    rt = rk.ragged.constant(written, ragged_rank=1, dtype=None if any(rows) else "U1")
    found = strings.to_number(rt, "float64")
    assert found.to_list() == rows
    assert strings.to_number(rt).dtype == np.float32


@given(rows=rks.ragged_lists(st.integers(-(2**63), 2**63 - 1)))
def test_integers_come_back(rows: list[list[int]]) -> None:
    written = [[str(v) for v in row] for row in rows]
    rt = rk.ragged.constant(written, ragged_rank=1, dtype=None if any(rows) else "U1")
    assert strings.to_number(rt, "int64").to_list() == rows


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (" 3 ", 3.0), ("3\n", 3.0), ("\t7", 7.0), ("+5", 5.0), ("007", 7.0), ("1.", 1.0),
        (".5", 0.5), ("1e3", 1000.0), ("0x1A", 26.0), ("-0x1.8p1", -3.0), ("inf", INF),
        ("-Infinity", -INF),
        ("1e400", INF), ("1e-400", 0.0), ("NaN", NAN),
    ],
)  # fmt: skip
def test_floats_as_c_reads_them(text: str, number: float) -> None:
    for dtype in ("float32", "float64"):
        found = strings.to_number([text], dtype)
        np.testing.assert_array_equal(found, np.array([number], dtype))


def test_too_large_for_a_short_float_is_infinite() -> None:
    assert strings.to_number(["3.5e38", "-3.5e38"]).tolist() == [INF, -INF]


@pytest.mark.parametrize(
    ("text", "dtype"),
    [
        ("", "float64"), (" ", "float64"), ("abc", "float64"), ("1_000", "float64"),
        ("١", "float64"), ("1 2", "float64"), ("1f", "float64"), ("1e", "float64"),
        ("0x", "float64"), ("1_000", "int64"), ("١", "int64"), ("1.5", "int64"), ("1e3", "int64"),
        ("0x1A", "int64"),
        ("", "int64"), ("- 1", "int64"), ("2147483648", "int32"), ("-2147483649", "int32"),
        ("9223372036854775808", "int64"), ("-1", "uint8"), ("256", "uint8"), ("inf", "int64"),
    ],
)  # fmt: skip
def test_no_number(text: str, dtype: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011 - the text is compared in full
        strings.to_number(rk.array([["1"], [], [text]]), dtype)
    assert str(error.value) == f"input must be numbers of dtype {dtype}, got {text!r}"


@pytest.mark.parametrize(
    ("text", "dtype", "number"),
    [("2147483647", "int32", 2**31 - 1), ("-128", "int8", -128), ("255", "uint8", 255),
     (" +5 ", "int64", 5)],
)  # fmt: skip
def test_limits(text: str, dtype: str, number: int) -> None:
    found = strings.to_number([text], dtype)
    assert (found.tolist(), found.dtype) == ([number], np.dtype(dtype))


@pytest.mark.parametrize("dtype", ["bool", "complex128", "U", "datetime64[s]"])
def test_other_dtypes(dtype: str) -> None:
    with pytest.raises(TypeError, match="out_type must be a dtype of integers or floats"):
        strings.to_number(["1"], dtype)


# ---------------------------------------------------------------------- as_string
@given(
    rt=rks.ragged_tensors(dtype="float64", values=st.floats(-1e12, 1e12)),
    precision=st.integers(-1, 9),
    how=st.sampled_from(["f", "e", "g"]),
    width=st.sampled_from([-1, 0, 5, 12]),
    fill=st.sampled_from(["", " ", "+", "-", "0"]),
)
def test_floats_as_printf_writes_them(
    rt: RT, precision: int, how: str, width: int, fill: str
) -> None:
    found = strings.as_string(rt, precision, how == "e", how == "g", width, fill)
    spec = {"-": "<", "+": ">+", " ": "> ", "0": "0", "": ">"}[fill]
    spec += (str(width) if width > 0 else "") + (f".{precision}" if precision >= 0 else "") + how
    spec = spec.replace("0.", ".", 1) if fill == "0" and width <= 0 else spec
    wanted = [format(v, spec) for v in rt.flat_values.ravel().tolist()]
    assert found.flat_values.ravel().tolist() == wanted
    assert all(p.identical(q) for p, q in zip(found.partitions, rt.partitions, strict=True))


@given(
    rt=rks.ragged_tensors(dtype=st.sampled_from(["int8", "int64"])),
    width=st.sampled_from([-1, 6]),
    fill=st.sampled_from(["", " ", "+", "-", "0", "#"]),
)
def test_integers_as_printf_writes_them(rt: RT, width: int, fill: str) -> None:
    found = strings.as_string(rt, width=width, fill=fill).flat_values.ravel().tolist()
    for text, n in zip(found, rt.flat_values.ravel().tolist(), strict=True):
        assert int(text) == n
        assert len(text) >= width
        assert text.strip() == text or fill in ("", " ", "+", "-", "#")
        assert (fill in ("+", " ") and n >= 0) == (text.strip()[0] == "+" or text[0] == " ") or (
            width > 0
        )


@pytest.mark.parametrize(
    ("values", "kwargs", "wanted"),
    [
        ([True, False], {"width": 9}, ["true", "false"]),
        ([1, -23], {"width": 4, "fill": "0"}, ["0001", "-023"]),
        ([1, -23], {"width": 4, "fill": "-"}, ["1   ", "-23 "]),
        ([1, -23], {"fill": "+"}, ["+1", "-23"]),
        (np.array([1, 250], "uint8"), {"fill": "+"}, ["1", "250"]),
        (np.array([1, 250], "uint8"), {"width": 4, "fill": " "}, ["   1", " 250"]),
        ([NAN, INF, -INF], {"width": 6, "fill": "0"}, ["   nan", "   inf", "  -inf"]),
        ([NAN, INF], {"fill": "+"}, ["+nan", "+inf"]),
        ([-0.0, 1e10, 1e-9], {"shortest": True}, ["-0", "1e+10", "1e-09"]),
        ([3.25], {"scientific": True, "precision": 1}, ["3.2e+00"]),
        ([2.5], {"precision": 0}, ["2"]),
        ([1 + 2.5j], {"precision": 1}, ["(1.0,2.5)"]),
        ([1 + 2.5j], {"width": 5, "precision": 1, "fill": "0"}, ["(001.0,002.5)"]),
        (np.array([0.1], "float32"), {"precision": 9}, ["0.100000001"]),
        (["a", "bc"], {"width": 4}, ["   a", "  bc"]),
        ([b"a", b"bc"], {"width": 4, "fill": "-"}, [b"a   ", b"bc  "]),
        (["a"], {"width": 4, "fill": "0", "precision": 2}, ["   a"]),
        ([2**62], {}, [str(2**62)]),
    ],
)
def test_table(values: Any, kwargs: dict[str, Any], wanted: list[Any]) -> None:
    assert strings.as_string(values, **kwargs).tolist() == wanted


def test_nothing_to_write() -> None:
    found = strings.as_string(rk.ragged.constant([[], []]))
    assert found.to_list() == [[], []]
    assert found.dtype.kind == "U"


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: strings.as_string([1], fill="x"), ValueError, "fill must be '', ' '.*, got 'x'"),
        (lambda: strings.as_string([1], fill="00"), ValueError, "fill must be .*, got '00'"),
        (lambda: strings.as_string([1], fill=0), ValueError, "fill must be .*, got 0"),  # type: ignore[call-overload]
        (lambda: strings.as_string([1.0], scientific=True, shortest=True), ValueError,
         "shortest must be left out beside scientific"),
        (lambda: strings.as_string([1], 2), ValueError,
         "precision must be left out if input has dtype int64"),
        (lambda: strings.as_string([True], scientific=True), ValueError,
         "scientific must be left out if input has dtype bool"),
        (lambda: strings.as_string([1], shortest=True), ValueError, "shortest must be left out"),
        (lambda: strings.as_string(np.array(["2020"], "M8[D]")), TypeError,
         "input must contain numbers, bools or text"),
    ],
)  # fmt: skip
def test_refusals(call: Callable[[], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_there_and_back(x: float) -> None:
    text = strings.as_string(rk.array([[x], []]), precision=17, scientific=True)
    assert strings.to_number(text, "float64").to_list() == [[x], []]
    assert math.isfinite(x)
