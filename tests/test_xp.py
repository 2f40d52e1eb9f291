"""Array namespaces, and conversion of Python objects to arrays without loss."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit import _xp
from raggedkit._xp import TEXT
from tests.strict_cupy.array import StrictArray, namespace


@pytest.fixture(autouse=True)
def no_transfers_left() -> None:
    StrictArray.host_transfers.clear()


def strict(items: Any) -> Any:
    return namespace.asarray(np.asarray(items))


class Cupy:
    """An array whose class says that it is CuPy's."""

    __module__ = "cupy._core.core"


# ---------------------------------------------------------------------- namespaces
def test_numpy_unless_one_array_is_another_librarys(monkeypatch: pytest.MonkeyPatch) -> None:
    host, device = np.arange(2), strict([1, 2])
    for arrays in ((), (host,), (np.float32(1), host), (3, "a", None), (host.view(np.memmap),)):
        assert _xp.array_namespace(*arrays) is np is _xp.host_namespace
    for mixed in ((device,), (host, device), (device, host), (3, device)):
        assert _xp.array_namespace(*mixed) is namespace
    module = ModuleType("cupy")
    monkeypatch.setitem(sys.modules, "cupy", module)
    assert _xp.array_namespace(host, Cupy()) is module


def test_what_counts_as_an_array() -> None:
    yes = (np.arange(2), np.array(1), np.arange(2).view(np.memmap), strict([1]), Cupy())
    assert [_xp.is_array(a) for a in yes] == [True] * 5
    no = ([1], (1, 2), 3, "a", None, rk.ragged.constant([[1]]))
    assert [_xp.is_array(a) for a in no] == [False] * 6
    assert [_xp.is_host(a) for a in (np.arange(2), np.float64(1))] == [True] * 2
    assert [_xp.is_host(a) for a in (strict([1]), Cupy(), [1])] == [False] * 3


# ---------------------------------------------------------------------- text and bytes
texts = st.text(max_size=5) | st.sampled_from(["", "\0", "a\0", "\0a", "é", "漢字", "a" * 300])
words = st.binary(max_size=5) | st.sampled_from([b"", b"\0", b"a\0", b"\0a"])


@given(st.lists(texts, min_size=1, max_size=8), st.booleans())
def test_text_comes_back_as_it_was(items: list[str], nested: bool) -> None:
    array = _xp.as_array([items, items] if nested else items)
    assert array.tolist() == ([items, items] if nested else items)
    assert array.dtype.kind in "UT"
    assert array.dtype.kind == "T" or not any(s.endswith("\0") for s in items)
    assert _xp.is_text(array.dtype)


@given(st.lists(words, min_size=1, max_size=8))
def test_bytes_come_back_as_they_were(items: list[bytes]) -> None:
    array = _xp.as_array(items)
    assert array.tolist() == items
    assert array.dtype.kind == ("O" if any(b.endswith(b"\0") for b in items) else "S")
    assert _xp.holds_bytes(array)


def test_one_long_text_does_not_widen_all_the_others() -> None:
    many = ["a"] * 10_000
    assert _xp.as_array(many).dtype == "<U1"
    assert _xp.as_array([*many, "b" * 50]).dtype == TEXT
    assert _xp.as_array(["b" * 10] * 50_000).dtype == "<U10"
    assert _xp.as_array(["a", "b" * 50]).dtype == "<U50"
    assert _xp.as_array([""]).dtype == "<U1"


@pytest.mark.parametrize(
    ("items", "says"),
    [
        (["a", 1], r"^values must be of one kind, got 'a' and 1 \(item 1\)"),
        ([1.5, "a"], r"^values must be of one kind, got 'a' and 1\.5 \(item 0\)"),
        ([b"a", 1], r"^values must be of one kind, got b'a' and 1 \(item 1\)"),
        (["a", b"b"], r"^values must be of one kind, got 'a' and b'b' \(item 1\)"),
        ([["a", "b"], ["c", True]], r"^values must be of one kind, got 'a' and True \(item 3\)"),
        ([np.array("a")], r"^values must be of one kind, got array\('a', dtype='<U1'\) \(item 0\)"),
    ],
    ids=str,
)
def test_text_never_swallows_numbers(items: Any, says: str) -> None:
    before = repr(items)
    with pytest.raises(TypeError, match=says):
        _xp.as_array(items)
    assert repr(items) == before


def test_text_that_meets_bytes_is_encoded() -> None:
    words, objects, text = np.array([b"a"]), np.array([b"a\0"], object), np.array(["a"])
    assert [_xp.holds_bytes(a) for a in (words, objects)] == [True] * 2
    assert [_xp.holds_bytes(a) for a in (text, objects[:0])] == [False] * 2
    for other in (words, objects):
        assert _xp.encoded_beside("é", other) == "é".encode()
        assert _xp.encoded_beside(np.array(["é"]), other).tolist() == ["é".encode()]
        assert _xp.encoded_beside(np.array([["é\0"]], TEXT), other).tolist() == [["é\0".encode()]]
        assert _xp.encoded_beside(b"a", other) == b"a"
        assert _xp.encoded_beside("a\0", other).item() == b"a\0"
        assert _xp.encoded_beside(3, other) == 3
    rt = rk.ragged.constant([[b"a", b"b\0"], [b"b"]])
    for word in ("b\0", b"b\0"):
        assert (rt == word).to_list() == [[False, True], [False]]
    assert _xp.encoded_beside("é", text) == "é"
    assert _xp.encoded_beside("é", np.array([1])) == "é"


# ---------------------------------------------------------------------- as_array
def test_arrays_are_not_copied() -> None:
    for a in (np.arange(3), strict([1, 2]), np.array(["a"]), np.array([{}, 1])):
        assert _xp.as_array(a) is a
        assert _xp.as_array(a, dtype=a.dtype) is a or a.dtype == np.dtype("U1")
    assert StrictArray.host_transfers == []


@pytest.mark.parametrize("dtype", ["int32", "float64", "complex64", bool])
def test_a_dtype_asked_for(dtype: Any) -> None:
    for given_ in ([0, 1], (0, 1), np.array([0, 1]), range(2)):
        array = _xp.as_array(given_, dtype=dtype)
        assert array.dtype == dtype
        assert array.tolist() == [0, 1]


def test_text_asked_for_has_any_width() -> None:
    for given_ in (["a", "bcd\0"], np.array(["a", "bcd"]), np.array(["a", "bcd"], object)):
        array = _xp.as_array(given_, dtype=str)
        assert array.dtype == TEXT
        assert array.tolist() == list(given_)


@pytest.mark.parametrize(
    ("obj", "dtype"),
    [
        (3, np.int64),
        (2.5, np.float64),
        ([], np.float64),
        ([[1, 2], [3, 4]], np.int64),
        ([1, 2.5], np.float64),
        ([True, 2], np.int64),
        ([1j], np.complex128),
        ([{}, 1], object),
        (np.float32(2), np.float32),
        (np.array(2, np.float32)[()], np.float32),
        ([np.int8(1), np.int8(2)], np.int8),
        (np.str_("ab"), np.dtype("U2")),
        pytest.param(memoryview(b"ab"), np.uint8, id="memoryview"),
    ],
    ids=str,
)
def test_other_things_become_what_numpy_makes_of_them(obj: Any, dtype: Any) -> None:
    array = _xp.as_array(obj)
    assert type(array) is np.ndarray
    assert array.dtype == dtype
    assert array.tolist() == np.asarray(obj).tolist()


def test_a_series_of_text_is_text() -> None:
    pandas = pytest.importorskip("pandas")
    assert _xp.as_array(pandas.Series(["a", "bc"], dtype=object)).dtype == "<U2"
    assert _xp.as_array(pandas.Series([b"a", b"b\0"], dtype=object)).tolist() == [b"a", b"b\0"]
    assert _xp.as_array(pandas.Series([1, 2])).dtype == np.int64
    assert _xp.as_array(pandas.Series([{}, 1], dtype=object)).dtype == object


def test_subclasses_become_plain_arrays_of_the_same_memory() -> None:
    a = np.arange(3)
    for given_ in (a.view(np.memmap), np.ma.masked_array(a, False), a.view(np.recarray)):
        plain = _xp.as_array(given_)
        assert type(plain) is np.ndarray
        assert np.shares_memory(plain, a)
    masked = np.ma.masked_array([[1, 2], [3, 4]], [[False, False], [True, False]])
    says = r"no missing values, got 1 of 4, the first at obj\[1\]\[0\]; replace \(\.filled"
    with pytest.raises(ValueError, match=says):
        _xp.as_array(masked)
    assert masked.mask.tolist() == [[False, False], [True, False]]


def test_lists_go_where_they_are_wanted() -> None:
    assert type(_xp.as_array([1, 2], np)) is np.ndarray
    array: Any = _xp.as_array([1, 2], namespace)
    assert array.get().tolist() == [1, 2]
    assert _xp.as_array(array, np) is array
    assert _xp.as_array(array, namespace) is array


def test_uneven_lists_are_no_arrays() -> None:
    with pytest.raises(ValueError, match="inhomogeneous"):
        _xp.as_array([[1], [2, 3]])
    with pytest.raises(TypeError, match="must be converted to an array explicitly"):
        _xp.as_array(rk.ragged.constant([[1], [2, 3]]))


# ---------------------------------------------------------------------- dtypes
@pytest.mark.parametrize(
    ("dtype", "want"),
    [
        (str, TEXT),
        ("str", TEXT),
        ("string", TEXT),
        (TEXT, TEXT),
        ("U3", np.dtype("U3")),
        (bytes, np.dtype("S")),
        (int, _xp.INT64),
        ("int32", _xp.INT32),
        (bool, _xp.BOOL),
        (np.float32, np.dtype("f4")),
        (np.dtype("f4"), np.dtype("f4")),
    ],
    ids=str,
)
def test_dtypes(dtype: Any, want: Any) -> None:
    assert _xp.as_dtype(dtype) == want


@pytest.mark.parametrize(
    "dtype", ["nonsense", pytest.param(object(), id="object"), [1, 2], 3.5], ids=str
)
def test_what_is_no_dtype(dtype: Any) -> None:
    with pytest.raises(TypeError, match=r"^dtype must be a NumPy dtype, got "):
        _xp.as_dtype(dtype)


def test_numbers_about_numbers() -> None:
    assert _xp.promote(np.dtype("i4"), np.dtype("f4")) == np.float64
    assert _xp.scalar(3, _xp.INT32).dtype == np.int32
    assert all(_xp.is_text(np.dtype(d)) for d in ("U1", "S1", "O", TEXT))
    assert not any(_xp.is_text(np.dtype(d)) for d in ("f4", "?", "i8", "c8", "M8[s]"))


@given(st.lists(st.integers() | st.text() | st.none() | st.lists(st.integers()), max_size=4))
def test_objects_stay_one_item_each(items: list[Any]) -> None:
    array = _xp.object_array(items)
    assert array.dtype == object
    assert array.shape == (len(items),)
    assert list(array) == items


@pytest.mark.parametrize(
    "item",
    [[1], [[1, 2], [3, 4]], np.array([1, 2]), np.array(5), rk.TensorShape([2]), "ab"],
    ids=str,
)
def test_objects_that_look_like_rows(item: Any) -> None:
    for items in ([item], [item, item]):
        assert [x is item for x in _xp.object_array(items)] == [True] * len(items)
    rt = rk.ragged.constant([[1], []])
    assert _xp.object_array([rt])[0] is rt


# ---------------------------------------------------------------------- memory and devices
def test_read_only_views() -> None:
    a = np.arange(3)
    view = _xp.readonly(a)
    assert np.shares_memory(view, a)
    assert a.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        view[0] = 7
    again = _xp.readonly(view)  # whose shape is its own
    assert again is not view
    assert np.shares_memory(again, a)
    device = strict([1])
    assert _xp.readonly(device) is device


def test_from_device_to_host_and_back(monkeypatch: pytest.MonkeyPatch) -> None:
    a, device = np.arange(3), strict([0, 1, 2])
    assert _xp.to_host(a) is a
    assert _xp.to_device(a, "cpu") is a
    for moved in (_xp.to_host(device), _xp.to_device(device, "cpu")):
        assert type(moved) is np.ndarray
        assert moved.tolist() == [0, 1, 2]
    assert StrictArray.host_transfers == ["get", "get"]
    assert _xp.to_device(device, "cuda") is device
    assert (_xp.device_of(a), _xp.device_of(np.float64(1))) == ("cpu", "cpu")
    monkeypatch.setitem(sys.modules, "cupy", namespace)
    assert isinstance(_xp.to_device(a, "cuda"), StrictArray)
    assert isinstance(_xp.to_device(a, "cuda:0"), StrictArray)


def test_names_of_devices() -> None:
    class Device:
        id = 1

    class Array:
        device: Any = Device()

    assert _xp.device_of(Array()) == "cuda:1"
    Array.device = "mps"
    assert _xp.device_of(Array()) == "mps"


@pytest.mark.parametrize("device", ["gpu", "", 3, None], ids=repr)
def test_unknown_devices(device: Any) -> None:
    with pytest.raises(ValueError, match=f"^device must be 'cpu' or 'cuda', got {device!r}$"):
        _xp.to_device(np.arange(2), device)


def test_cuda_needs_cupy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "cupy", raising=False)
    with pytest.raises(ModuleNotFoundError, match=r"^device 'cuda' needs CuPy; pip install "):
        _xp.to_device(np.arange(2), "cuda")
