"""Shared parts of the comparisons with a live TensorFlow.

The same tensor built on both sides, answers compared with their structure, and strategies that draw
tensors as plain parts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, reject, settings
from hypothesis import strategies as st

import raggedkit as rk
from tests.campaign import TIMES

tf = pytest.importorskip(
    "tensorflow", reason="needs TensorFlow: `make conformance` runs it in .venv-tf"
)

# Two sides refuse alike where both errors are of one family (an index out of range is a bad value
# in some of TensorFlow's functions and an IndexError in others).
_FAMILIES = {
    "IndexError": "value",
    "InvalidArgumentError": "value",
    "OutOfRangeError": "value",
    "ValueError": "value",
    "TypeError": "type",
}


# ------------------------------------------------------------------ one tensor on both sides
@dataclass(frozen=True)
class Cut:
    """One partition in plain numbers: its row lengths, and whether they are declared uniform."""

    lengths: tuple[int, ...]
    uniform: int | None = None

    @property
    def splits(self) -> list[int]:
        return [0, *np.cumsum(self.lengths).tolist()]

    @property
    def nvals(self) -> int:
        return sum(self.lengths)


@dataclass(frozen=True, eq=False)
class Parts:
    """The parts of a ragged tensor, or of a dense one if there are no splits, for both sides."""

    flat: np.ndarray[Any, Any]
    cuts: tuple[Cut, ...] = ()
    splits_dtype: str = "int64"

    def __repr__(self) -> str:
        dtypes = f"{self.flat.dtype}, {self.splits_dtype}"
        return f"Parts({self.flat.tolist()}, {list(self.cuts)}, {dtypes})"

    @property
    def ndim(self) -> int:
        return self.flat.ndim + len(self.cuts)

    @property
    def sizes(self) -> list[int | None]:
        """The size of every axis, None for a ragged one."""
        rows = [len(self.cuts[0].lengths), *[c.uniform for c in self.cuts]] if self.cuts else []
        return [*rows, *self.flat.shape[1 if rows else 0 :]]

    def over(self, flat: np.ndarray[Any, Any]) -> Parts:
        return Parts(flat, self.cuts, self.splits_dtype)

    def index(self, number: Any) -> Any:
        """Return a number or a list of them in the dtype of the splits."""
        return np.asarray(number, dtype=self.splits_dtype)


def to_rk(parts: Parts) -> Any:
    """Return raggedkit's tensor of these parts."""
    result: Any = parts.flat
    for cut in reversed(parts.cuts):
        if cut.uniform is None:
            result = rk.RaggedTensor.from_row_splits(result, parts.index(cut.splits))
        else:
            k, n = parts.index(cut.uniform)[()], parts.index(len(cut.lengths))[()]
            result = rk.RaggedTensor.from_uniform_row_length(result, k, nrows=n)
    return result


def to_tf(parts: Parts) -> Any:
    """Return TensorFlow's tensor of these parts."""
    result: Any = dense_to_tf(parts.flat)
    for cut in reversed(parts.cuts):
        if cut.uniform is None:
            result = tf.RaggedTensor.from_row_splits(result, parts.index(cut.splits))
        else:
            k, n = parts.index(cut.uniform), parts.index(len(cut.lengths))
            result = tf.RaggedTensor.from_uniform_row_length(result, k, nrows=n)
    return result


def dense_to_tf(array: np.ndarray[Any, Any]) -> Any:
    """Return TensorFlow's tensor of an array; NumPy's bytes of any width are its strings."""
    return tf.constant(array.astype(object) if array.dtype.kind == "S" else array)


# ------------------------------------------------------------------ answers compared
@dataclass(frozen=True)
class Same:
    """How far answers have to be the same."""

    width: bool = True  # of dtypes; not where values came as Python numbers and each side chose
    uniform: bool = True  # False: raggedkit may still know a uniform axis that TensorFlow forgot
    family: bool = True  # of errors; not where each side stumbles over another of two mistakes
    close: float = 1e-6  # how far floats may differ, of their size


EXACTLY = Same()
KEPT = Same(uniform=False)  # a size that TensorFlow forgets is kept


def agree(ours: Callable[[], Any], theirs: Callable[[], Any], how: Same = EXACTLY) -> Any:
    """Check that both calls return the same structure, or that both refuse; return raggedkit's."""
    refusal: Exception | None = None
    try:
        want = theirs()
    except AttributeError:  # a defect of TensorFlow's, and no answer
        reject()
    except Exception as error:
        refusal = error
    try:
        got = ours()
    except (ValueError, TypeError, IndexError) as error:
        if refusal is None:
            raise AssertionError(f"raggedkit refused, TensorFlow answered {want}") from error
        mine, yours = _family(error), _family(refusal)
        if how.family and mine != yours:
            said = f"refused as {mine}, TensorFlow as {yours}: {error!r}, {refusal!r}"
            raise AssertionError(said) from error
        return None
    if not how.uniform and "inner ragged dimension" in str(refusal):
        reject()  # it forgot that the axis is uniform, as it may here
    assert refusal is None, f"raggedkit answered {got!r}, TensorFlow refused: {refusal!r}"
    said = difference(got, want, how) or ""
    assert not said, f"{said}\nraggedkit:  {got!r}\nTensorFlow: {want}"
    return got


def _family(error: Exception) -> str:
    names = [c.__name__ for c in type(error).__mro__]
    return next((_FAMILIES[n] for n in names if n in _FAMILIES), names[0])


def difference(got: Any, want: Any, how: Same = EXACTLY) -> str | None:
    """Return the difference of raggedkit's result from TensorFlow's, or None."""
    if isinstance(want, (list, tuple)):
        if not isinstance(got, (list, tuple)) or len(got) != len(want):
            return f"{got!r} is not {len(want)} items"
        pairs = zip(got, want, strict=True)
        found = (difference(a, b, how) for a, b in pairs)
        return next((f"item {i}: {said}" for i, said in enumerate(found) if said), None)
    if isinstance(want, tf.RaggedTensor):
        return _ragged_difference(got, want, how)
    if isinstance(want, tf.SparseTensor):
        if not isinstance(got, rk.SparseTensor):
            return f"{type(got).__name__} is not sparse"
        names = ("indices", "values", "dense_shape")
        found = (difference(getattr(got, n), getattr(want, n), how) for n in names)
        return next((f"{n}: {said}" for n, said in zip(names, found, strict=True) if said), None)
    if isinstance(want, tf.experimental.RowPartition):
        return _partition_difference(got, want, how)
    if isinstance(want, tf.TensorShape):
        mine = None if got.rank is None else got.as_list()
        yours = None if want.rank is None else want.as_list()
        return None if mine == yours else f"shape {mine} is not {yours}"
    if isinstance(want, tf.compat.v1.Dimension):
        want = want.value
    if isinstance(want, tf.Tensor):
        want = want.numpy()
        if isinstance(want, bytes):
            want = np.array(want, dtype=object)
    if isinstance(want, tf.DType):
        return None if _same_dtype(got, want.as_numpy_dtype, how) else f"dtype {got}"
    if isinstance(want, (np.ndarray, np.generic)):
        return _array_difference(got, np.asarray(want), how)
    if type(got) is not type(want):
        return f"{type(got).__name__} is not {type(want).__name__}"
    same = got == want or (got != got and want != want)
    return None if same else f"{got!r} is not {want!r}"


def _ragged_difference(got: Any, want: Any, how: Same) -> str | None:
    if not isinstance(got, rk.RaggedTensor):
        return f"{type(got).__name__} is not ragged"
    if got.ragged_rank != want.ragged_rank:
        return f"ragged_rank {got.ragged_rank} is not {want.ragged_rank}"
    inner = want
    for axis, mine in enumerate(got.partitions, start=1):
        yours = inner._row_partition
        said = _partition_difference(mine, yours, how)
        if said:
            return f"partition of axis {axis}: {said}"
        inner = inner.values
    if how.uniform and got.shape.as_list() != want.shape.as_list():
        return f"shape {got.shape} is not {want.shape}"
    said = difference(got.flat_values, want.flat_values, how)
    return f"flat_values: {said}" if said else None


def _partition_difference(got: Any, want: Any, how: Same) -> str | None:
    if not isinstance(got, rk.RowPartition):
        return f"{type(got).__name__} is not a partition"
    mine, yours = got.static_uniform_row_length, want.static_uniform_row_length
    if mine != yours and (how.uniform or yours is not None):
        return f"uniform_row_length {mine} is not {yours}"
    return _array_difference(got.row_splits(), want.row_splits().numpy(), how)


def _array_difference(got: Any, want: np.ndarray[Any, Any], how: Same) -> str | None:
    if not isinstance(got, (np.ndarray, np.generic)):
        return f"{type(got).__name__} is not an array"
    got = np.asarray(got)
    if got.shape != want.shape:
        return f"shape {got.shape} is not {want.shape}"
    if not _same_dtype(got.dtype, want.dtype, how):
        return f"dtype {got.dtype} is not {want.dtype}"
    if want.dtype.kind == "O" and any(isinstance(x, np.ndarray) for x in want.ravel()):
        pairs = zip(got.ravel().tolist(), want.ravel().tolist(), strict=True)
        return next((said for a, b in pairs if (said := difference(a, b, how))), None)
    if want.dtype.kind in "fc":
        same = bool(np.allclose(got, want, rtol=how.close, atol=0, equal_nan=True))
    else:
        same = got.tolist() == want.tolist()
    return None if same else f"{got.tolist()} is not {want.tolist()}"


def _same_dtype(got: Any, want: Any, how: Same) -> bool:
    got, want = np.dtype(got), np.dtype(want)
    if want.kind == "O":  # TensorFlow's strings
        return got.kind in "SO"
    return bool(got == want if how.width else got.kind == want.kind)


# ------------------------------------------------------------------ strategies
def examples(n: int) -> Callable[[Any], Any]:
    """Try so many examples, the same on every run: a difference found is one that stays found.

    A campaign multiplies them for the tests that it collects, and tries others on every run.
    """
    quiet = [HealthCheck.too_slow, HealthCheck.filter_too_much]
    return settings(
        max_examples=n,
        derandomize=TIMES == 1,
        deadline=None,
        database=None,
        suppress_health_check=quiet,
    )


one_in_five = st.integers(0, 4).map(lambda i: i == 0)
numbers = st.integers(-1, 5)
vectors = st.lists(numbers, max_size=5)
ascending = st.lists(st.integers(0, 2), max_size=5).map(lambda steps: np.cumsum(steps).tolist())
from_zero = st.lists(st.integers(0, 2), max_size=4).map(lambda s: [0, *np.cumsum(s).tolist()])
DTYPES = ("int64", "float64", "bool", "bytes")


def values(
    source: st.DrawFn | st.DataObject, shape: tuple[int, ...], dtype: str
) -> np.ndarray[Any, Any]:
    """Return an array whose values are all different, or (every other time) repeat after a few."""
    draw = source.draw if isinstance(source, st.DataObject) else source
    count = np.arange(int(np.prod(shape)))
    count = count % draw(st.sampled_from((3, 1000)))
    if dtype in ("bytes", "|S4"):
        array = np.array([b"v%d" % i if i % 3 else b"" for i in count], dtype="S4")
    elif dtype in ("bool", "|b1"):
        array = count * 5 % 3 == 0
    else:
        array = (count - 1).astype(dtype)
        if array.dtype.kind == "f" and array.size:
            array /= 2
            odd = draw(st.sampled_from((0.0, 0.0, np.nan, np.inf, -np.inf)))
            array[draw(st.integers(0, array.size - 1))] = odd
    return array.reshape(shape)


@st.composite
def cuts(draw: st.DrawFn, nrows: int, longest: int = 3) -> Cut:
    """Draw a partition into so many rows; every third is uniform."""
    if draw(st.integers(0, 2)) == 0:
        k = draw(st.integers(0, longest))
        return Cut((k,) * nrows, k)
    lengths = st.lists(st.integers(0, longest), min_size=nrows, max_size=nrows)
    return Cut(tuple(draw(lengths)))


inner_shapes = st.sampled_from(((), (), (), (2,), (1,), (0,), (2, 3)))
splits_dtypes = st.sampled_from(("int64", "int64", "int32"))


@st.composite
def ragged(
    draw: st.DrawFn,
    min_rank: int = 1,
    max_rank: int = 3,
    dtypes: tuple[str, ...] = DTYPES,
    inner: st.SearchStrategy[tuple[int, ...]] = inner_shapes,
    splits: st.SearchStrategy[str] = splits_dtypes,
) -> Parts:
    """Draw a ragged tensor, uniform partitions anywhere among the ragged ones."""
    nrows = draw(st.integers(0, 4))
    chosen = []
    for _ in range(draw(st.integers(min_rank, max_rank))):
        chosen.append(draw(cuts(nrows)))
        nrows = chosen[-1].nvals
    flat = values(draw, (nrows, *draw(inner)), draw(st.sampled_from(dtypes)))
    return Parts(flat, tuple(chosen), draw(splits))


small = st.integers(-5, 5)
offsets = st.none() | small
slices = st.builds(slice, offsets, offsets, st.none() | st.sampled_from((1, 1, 2, -1, -2, 3)))
one_key = st.one_of(small, slices, slices, st.just(Ellipsis), st.none())
keys = one_key | st.lists(one_key, max_size=5).map(tuple)


@st.composite
def partners(draw: st.DrawFn, x: Parts) -> Parts:
    """Draw a tensor that more often than not broadcasts against ``x``, dense or ragged."""
    if draw(st.integers(0, 5)) == 0:
        other = draw(ragged(dtypes=("int64",), splits=st.just(x.splits_dtype)))
        return other.over(values(draw, other.flat.shape, x.flat.dtype.str))
    aligned = draw(st.booleans())  # whether this layer's rows still are those of x
    nrows = count = len(x.cuts[0].lengths) if aligned else 1
    chosen = []
    for cut in x.cuts:
        if aligned and draw(st.integers(0, 2)):
            chosen.append(cut)
        else:
            size = draw(st.sampled_from((1, 1, cut.uniform or 1, max(cut.lengths, default=1))))
            aligned = aligned and size == cut.uniform
            chosen.append(Cut((size,) * count, size))
        count = chosen[-1].nvals
    inner = [draw(st.sampled_from((1, n, n))) for n in x.flat.shape[1:]]
    flat = values(draw, (count, *inner), x.flat.dtype.str)
    sizes = [nrows, *[c.uniform for c in chosen], *inner]
    if None not in sizes and draw(st.booleans()):
        array = flat.reshape(sizes)
        ones = next((i for i, n in enumerate(array.shape) if n != 1), array.ndim)
        return Parts(array.reshape(array.shape[draw(st.integers(0, ones)) :]))
    if nrows == 1 and len(chosen) > 1 and draw(st.booleans()):
        chosen = chosen[1:]
    return Parts(flat, tuple(chosen), x.splits_dtype)


def ragged_meets_uniform(x: Parts, y: Parts) -> bool:
    """Whether a ragged axis is broadcast against a uniform one of a size other than 1.

    TensorFlow 2.21 then answers with the first row alone.
    """
    pairs = zip(reversed(x.sizes), reversed(y.sizes), strict=False)
    return any((a is None) != (b is None) and (a or b or 0) != 1 for a, b in pairs)
