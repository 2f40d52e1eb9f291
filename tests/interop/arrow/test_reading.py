"""Arrow lists as ragged tensors: forms of lists, dtypes, shared memory, rules for missing ones."""

from __future__ import annotations

import datetime as dt
import decimal
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.errors import MissingValueError
from raggedkit.interop.arrow import _reading as reading
from raggedkit.interop.arrow._nodes import Node

pa = pytest.importorskip("pyarrow")


class Foreign:
    """An array of a library that exports capsules alone."""

    def __init__(self, obj: Any) -> None:
        self.obj = obj

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        return self.obj.__arrow_c_array__(requested_schema)


def read(obj: Any, foreign: bool = False, **rules: Any) -> Any:
    return rk.RaggedTensor.from_arrow(Foreign(obj) if foreign else obj, **rules)


FOREIGN = pytest.mark.parametrize("foreign", [False, True], ids=["pyarrow", "capsules"])


LISTS: dict[str, Any] = {
    "list": pa.list_(pa.int16()),
    "large-list": pa.large_list(pa.int16()),
    "fixed": pa.list_(pa.int16(), 2),
}


@pytest.mark.parametrize("kind", LISTS)
@pytest.mark.parametrize("cut", [(0, 4), (1, 2), (2, 2), (4, 0), (0, 0)])
@FOREIGN
def test_every_form_of_list_and_slices(kind: str, cut: tuple[int, int], foreign: bool) -> None:
    rows = [[1, 2], [3, 4], [5, 6], [7, 8]] if kind == "fixed" else [[1], [], [2, 3], [4]]
    rt = read(pa.array(rows, LISTS[kind]).slice(*cut), foreign)
    assert rt.to_list() == rows[cut[0] :][: cut[1]]
    assert rt.dtype == np.int16
    assert (rt.partitions[0].uniform_row_length() is not None) == (kind == "fixed")


@pytest.mark.parametrize("make", [pa.ListViewArray, pa.LargeListViewArray])
@pytest.mark.parametrize(
    ("offsets", "sizes"),
    [([3, 0], [2, 3]), ([0, 0, 4], [2, 3, 1]), ([0, 2], [2, 3]), ([5, 0], [0, 1]), ([], [])],
)
@FOREIGN
def test_list_views_are_read_by_offsets_and_sizes(
    make: Any, offsets: Any, sizes: Any, foreign: bool
) -> None:
    """A cast of pyarrow 26 makes other rows of them without an error."""
    flat = [10, 11, 12, 13, 14]
    rt = read(make.from_arrays(offsets, sizes, pa.array(flat)), foreign)
    assert rt.to_list() == [flat[a : a + n] for a, n in zip(offsets, sizes, strict=True)]


rows_of_anything = st.lists(
    st.none()
    | st.lists(st.none() | st.lists(st.none() | st.integers(-9, 9), max_size=3), max_size=3),
    max_size=5,
)


@given(rows=rows_of_anything, first=st.integers(0, 5), large=st.booleans())
def test_property_missing_rows_and_values(rows: Any, first: int, large: bool) -> None:
    make = pa.large_list if large else pa.list_
    obj = pa.array(rows, make(make(pa.int32())))[first:]
    rt, mask = read(obj, return_mask=True, fill_missing=77, missing_rows="empty")
    model = [[list(items or []) for items in row or []] for row in rows[first:]]
    assert rt.to_list() == [[[77 if x is None else x for x in r] for r in row] for row in model]
    assert mask.to_list() == [[[x is None for x in r] for r in row] for row in model]


@given(rows=st.lists(st.lists(st.text(max_size=4), max_size=3), max_size=4), kind=st.integers(0, 2))
def test_property_text(rows: Any, kind: int) -> None:
    word = [pa.string(), pa.large_string(), pa.string_view()][kind]
    rt = read(pa.array(rows, pa.list_(word)))
    assert rt.to_list() == rows
    assert read(rt.to_arrow()).to_list() == rows


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()])
@FOREIGN
def test_text_of_any_length_in_slices(kind: Any, foreign: bool) -> None:
    rows = [["a", "ß" * 20], [], ["", "😀", "x" * 13, None], ["end"]]
    rt = read(pa.array(rows, pa.list_(kind))[1:], foreign, fill_missing="?")
    assert rt.to_list() == [[], ["", "😀", "x" * 13, "?"], ["end"]]


def test_one_long_text_does_not_widen_all() -> None:
    rt = read(pa.array([["a"] * 3000, ["b" * 100_000]]))
    assert rt.dtype == np.dtypes.StringDType()
    assert rt[1].tolist() == ["b" * 100_000]


VALUES: dict[str, tuple[Any, Any]] = {
    "bools": ([[True, False], [], [True]], None),
    "dates": ([[dt.date(2020, 2, 29)], []], None),
    "datetimes": ([[dt.datetime(2020, 2, 29, 1)], []], pa.timestamp("us")),
    "durations": ([[dt.timedelta(hours=1)], []], pa.duration("us")),
    "bytes": ([[b"ab", b""], [], [b"c"]], None),
    "fixed-bytes": ([[b"ab"], [], [b"cd"]], pa.binary(2)),
    "binary-views": ([[b"a" * 20, b""], [], [b"c"]], pa.binary_view()),
    "dictionary": ([["x", "y"], [], ["x"]], pa.dictionary(pa.int8(), pa.string())),
    "half": ([[1.5], []], pa.float16()),
}


@pytest.mark.parametrize("name", VALUES)
@FOREIGN
def test_values_of_a_kind(name: str, foreign: bool) -> None:
    rows, kind = VALUES[name]
    flat = pa.array([x for row in rows for x in row], kind)
    splits = np.cumsum([0, *map(len, rows)])
    if name == "half":
        flat = pa.array(np.array([1.5], np.float16))
    obj = pa.LargeListArray.from_arrays(pa.array(splits), flat)
    assert read(obj, foreign).to_list() == rows
    assert read(obj[1:], foreign).to_list() == rows[1:]


def test_times_of_the_day_are_durations() -> None:
    rt = read(pa.array([[dt.time(1, 30)], []], pa.list_(pa.time32("s"))))
    assert rt[0].tolist() == [dt.timedelta(hours=1, minutes=30)]


@FOREIGN
def test_dictionaries_with_missing_codes_and_words(foreign: bool) -> None:
    words = pa.DictionaryArray.from_arrays(pa.array([0, None, 1, 2]), pa.array(["a", None, "c"]))
    obj = pa.ListArray.from_arrays(pa.array([0, 3, 4], pa.int32()), words)
    assert read(obj, foreign, fill_missing="-").to_list() == [["a", "-", "-"], ["c"]]
    with pytest.raises(MissingValueError, match=r"got 2 of 4, the first at obj\[0\]\[1\]"):
        read(obj, foreign)


@pytest.mark.parametrize("depth", [1, 2])
@FOREIGN
def test_fixed_lists_at_the_end_are_inner_dimensions(depth: int, foreign: bool) -> None:
    kind: Any = pa.int8()
    for _ in range(depth):
        kind = pa.list_(kind, 2)
    rows: Any = [[[1, 2], [3, 4]], []] if depth == 1 else [[[[1, 2], [3, 4]]], []]
    rt = read(pa.array(rows, pa.large_list(kind)), foreign)
    assert rt.shape.as_list() == [2, None, *[2] * depth]
    assert rt.to_list() == rows


def test_chunks_are_joined() -> None:
    obj = pa.chunked_array([[[1], []], [[2, 3]]])
    assert read(obj).to_list() == [[1], [], [2, 3]]
    assert read(pa.chunked_array([], pa.list_(pa.int8()))).to_list() == []
    tensor, mask = read(pa.chunked_array([[[1]], [[None, 3]]]), return_mask=True)
    assert (tensor.to_list(), mask.to_list()) == ([[1], [0, 3]], [[False], [True, False]])


@FOREIGN
def test_a_missing_row_may_cover_values(foreign: bool) -> None:
    valid = pa.py_buffer(np.packbits([True, False, True], bitorder="little"))
    offsets = pa.py_buffer(np.array([0, 2, 4, 5], np.int32))
    inside = pa.array([1, 2, None, 4, 5])
    obj = pa.Array.from_buffers(pa.list_(pa.int64()), 3, [valid, offsets], children=[inside])
    assert read(obj, foreign, missing_rows="empty").to_list() == [[1, 2], [], [5]]


REFUSED: dict[str, tuple[Any, str]] = {
    "values": (
        pa.array([[1, None], [None]]),
        r"missing values, got 2 of 3, the first at obj\[0\]\[1\]",
    ),
    "rows": (
        pa.array([[1], None]),
        r"missing rows, got 1 of 2, the first at obj\[1\]; missing_rows",
    ),
    "inner-rows": (
        pa.array([[[1]], [[2], None]]),
        r"missing rows, got 1 of 3, the first at obj\[1\]\[1\]",
    ),
    "flat": (pa.array([1, 2]), "obj must be an array of lists"),
    "struct": (pa.array([{"a": 1}]), "RaggedTable.from_arrow"),
    "decimal": (
        pa.array([[decimal.Decimal("1.5")]]),
        "obj must contain numbers, text, bytes or times",
    ),
    "map": (
        pa.array([[[("a", 1)]]], pa.list_(pa.map_(pa.string(), pa.int8()))),
        "obj must contain",
    ),
    "zone": (
        pa.array([[dt.datetime(2020, 1, 1)]], pa.list_(pa.timestamp("s", "UTC"))),
        "time zone",
    ),
    "nul": (pa.array([[b"a\0"]]), r"bytes must not end in NUL, got b'a\\x00'"),
    "nothing": ([[1]], "obj must be an Arrow array, or have __arrow_c_array__"),
}


@pytest.mark.parametrize("name", REFUSED)
@FOREIGN
def test_errors(name: str, foreign: bool) -> None:
    obj, message = REFUSED[name]
    with pytest.raises((TypeError, ValueError), match=message):
        read(obj, foreign and hasattr(obj, "type"))


def test_errors_of_the_rules() -> None:
    obj = pa.array([[1, None]], pa.list_(pa.int8()))
    for rules, message in (
        ({"missing_rows": "skip"}, "missing_rows must be 'raise' or 'empty', got 'skip'"),
        ({"return_mask": np.ones(2)}, "return_mask must be True or False, got array"),
        ({"fill_missing": "a"}, "fill_missing must fit values of int8, got 'a'"),
        ({"fill_missing": [1]}, r"fill_missing must be a single value, got \[1\]"),
    ):
        with pytest.raises((TypeError, ValueError), match=message):
            read(obj, **rules)


def test_large_integers_keep_their_digits_beside_missing_ones() -> None:
    obj = pa.array([[2**62 + 1, None]])
    assert read(obj, fill_missing=0).to_list() == [[2**62 + 1, 0]]
    with pytest.raises(
        ValueError, match="fill_missing must not need float64, in which other values are not exact"
    ):
        read(obj, fill_missing=0.5)


@pytest.mark.parametrize(("fill", "dtype"), [(1.5, "f8"), (1000, "i8"), (-1, "i1")])
def test_a_fill_value_may_widen_the_dtype(fill: Any, dtype: str) -> None:
    rt = read(pa.array([[1, None]], pa.list_(pa.int8())), fill_missing=fill)
    assert (rt.to_list(), rt.dtype) == ([[1, fill]], np.dtype(dtype))


def test_values_of_the_null_type_get_the_dtype_of_the_fill_value() -> None:
    obj = pa.array([[None], [], [None, None]])
    assert read(obj, fill_missing="-").to_list() == [["-"], [], ["-", "-"]]
    assert read(obj, return_mask=True)[0].to_list() == [[0.0], [], [0.0, 0.0]]


def test_the_first_missing_value_of_chunks_is_counted_in_all() -> None:
    obj = pa.chunked_array([[[1], [2]], [[3, None], [None]]])
    with pytest.raises(MissingValueError, match=r"got 2 of 5, the first at obj\[2\]\[1\]"):
        read(obj)
    with pytest.raises(MissingValueError, match=r"rows, got 2 of 4, the first at obj\[1\]; m"):
        read(pa.chunked_array([[[1], None], [[3], None]]))


def flat(letters: str, *buffers: Any, length: int = 5) -> Node:
    """Return an array that no library has checked."""
    held = (None, *(np.ascontiguousarray(b).view(np.uint8) for b in buffers))
    return Node(letters, length, 0, 0, held)


def lists(offsets: Any, inside: Node) -> Node:
    """Return lists with the given offsets, right or wrong."""
    held = (None, np.array(offsets, np.int32).view(np.uint8))
    return Node("+l", len(offsets) - 1, 0, 0, held, (inside,))


@pytest.mark.parametrize(
    ("offsets", "row"),
    [
        ([0, 5, 3], "row 1 from 5 to 3"),
        ([0, 2, 9], "row 1 from 2 to 9"),
        ([-1, 2, 3], "row 0 from -1 to 2"),
    ],
)
def test_lying_offsets_are_refused(offsets: list[int], row: str) -> None:
    node = lists(offsets, flat("l", np.arange(5)))
    with pytest.raises(ValueError, match=f"obj must have rows inside of its 5 items, got '{row}'"):
        reading.read(node, reading.Rules())


WORDS = np.array([0, 2], np.int32)
LYING: dict[str, tuple[Node, str]] = {
    "buffer": (flat("l", np.arange(1)), "have 5 items of int64 in its buffer, got 1"),
    "bits": (flat("b", np.zeros(1, np.uint8), length=9), "have 9 bits in its buffer, got 8"),
    "no-buffer": (flat("l", np.arange(0)), "have 5 items of int64 in its buffer, got 0"),
    "texts": (
        flat("u", np.array([0, 9], np.int32), np.zeros(3, np.uint8), length=1),
        r"offsets that do not decrease, from 0 to 3, got \[0, 9\]",
    ),
    "utf-8": (flat("u", WORDS, np.array([255, 254], np.uint8), length=1), "text must be UTF-8"),
    "view": (
        flat("vu", np.array([20, 0, 3, 0], np.int32), length=1),
        "have views of its 0 buffers, got 3",
    ),
    "view-end": (
        flat("vu", np.array([20, 0, 0, 0], np.int32), np.zeros(9, np.uint8), length=1),
        "have views inside of its buffers, got 20",
    ),
    "codes": (
        replace(
            flat("c", np.array([0, 2], np.int8), length=2),
            dictionary=flat("l", np.arange(2), length=2),
        ),
        "have codes from 0 to 1 in its dictionary, got 2",
    ),
}


@pytest.mark.parametrize("name", LYING)
def test_lying_values_are_refused(name: str) -> None:
    inside, message = LYING[name]
    with pytest.raises(ValueError, match=message):
        reading.read(lists([0, inside.length], inside), reading.Rules())


def test_a_short_fixed_list_is_refused() -> None:
    node = Node("+w:4", 2, 0, 0, (None,), (flat("l", np.arange(5)),))
    with pytest.raises(ValueError, match="obj must have 8 items in rows of 4, got 5"):
        reading.read(node, reading.Rules())


def test_a_character_across_two_texts_is_refused() -> None:
    offsets = pa.py_buffer(np.array([0, 1, 2], np.int32))
    halves = pa.Array.from_buffers(pa.string(), 2, [None, offsets, pa.py_buffer("ß".encode())])
    with pytest.raises(ValueError, match="whole characters in each text"):
        read(pa.ListArray.from_arrays(pa.array([0, 2], pa.int32()), halves))
