"""The stand-in for CuPy returns NumPy's results, as arrays, and records transfers to the host."""

from __future__ import annotations

import copy
import operator
import pickle
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggedkit._xp import array_namespace
from tests.strict_cupy.array import StrictArray, namespace

xp: Any = namespace
HF: Any = np.arange(5.0)  # what floats() holds

numbers = st.lists(st.integers(-100, 100), min_size=1, max_size=8)


@pytest.fixture(autouse=True)
def no_transfers() -> Iterator[None]:
    StrictArray.host_transfers.clear()
    yield
    StrictArray.host_transfers.clear()


def dev(values: Any, dtype: Any = None) -> Any:
    return StrictArray(np.asarray(values, dtype))


def floats() -> Any:
    return dev(np.arange(5.0))


def ints() -> Any:
    return dev(np.arange(5))


def bools() -> Any:
    return dev(np.arange(5) % 2 == 0)


def matrix() -> Any:
    return dev(np.arange(12.0).reshape(3, 4))


def voids() -> Any:
    return dev(np.arange(4.0)).view("V16")


def same(device: Any, host: Any) -> None:
    """Both are equal, and the device's is an array: CuPy returns no scalars."""
    assert isinstance(device, StrictArray)
    found = device.get()
    assert found.dtype == np.asarray(host).dtype
    np.testing.assert_array_equal(found, host)


# What it computes


@given(numbers, st.slices(8))
def test_a_slice_is_the_list_s_and_a_view(values: list[int], key: slice) -> None:
    a = dev(values)
    part = a[key]
    assert part.tolist() == values[key]
    part[...] = 7
    values[key] = [7] * len(values[key])
    assert a.tolist() == values


@given(numbers, st.lists(st.integers(-20, 20), max_size=6))
def test_positions_wrap_instead_of_raising(values: list[int], positions: list[int]) -> None:
    wrapped = [values[i % len(values)] for i in positions]
    a, i = dev(values), dev(positions, int)
    assert a[i].tolist() == a[positions].tolist() == a.take(i).tolist() == wrapped
    assert xp.take_along_axis(a, i, 0).tolist() == wrapped


@given(numbers, st.lists(st.integers(-20, 20), max_size=6, unique_by=lambda i: i % 8))
def test_assigned_positions_wrap_too(values: list[int], positions: list[int]) -> None:
    a = dev([*values, *[0] * 8][:8])
    expected = a.tolist()
    for i in positions:
        expected[i % 8] = 99
    a[dev(positions, int)] = 99
    assert a.tolist() == expected


@given(numbers, st.lists(st.integers(0, 8), min_size=1, max_size=6))
def test_add_reduceat_is_a_difference_of_running_sums(values: list[int], cuts: list[int]) -> None:
    starts = [c % len(values) for c in cuts]
    ends = [*starts[1:], len(values)]
    pairs = zip(starts, ends, strict=True)
    expected = [sum(values[s:e]) if s < e else values[s] for s, e in pairs]
    assert xp.add.reduceat(dev(values), dev(starts)).tolist() == expected
    assert np.add.reduceat(np.array(values), starts).tolist() == expected


def test_add_reduceat_lets_nan_into_the_later_segments() -> None:
    values, starts = np.array([1.0, np.nan, 2.0, 3.0]), np.array([0, 2])
    np.testing.assert_array_equal(np.add.reduceat(values, starts), [np.nan, 5.0])
    assert np.isnan(xp.add.reduceat(dev(values), dev(starts)).get()).tolist() == [True, True]


def test_add_reduceat_on_two_axes() -> None:
    host, out = np.arange(12).reshape(3, 4), xp.empty((3, 2), int)
    same(xp.add.reduceat(dev(host), dev([0, 2])), np.add.reduceat(host, [0, 2]))
    assert xp.add.reduceat(dev(host), dev([0, 3]), axis=1, out=out) is out
    same(out, np.add.reduceat(host, [0, 3], axis=1))
    assert xp.add.reduceat(dev([5, 6]), dev([2])).tolist() == [5]  # NumPy: IndexError
    assert xp.add.reduceat(dev([], int), dev([], int)).tolist() == []


SAME: dict[str, tuple[Callable[[], Any], Any]] = {
    "scalar-item": (lambda: floats()[1], HF[1]),
    "item-of-numpy-int": (lambda: floats()[np.int64(1)], HF[1]),
    "device-int": (lambda: floats()[ints()[3]], HF[3]),
    "device-slice": (lambda: floats()[ints()[3] :], HF[3:]),
    "newaxis": (lambda: floats()[:, None], HF[:, None]),
    "empty-list": (lambda: floats()[[]], HF[[]]),
    "mask": (lambda: floats()[bools()], HF[::2]),
    "list-mask": (lambda: floats()[[True, False, True, False, True]], HF[::2]),
    "two-masks-axes": (lambda: matrix()[matrix() > 5], np.arange(6.0, 12)),
    "ellipsis-wrap": (
        lambda: matrix()[..., dev([5, -5])],
        np.arange(12.0).reshape(3, 4)[:, [1, 3]],
    ),
    "mixed": (lambda: matrix()[dev([0, 2]), 1], np.array([1.0, 9.0])),
    "sum": (lambda: floats().sum(), 10.0),
    "sum-keeps-dims": (lambda: matrix().sum(axis=1, keepdims=True), [[6.0], [22.0], [38.0]]),
    "max-function": (lambda: xp.max(floats()), 4.0),
    "count": (lambda: xp.count_nonzero(bools()), 3),
    "equal": (lambda: xp.array_equal(floats(), floats()), True),
    "close": (lambda: xp.allclose(floats(), floats()), True),
    "ufunc-of-scalars": (lambda: xp.add(1, 2), 3),
    "python-int-is-weak": (lambda: dev([1], "i1") + 1, np.array([2], "i1")),
    "numpy-scalar-is-not": (lambda: dev([1], "i1") + np.int64(1), np.array([2])),
    "reflected": (lambda: 10.0 - floats(), 10.0 - HF),
    "reflected-numpy": (lambda: np.float64(10) - floats(), 10.0 - HF),
    "numpy-ufunc": (lambda: np.hypot(floats(), 1.0), np.hypot(HF, 1.0)),
    "numpy-ufunc-method": (lambda: np.add.reduce(floats()), 10.0),
    "numpy-function": (lambda: np.concatenate([floats(), floats()]), np.tile(HF, 2)),
    "numpy-linalg": (lambda: np.linalg.norm(floats()), np.linalg.norm(HF)),
    "compared-with-0-d": (lambda: floats() < np.array(2.0), HF < 2.0),
    "compared-with-none": (lambda: floats() == None, np.zeros(5, bool)),  # noqa: E711
    "differs-from-object": (lambda: floats() != object(), np.ones(5, bool)),
    "matmul": (lambda: matrix() @ matrix().T, np.arange(12.0).reshape(3, 4) @ matrix().get().T),
    "where": (lambda: xp.where(bools(), floats(), 0), np.where(np.arange(5) % 2 == 0, HF, 0)),
    "where-none": (lambda: xp.where(bools())[0], [0, 2, 4]),
    "repeat": (lambda: xp.repeat(floats(), ints()), np.repeat(HF, np.arange(5))),
    "repeat-by-list": (lambda: xp.repeat(floats(), [0, 1, 0, 2, 0]), HF[[1, 3, 3]]),
    "searchsorted": (lambda: xp.searchsorted(floats(), 2.5), 3),
    "lexsort": (lambda: xp.lexsort(xp.stack([floats(), -floats()])), [4, 3, 2, 1, 0]),
    "bincount": (lambda: xp.bincount(ints(), weights=floats(), minlength=6), [*HF, 0.0]),
    "bincount-device-length": (lambda: xp.bincount(ints(), minlength=dev(3)), np.ones(5, int)),
    "cumsum": (lambda: xp.cumsum(dev([1, 2], "i4")), [1, 3]),
    "fromiter": (lambda: xp.fromiter(range(3), int, 3), [0, 1, 2]),
    "arange": (lambda: xp.arange(3, dtype="i4"), np.arange(3, dtype="i4")),
    "arange-to-device-int": (lambda: xp.arange(dev(3)), [0, 1, 2]),
    "full": (lambda: xp.full(2, dev(1.5)), [1.5, 1.5]),
    "nested-device": (lambda: xp.asarray([ints()[1], ints()[2]]), [1, 2]),
    "nested-host": (lambda: xp.asarray([HF, HF]), np.stack([HF, HF])),
    "big-endian": (lambda: xp.asarray(np.arange(3, dtype=">i4")), np.arange(3, dtype="i4")),
    "stable-argsort": (lambda: dev([1, 0] * 20).argsort()[:3], [1, 3, 5]),
    "unique": (lambda: xp.unique(dev([2, 1, 2]), return_inverse=True)[1], [1, 0, 1]),
    "isin": (lambda: xp.isin(ints(), dev([1, 9])), np.arange(5) == 1),
    "void-equality": (lambda: voids() == voids(), [True, True]),
    "void-gather": (lambda: voids().take(dev([1])).view("f8"), [2.0, 3.0]),
    "outer": (lambda: xp.multiply.outer(floats(), floats()), np.multiply.outer(HF, HF)),
    "accumulate": (lambda: xp.add.accumulate(floats()), np.cumsum(HF)),
    "real": (lambda: dev([1 + 2j]).real, [1.0]),
    "fix": (lambda: xp.fix(dev([-1.5])), [-1.0]),
    "numpy-array-index": (lambda: floats()[np.array([1, 2])], HF[1:3]),
    "no-divide-warning": (lambda: floats() / 0.0, [np.nan, *[np.inf] * 4]),
    "no-empty-mean-warning": (lambda: floats()[:0].mean(), np.nan),
}


@pytest.mark.parametrize("case", SAME)
def test_gives_numpy_s_answer_as_an_array(case: str) -> None:
    made, expected = SAME[case]
    same(made(), expected)


def test_cumsum_computes_in_the_dtype_of_out() -> None:
    out = xp.zeros(4, "i8")
    part = out[1:]
    assert xp.cumsum(dev([1.9, 1.9, 1.9]), dtype="f8", out=part) is part  # NumPy: cannot cast
    assert out.tolist() == [0, 1, 2, 3]


def test_out_is_returned_and_filled() -> None:
    a = floats()
    assert xp.add(a, 1, a) is a
    assert xp.take(a, dev([0, 0, 0, 0, 0]), out=a) is a
    before = a
    a += 1
    assert a is before
    assert a.tolist() == [2.0] * 5


def test_writing_to_the_array() -> None:
    a = floats()
    a[0], a[1:3], a[dev([3])], a[bools()] = 9, dev([8.0, 7.0]), [6.0], np.array(5.0)
    assert a.tolist() == [5.0, 8.0, 5.0, 6.0, 5.0]
    xp.copyto(a, dev(1.0), where=bools())
    xp.put(a, dev([6]), 4.0)  # wraps, where NumPy's default raises
    xp.place(a, dev([False, False, False, True, False]), [2.0])
    assert a.tolist() == [1.0, 4.0, 1.0, 2.0, 1.0]
    xp.add.at(a, dev([0, 0, 5]), 1)
    xp.maximum.at(a, dev([1]), dev([50.0]))
    a.sort()
    assert a.tolist() == [1.0, 1.0, 2.0, 4.0, 50.0]
    a.fill(dev(3))
    assert a.tolist() == [3.0] * 5


def test_has_its_own_memory() -> None:
    host = np.zeros(2)
    made = [StrictArray(host), xp.asarray(host), xp.atleast_1d(host), xp.frombuffer(b"\0" * 8)]
    host[:] = 1
    for a in made:
        a[...] = a + 2
        assert set(a.tolist()) == {2.0}
    assert host.tolist() == [1, 1]


def test_no_copy_where_none_is_needed() -> None:
    a = floats()
    assert xp.asarray(a) is a
    assert a.astype("f8", copy=False) is a
    assert xp.ascontiguousarray(a) is a
    assert xp.array(a) is not a
    assert not xp.shares_memory(a, a.copy())
    assert xp.shares_memory(a, a.reshape(5, 1))


def test_says_of_itself_what_numpy_says() -> None:
    a = matrix()
    for name in ("shape", "dtype", "ndim", "size", "nbytes", "itemsize", "strides"):
        assert getattr(a, name) == getattr(a.get(), name)
    assert (a.base, a[1:].base.shape, a.mT.shape) == (None, (3, 4), (4, 3))
    assert (a.T.shape, len(a), [len(row) for row in a]) == ((4, 3), 3, [4, 4, 4])
    assert (a.flags.c_contiguous, a.T.flags.c_contiguous, a.flags.owndata) == (True, False, True)
    assert (a.device, xp.ndim(a), xp.shape(a)) == ("strict:0", 2, (3, 4))
    assert (repr(floats()[:2]), f"{dev(1.5):.2f}") == ("array([0., 1.])", "1.50")


def test_raggedkit_finds_the_namespace() -> None:
    assert array_namespace(floats()) is namespace
    assert floats().__array_namespace__(api_version="2023.12") is namespace
    assert isinstance(namespace, ModuleType)
    assert xp.get_array_module(floats()) is namespace
    assert xp.get_array_module(HF) is np
    assert (xp.ndarray, xp.float32, xp.pi, xp.newaxis) == (StrictArray, np.float32, np.pi, None)


def test_another_array_kind_takes_its_turn() -> None:
    class Other:
        def __array_ufunc__(self, ufunc: Any, *_: Any, **__: Any) -> Any:
            return ufunc.__name__

    other: Any = Other()
    assert floats() + other == "add"
    assert np.add(floats(), other) == "add"


def test_ufuncs_of_scipy_special() -> None:
    special = pytest.importorskip("scipy.special")
    same(special.gammaln(floats() + 1), special.gammaln(HF + 1))
    with pytest.raises(TypeError, match="NotImplemented"):
        special.ellipe(floats())


def test_a_writeable_flag_set_is_lost() -> None:
    a = floats()
    a.flags.writeable = False
    a[0] = 1


# What it notes

READ: dict[str, Callable[[Any], Any]] = {
    "get": lambda a: a.get(),
    "asnumpy": lambda a: xp.asnumpy(a),
    "tolist": lambda a: a.tolist(),
    "tobytes": lambda a: a.tobytes(),
    "item": lambda a: a.item(),
    "int": int,
    "float": float,
    "complex": complex,
    "bool": bool,
    "repr": repr,
    "str": str,
    "format": lambda a: f"{a:.1f}",
    "pickle": lambda a: pickle.loads(pickle.dumps(a)),
}


@pytest.mark.parametrize("how", READ)
def test_reading_back_is_noted(how: str) -> None:
    a = floats()[3]
    assert StrictArray.host_transfers == []
    read = READ[how](a)
    assert StrictArray.host_transfers == [{"asnumpy": "get", "pickle": "get"}.get(how, how)]
    if how in {"get", "asnumpy", "item", "int", "float", "complex", "tolist", "pickle"}:
        assert read == 3


UPLOADED: dict[str, Callable[[], Any]] = {
    "getitem": lambda: floats()[np.array([1])],
    "setitem": lambda: operator.setitem(floats(), ints(), HF),
    "take": lambda: floats().take(np.array([1])),
    "put": lambda: floats().put(ints(), HF),
    "place": lambda: xp.place(floats(), bools(), HF),
    "append": lambda: xp.append(floats(), HF),
    "isclose": lambda: xp.isclose(floats(), HF),
    "hstack": lambda: xp.hstack([floats(), HF]),
    "compress": lambda: xp.compress(HF > 1, floats()),
    "at": lambda: xp.add.at(floats(), ints(), HF),
    "reduceat": lambda: xp.add.reduceat(floats(), np.array([0, 2])),
    "outer": lambda: xp.add.outer(floats(), HF),
}


@pytest.mark.parametrize("how", UPLOADED)
def test_a_silent_upload_is_noted(how: str) -> None:
    UPLOADED[how]()
    assert StrictArray.host_transfers == [f"upload:{how}"]


def test_staying_on_the_device_notes_nothing() -> None:
    a = xp.asarray(HF)
    a[a > 1] = a[:3].sum() * 2
    even = xp.flatnonzero(xp.arange(10) % 2 == 0)
    a = xp.concatenate([a, xp.repeat(a, 2)[even]]).reshape(2, 5).T
    copy.deepcopy(copy.copy(a))
    assert StrictArray.host_transfers == []


def test_reading_into_an_array() -> None:
    out = np.zeros(5)
    assert floats().get(out=out) is out
    assert xp.asnumpy(matrix()[0, :2], out=out[:2]).tolist() == [0, 1]
    assert out.tolist() == [0, 1, 2, 3, 4]


def test_a_hidden_loop_is_noted() -> None:
    assert 9 not in floats()
    assert StrictArray.host_transfers == ["bool"] * 5
