"""The stand-in for CuPy raises where CuPy raises, one test per error."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.strict_cupy.array import StrictArray, namespace

xp: Any = namespace
HF: Any = np.arange(5.0)
HOST = "Unsupported type <class 'numpy.ndarray'>"
LIST = "Unsupported type <class 'list'>"
IMPLICIT = "Implicit conversion to a NumPy array is not allowed"
NO_INDEX = "cannot be interpreted as an integer"


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


REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    # a NumPy array where a device array belongs
    "add-host": (lambda: floats() + HF, TypeError, HOST),
    "host-add": (lambda: HF * floats(), TypeError, HOST),
    "add-0-d": (lambda: floats() + np.array(1.0), TypeError, HOST),
    "add-in-place": (lambda: floats().__iadd__(HF), TypeError, HOST),
    "compare-host": (lambda: floats() == HF, TypeError, HOST),
    "numpy-ufunc-host": (lambda: np.add(floats(), HF), TypeError, HOST),
    "numpy-ufunc-out": (lambda: np.add(floats(), 1, out=np.zeros(5)), TypeError, HOST),
    "ufunc-out": (lambda: xp.add(floats(), 1, out=np.zeros(5)), TypeError, HOST),
    "concatenate-host": (lambda: xp.concatenate([floats(), HF]), TypeError, HOST),
    "where-host": (lambda: xp.where(bools(), HF, 0), TypeError, HOST),
    "where-host-mask": (lambda: xp.where(HF > 1, 1, 0), TypeError, HOST),
    "bincount-host-weights": (lambda: xp.bincount(ints(), HF), TypeError, HOST),
    "nonzero-host": (lambda: xp.nonzero(HF), TypeError, HOST),
    "flatnonzero-host": (lambda: xp.flatnonzero(HF), TypeError, HOST),
    "lexsort-host": (lambda: xp.lexsort(np.zeros((2, 3))), TypeError, HOST),
    "broadcast-host": (lambda: xp.broadcast_to(HF, (2, 5)), TypeError, HOST),
    "isin-host-test": (lambda: xp.isin(ints(), np.arange(2)), TypeError, HOST),
    "dot-host": (lambda: floats().dot(HF), TypeError, HOST),
    "matmul-host": (lambda: floats() @ HF, TypeError, HOST),
    "repeat-host": (lambda: xp.repeat(floats(), np.arange(5)), TypeError, "does not accept numpy"),
    "searchsorted-host": (lambda: xp.searchsorted(floats(), HF), NotImplementedError, "for v"),
    "copyto-host": (lambda: xp.copyto(floats(), HF), ValueError, "non-scalar numpy.ndarray"),
    "slice-from-host": (lambda: operator.setitem(floats(), slice(0, 5), HF), ValueError, "fill"),
    "slice-from-list": (lambda: operator.setitem(floats(), slice(0, 1), [1]), ValueError, "fill"),
    "fill-host": (lambda: floats().fill(HF), ValueError, "cannot be used for fill"),
    "fill-array": (lambda: floats().fill(floats()), ValueError, "cannot be used for fill"),
    "at-on-host": (lambda: xp.add.at(HF, ints(), 1), AttributeError, "_index"),
    "reduceat-host": (lambda: xp.add.reduceat(HF, ints()), TypeError, HOST),
    # NumPy's method would compute on the host: stricter than CuPy
    "sum-host": (lambda: xp.sum(HF), TypeError, HOST),
    "sum-numpy-scalar": (lambda: xp.sum(np.float64(1)), TypeError, "numpy.float64"),
    "sort-host": (lambda: xp.sort(HF), TypeError, HOST),
    "take-from-host": (lambda: xp.take(HF, ints()), TypeError, HOST),
    "reshape-host": (lambda: xp.reshape(HF, (5, 1)), TypeError, HOST),
    "reduce-host": (lambda: xp.add.reduce(HF), TypeError, HOST),
    # a list or another object where an array belongs
    "add-list": (lambda: floats() + [1.0], TypeError, "NotImplemented"),
    "add-text": (lambda: floats() + "a", TypeError, "NotImplemented"),
    "equals-text": (lambda: floats() == "a", TypeError, "NotImplemented"),
    "ufunc-list": (lambda: xp.add([1], [2]), TypeError, LIST),
    "sum-list": (lambda: xp.sum([1, 2]), TypeError, LIST),
    "concatenate-lists": (lambda: xp.concatenate([[1], [2]]), TypeError, LIST),
    "isin-list": (lambda: xp.isin(ints(), [1]), TypeError, LIST),
    "where-list": (lambda: xp.where(bools(), floats(), [1] * 5), TypeError, LIST),
    "where-bool": (lambda: xp.where(True, floats(), 0), AttributeError, "astype"),
    "where-one": (lambda: xp.where(bools(), floats()), ValueError, "both 'x' and 'y'"),
    "searchsorted-list": (lambda: xp.searchsorted(floats(), [1]), NotImplementedError, "for v"),
    "searchsorted-int64": (
        lambda: xp.searchsorted(floats(), np.int64(1)),
        NotImplementedError,
        "for v",
    ),
    "bincount-list": (lambda: xp.bincount(ints(), [1] * 5), AttributeError, "shape"),
    "bincount-lengths": (lambda: xp.bincount(ints(), floats()[:2]), ValueError, "same length"),
    "bincount-floats": (lambda: xp.bincount(floats()), TypeError, "x must be int array"),
    "lexsort-tuple": (lambda: xp.lexsort((floats(), floats())), AttributeError, "ndim"),
    "lexsort-3-d": (lambda: xp.lexsort(xp.zeros((1, 1, 1))), NotImplementedError, "rank of three"),
    "copyto-list": (lambda: xp.copyto(floats(), [1]), TypeError, LIST),
    "copyto-cast": (lambda: xp.copyto(ints(), floats()), TypeError, "Cannot cast"),
    "out-cast": (lambda: xp.add(floats(), 1, out=ints()), TypeError, "Cannot cast"),
    # a device array where a Python number belongs: it has no __index__
    "index": (lambda: operator.index(dev(1)), TypeError, NO_INDEX),
    "range": (lambda: range(dev(3)), TypeError, NO_INDEX),
    "list-index": (lambda: [1, 2][dev(1)], TypeError, "list indices must be integers"),
    "empty-shape": (lambda: xp.empty(dev(3)), TypeError, NO_INDEX),
    "zeros-shape": (lambda: xp.zeros((dev(3), 2)), TypeError, NO_INDEX),
    "reshape-shape": (lambda: floats().reshape(dev(5), 1), TypeError, NO_INDEX),
    "broadcast-shape": (lambda: xp.broadcast_to(floats(), (dev(2), 5)), TypeError, NO_INDEX),
    "sum-axis": (lambda: floats().sum(axis=dev(0)), TypeError, NO_INDEX),
    "tile-reps": (lambda: xp.tile(floats(), dev(2)), TypeError, NO_INDEX),
    "split-positions": (lambda: xp.split(floats(), ints()), TypeError, NO_INDEX),
    # conversions that nobody asked for
    "array": (lambda: floats().__array__(), TypeError, IMPLICIT),
    "asarray": (lambda: np.asarray(floats()), TypeError, IMPLICIT),
    "nested": (lambda: np.array([floats()]), TypeError, IMPLICIT),
    "mixed-list": (lambda: xp.asarray([dev(1), 2]), TypeError, IMPLICIT),
    "unequal-list": (lambda: xp.asarray([dev([1]), dev([1, 2])]), TypeError, IMPLICIT),
    "assign-to-host": (lambda: HF.__setitem__(..., floats()), TypeError, IMPLICIT),
    "index-host": (lambda: HF[ints()], TypeError, IMPLICIT),
    "assert-equal": (lambda: np.testing.assert_array_equal(floats(), HF), TypeError, IMPLICIT),
    # dtypes
    "text": (lambda: xp.asarray(["a"]), ValueError, "Unsupported dtype <U1"),
    "string-dtype": (lambda: dev(["a"], np.dtypes.StringDType()), ValueError, "StringDType"),
    "objects": (lambda: xp.asarray(np.array([None])), ValueError, "Unsupported dtype object"),
    "empty-objects": (lambda: xp.empty(3, object), ValueError, "Unsupported dtype object"),
    "to-bytes": (lambda: floats().astype("S3"), ValueError, r"Unsupported dtype \|S3"),
    "dates": (lambda: xp.zeros(2, "M8[s]"), ValueError, "datetime64"),
    "void-where": (lambda: xp.where(bools()[:2], voids(), voids()), TypeError, "cupy_where"),
    "void-sort": (lambda: xp.sort(voids()), NotImplementedError, "Sorting arrays with dtype"),
    "void-less": (lambda: voids() < voids(), TypeError, "ufunc 'less'"),
    "complex-logic": (lambda: xp.logical_not(dev([1j])), TypeError, "logical_not"),
    "float-positions": (lambda: floats()[floats()], IndexError, "must be of integer"),
    "at-dtype": (lambda: xp.add.at(dev([1], "i2"), dev([0]), 1), TypeError, "add.at only"),
    "at-bools": (lambda: xp.bitwise_or.at(bools(), ints(), True), TypeError, "or.at only"),
    "at-half": (lambda: xp.maximum.at(dev([1], "f2"), dev([0]), 1), TypeError, "maximum.at only"),
    "subtract-at": (lambda: xp.subtract.at(ints(), ints(), 1), TypeError, "subtract.at only"),
    "view-0-d": (lambda: dev(1.0).view("i4"), ValueError, "0d array"),
    # parameters and methods that CuPy lacks
    "take-mode": (lambda: xp.take(floats(), ints(), mode="clip"), TypeError, "'mode'"),
    "take-method-mode": (lambda: floats().take(ints(), mode="clip"), TypeError, "'mode'"),
    "numpy-take-mode": (lambda: np.take(floats(), ints(), mode="clip"), TypeError, "'mode'"),
    "sum-where": (lambda: xp.sum(floats(), where=bools()), TypeError, "'where'"),
    "max-initial": (lambda: floats().max(initial=0), TypeError, "'initial'"),
    "isin-kind": (lambda: xp.isin(ints(), ints(), kind="sort"), TypeError, "'kind'"),
    "unique-sorted": (lambda: xp.unique(ints(), sorted=False), TypeError, "'sorted'"),
    "sort-stable": (lambda: xp.sort(ints(), stable=True), TypeError, "'stable'"),
    "sort-kind": (lambda: xp.argsort(ints(), kind="mergesort"), ValueError, "None or 'stable'"),
    "lexsort-axis": (lambda: xp.lexsort(matrix(), axis=0), TypeError, "'axis'"),
    "asarray-device": (lambda: xp.asarray(ints(), device="cpu"), TypeError, "'device'"),
    "asarray-copy": (lambda: xp.asarray(ints(), "f4", copy=False), ValueError, "copy"),
    "array-subok": (lambda: xp.array(ints(), subok=True), NotImplementedError, "subok"),
    "astype-casting": (lambda: ints().astype("f4", casting="safe"), TypeError, "casting is not"),
    "item-position": (lambda: floats().item(0), TypeError, "too many positional"),
    "item-of-many": (lambda: floats().item(), ValueError, "size 1"),
    "ufunc-where": (lambda: xp.add(1, 2, where=bools()), TypeError, "Wrong arguments {'where'"),
    "numpy-ufunc-where": (lambda: np.add(floats(), 1, where=bools()), TypeError, "'where'"),
    "ufunc-order": (lambda: xp.add(1, 2, order="C"), TypeError, "Wrong arguments {'order'"),
    "ufunc-arguments": (lambda: xp.add(1), TypeError, "Wrong number of arguments"),
    "reduce-initial": (lambda: np.add.reduce(floats(), initial=0), TypeError, "'initial'"),
    "two-outs": (
        lambda: np.divmod(ints(), 2, out=(ints(), ints())),
        ValueError,
        "exactly one array value",
    ),
    "multiply-at": (lambda: xp.multiply.at(ints(), ints(), 1), NotImplementedError, "multiply.at"),
    "logical-or-at": (lambda: np.logical_or.at(bools(), 0, 1), NotImplementedError, "or.at"),
    "maximum-reduceat": (
        lambda: xp.maximum.reduceat(floats(), ints()),
        NotImplementedError,
        "maximum.reduceat",
    ),
    "logical-and-reduce": (
        lambda: np.logical_and.reduce(bools()),
        NotImplementedError,
        "logical_and.reduce",
    ),
    "maximum-accumulate": (
        lambda: xp.maximum.accumulate(ints()),
        NotImplementedError,
        "maximum.accumulate",
    ),
    "no-errstate": (lambda: xp.errstate, AttributeError, "has no attribute 'errstate'"),
    "no-strings": (lambda: xp.strings, AttributeError, "has no attribute 'strings'"),
    "no-insert": (lambda: np.insert(floats(), 0, 1), TypeError, "no implementation found"),
    "no-numpy-strings": (
        lambda: np.strings.upper(floats()),
        TypeError,
        "no implementation found|Implicit conversion",  # NumPy 2.0 makes an array of it
    ),
    "no-vecdot": (lambda: np.vecdot(floats(), floats()), TypeError, "NotImplemented"),
    "no-linalg-trace": (lambda: xp.linalg.trace, AttributeError, "has no attribute 'trace'"),
    "no-setflags": (lambda: floats().setflags(write=False), AttributeError, "setflags"),
    "no-writeable": (lambda: floats().flags.writeable, AttributeError, "writeable"),
    "no-array-interface": (lambda: floats().__array_interface__, AttributeError, "interface"),
    "no-ctypes": (lambda: floats().ctypes, AttributeError, "ctypes"),
    # the rest
    "hash": (lambda: hash(floats()), TypeError, "unhashable"),
    "length-0-d": (lambda: len(dev(1)), TypeError, "unsized"),
    "iterate-0-d": (lambda: list(dev(1)), TypeError, "iteration over a 0-d array"),
    "out-of-bounds": (lambda: floats()[5], IndexError, "out of bounds"),
    "text-key": (lambda: floats()["a"], IndexError, "only integers"),
    "take-from-none": (lambda: floats()[:0].take(dev([0])), IndexError, "empty axes"),
    "truth-of-many": (lambda: bool(floats()), ValueError, "ambiguous"),
    "truth-of-none": (lambda: bool(floats()[:0]), DeprecationWarning, "truth value"),
    "sort-view": (lambda: matrix().T.sort(), NotImplementedError, "non-contiguous"),
    "max-of-none": (lambda: floats()[:0].max(), ValueError, "zero-size"),
    "callback": (lambda: xp.apply_along_axis(sum, 0, ints()), NotImplementedError, "stand-in"),
    "not-modelled": (lambda: xp.fft, NotImplementedError, "stand-in for CuPy has no fft"),
    "not-in-numpy": (lambda: xp.alltrue(ints()), NotImplementedError, "has no alltrue"),
}


@pytest.mark.filterwarnings("error")  # where the command line lets DeprecationWarnings pass, too
@pytest.mark.parametrize("case", REFUSED)
def test_refuses(case: str) -> None:
    StrictArray.host_transfers.clear()
    attempt, error, match = REFUSED[case]
    with pytest.raises(error, match=match):
        attempt()
    # An error that shows an array has to read it; nothing else may have.
    assert set(StrictArray.host_transfers) <= {"repr"}
