"""RaggedTensor: flat values and one row partition for each partitioned axis.

This module and its mixins (`_tensor/`) are the one door upward: hooks and methods that are
operations import the function they forward to when they are called.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from types import EllipsisType
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex, TypeAlias, overload

from raggedkit._arguments import REFUSE
from raggedkit._depth import check_axes
from raggedkit._docstrings import own_methods, sections_from
from raggedkit._kernels.arrays.compare import equal
from raggedkit._names import OfOtherLibraries
from raggedkit._tensor.arrays import ArrayMethods
from raggedkit._tensor.constructors import Constructors
from raggedkit._tensor.conversions import Conversions
from raggedkit._tensor.encodings import Encodings, dimensions_of
from raggedkit._tensor.files import FileMethods
from raggedkit._tensor.frameworks import FrameworkMethods
from raggedkit._tensor.interop import InteropMethods
from raggedkit._tensor.operators import Operators
from raggedkit._tensor.reductions import ReductionMethods
from raggedkit._tensor.sorting import SortingMethods
from raggedkit._tensor.storage import as_values
from raggedkit._tensor.structure import StructureMethods
from raggedkit._typing import Array, ArrayLike, DTypeLike, Tensor
from raggedkit._xp import array_namespace, host_namespace, sealed, to_device
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition, aligned

if TYPE_CHECKING:
    # keys that select rows, or parts of every row
    RowsKey: TypeAlias = (
        slice
        | list[Any]
        | Array
        | EllipsisType
        | tuple[slice | EllipsisType, slice]
        | "RaggedTensor"
        | None
    )

__all__ = ["RaggedTensor"]

# Types of integers that count a row: Python's, and NumPy's scalars.
_INTS = frozenset({int, *(host_namespace.dtype(code).type for code in "bBhHiIlLqQ")})


@cache  # an import in every call costs as much as taking a row
def _indexing() -> Any:
    from raggedkit.ops import indexing

    return indexing


@cache
def _rebuilding() -> Any:
    from raggedkit import _rebuild

    return _rebuild


@cache
def _protocols() -> Any:
    from raggedkit._numpy import protocols as _protocols

    return _protocols


@own_methods
class RaggedTensor(
    Constructors,
    Encodings,
    Conversions,
    Operators,
    InteropMethods,
    FileMethods,
    FrameworkMethods,
    ReductionMethods,
    SortingMethods,
    StructureMethods,
    ArrayMethods,
    OfOtherLibraries,
):
    """Rows of different lengths and one dtype: a nested list at the speed of an array.

    A ragged tensor consists of ``flat_values`` (all values, end to end) and one `RowPartition` for
    each axis that is split into rows, outermost first. It never changes; operations return another.

    Create one from a nested list with `raggedkit.array` or `raggedkit.ragged.constant`, or from
    flat values with one of the ``from_`` constructors.

    Parameters
    ----------
    flat_values
        ``[nvals, ...]``: the values, and any inner dimensions that every value has.
    partitions
        One partition or several, outermost first. Each splits the rows of the next one; the last
        splits ``flat_values``.

    Raises
    ------
    TypeError
        If a partition is not a `RowPartition`.
    ValueError
        If there is no partition, or the number of values of one does not match.

    See Also
    --------
    raggedkit.array : creates a ragged tensor from anything that has rows.
    RowPartition : the row boundaries without values.

    Notes
    -----
    ``==`` compares element by element, so a tensor cannot be a key, and ``tensor in a_list``
    raises an error; `identical` compares two tensors as a whole and returns one bool.

    After TensorFlow's ``tf.RaggedTensor``. Shapes are written ``[2, (d1), 3]``: sizes in
    parentheses differ from row to row.

    Operations that change only the partitions share the values: rows and slices of rows
    (``rt[i]``, ``rt[a:b]``), `values`, `flat_values`, `merge_dims`, `expand_dims`, `with_values`,
    `with_flat_values`. So a slice keeps all values in memory, and may keep the row splits of the
    whole tensor (see `RowPartition`); `copy` releases them.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
    >>> rt.shape
    TensorShape([5, None])
    >>> rt.row_lengths()
    array([4, 0, 3, 1, 0])
    >>> (rt + 10)[2]
    array([15, 19, 12])
    >>> rt[:, :2]
    <RaggedTensor [[3, 1], [], [5, 9], [6], []]>
    >>> rt[7]
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: row must be from -5 to 4, got 7
    """

    __slots__ = ()

    def __init__(
        self, flat_values: ArrayLike, partitions: RowPartition | Iterable[RowPartition]
    ) -> None:
        parts = (partitions,) if isinstance(partitions, RowPartition) else _tuple_of(partitions)
        if not parts:
            raise ValueError(broken_rule("partitions", "have at least one partition", parts))
        for i, p in enumerate(parts):
            if not isinstance(p, RowPartition):
                raise TypeError(broken_rule(f"partitions[{i}]", "be a RowPartition", p))
        flat = as_values(flat_values, "flat_values")
        if isinstance(flat, RaggedTensor):
            parts, flat = parts + flat._parts, flat._flat
        check_axes(len(parts) + flat.ndim, "flat_values")
        counts = [p.static_nrows for p in parts[1:]] + [flat.shape[0]]
        for i, (p, n) in enumerate(zip(parts, counts, strict=True)):
            if p.static_nvals != n:
                rule = f"cut the {n} values there are"
                raise ValueError(broken_rule(f"partitions[{i}]", rule, p.static_nvals))
        self._flat = flat
        self._parts = aligned(parts, flat)
        self._shape = None

    def to_device(self, device: str) -> RaggedTensor:
        """Return the tensor on ``"cpu"`` or ``"cuda"``; itself if it is there already.

        Parameters
        ----------
        device
            ``"cpu"`` or ``"cuda"``, which needs CuPy.

        Returns
        -------
        RaggedTensor
            Of the same values and partitions.

        Raises
        ------
        ModuleNotFoundError
            If CuPy is not installed.
        ValueError
            If ``device`` is any other value.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rt = rk.ragged.constant([[3, 1], [], [5]])
        >>> rt.to_device("cpu") is rt
        True
        >>> rt.to_device("tpu")
        Traceback (most recent call last):
            ...
        ValueError: device must be 'cpu' or 'cuda', got 'tpu'
        """
        flat = to_device(self._flat, device)
        if flat is self._flat:
            return self
        xp = array_namespace(flat)
        parts = []
        for p in self._parts:
            if p.is_uniform():
                parts.append(p._on(xp))
            else:
                parts.append(RowPartition._of_splits(to_device(p._get_splits(), device)))
        return self._make(flat, tuple(parts))

    def identical(self, other: object) -> bool:
        """Whether ``other`` is the same: values, dtypes, partitions, declared uniformity.

        ``==`` compares element by element; this compares the tensors as a whole. NaN is identical
        to NaN.

        Parameters
        ----------
        other
            Any object; False if it is not a ragged tensor.

        Returns
        -------
        bool
            True or False; nothing raises an error.

        Examples
        --------
        >>> import raggedkit as rk
        >>> a = rk.ragged.constant([[1, 2], [3, 4]])
        >>> a.identical(rk.ragged.constant([[1, 2], [3, 4]]))
        True
        >>> a.identical(rk.RaggedTensor.from_tensor([[1, 2], [3, 4]]))
        False
        """
        if not isinstance(other, RaggedTensor) or len(self._parts) != len(other._parts):
            return False
        a, b = self._flat, other._flat
        if a.dtype != b.dtype or a.shape != b.shape:
            return False
        if not all(p.identical(q) for p, q in zip(self._parts, other._parts, strict=True)):
            return False
        return bool(equal(a, b).all())

    def __len__(self) -> int:
        """Return the number of rows."""
        return self._parts[0].static_nrows

    def __iter__(self) -> Iterator[Tensor]:
        """Return the rows one by one: arrays, or ragged tensors of one rank less."""
        rows: Iterator[Tensor] = _indexing().iterate(self)
        return rows

    @overload
    def __getitem__(self, key: RowsKey) -> RaggedTensor: ...

    @overload
    def __getitem__(self, key: SupportsIndex) -> Tensor: ...

    @overload
    def __getitem__(self, key: tuple[Any, ...]) -> Any: ...  # a scalar, too: rt[0, 1]

    def __getitem__(self, key: Any) -> Any:
        """Return the rows, items or axes that ``key`` selects."""
        kind = type(key)
        if kind is slice and key.step is None:
            start, stop = key.start, key.stop
            if (start is None or type(start) is int) and (stop is None or type(stop) is int):
                start, stop, _ = key.indices(self._parts[0]._nrows)
                return self._rows(start, stop)
        elif kind is int or kind in _INTS:
            i, n = key if kind is int else int(key), self._parts[0]._nrows
            if -n <= i < n:
                return self._row(i + n if i < 0 else i)
        return _indexing().getitem(self, key)

    def _row(self, i: int) -> Tensor:
        """Row ``i``, which there is: a view."""
        parts = self._parts
        start, limit = parts[0]._values_of(i)
        if len(parts) == 1:
            return sealed(self._flat[start:limit])
        return self._run(self._flat, parts[1:], start, limit)

    def _rows(self, start: int, stop: int) -> RaggedTensor:
        """Rows ``start`` to ``stop`` with a step, as from ``slice.indices``: a view."""
        parts = self._parts
        if stop - start == parts[0]._nrows:
            return self
        if stop < start:
            stop = start
        if len(parts) > 1:
            return self._run(self._flat, parts, start, stop)
        cut, start, stop = parts[0]._rows(start, stop)
        return self._make(self._flat[start:stop], (cut,))

    @sections_from("ops.columns.column")
    def column(self, j: SupportsIndex, *, default: ArrayLike = REFUSE) -> Tensor:
        """Return item ``j`` of every row, and ``default`` for a row that is too short.

        See Also
        --------
        raggedkit.column : the same as a function.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rt = rk.ragged.constant([[0.0, 1.1, 2.2], [], [3.3]])
        >>> rt.column(1, default=-999.0)
        array([   1.1, -999. , -999. ])
        """
        from raggedkit.ops import columns

        items: Tensor = columns.column(self, j, default=default)
        return items

    def __contains__(self, item: object) -> bool:
        """Whether some value equals the scalar ``item``."""
        many = isinstance(item, RaggedTensor | list | tuple | set | dict | range)
        if many or dimensions_of(item):
            raise TypeError(broken_rule("item", "be a scalar", item, "compare with == and .any()"))
        same = self._flat == item
        return bool(same) if isinstance(same, bool) else bool(same.any())

    def __bool__(self) -> bool:
        """Refuse: the truth of many values is a question of any or all."""
        way_out = (
            "ask for a number (rt.size, len(rt)), for any or all of its values (rt.any(), "
            "rt.all()), or whether two tensors are the same (x.identical(y)); conditions are "
            "joined by & and |"
        )
        raise TypeError(f"a RaggedTensor must not be used as a bool; {way_out}")

    def __setitem__(self, key: Any, value: Any) -> NoReturn:
        """Raise: a ragged tensor never changes."""
        way_out = "make another: np.where(condition, value, rt), rt.with_flat_values(values)"
        raise TypeError(f"a RaggedTensor must not be changed in place; {way_out}")

    __hash__ = None  # type: ignore[assignment]  # compares value by value, so can't be a key

    def __copy__(self) -> RaggedTensor:
        """Return itself: it can't change."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the values and the partitions; small arrays without their overhead."""
        _rebuild = _rebuilding()
        if len(self._parts) == 1 and self._parts[0]._uniform is None:
            arrays = self._flat, self._parts[0]._get_splits()
            values, splits = map(_rebuild.to_bytes, arrays)
            if values is not None and splits is not None:
                return _rebuild.small_tensor, values + splits
        return _rebuild.tensor, (self._flat, self._parts)

    def __repr__(self) -> str:
        """Return the rows as text, abbreviated if long."""
        from raggedkit.reprs import ragged_text

        return ragged_text(self)

    def _repr_html_(self) -> str:
        from raggedkit.reprs import ragged_html

        return ragged_html(self)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        from raggedkit.reprs import bundle

        return bundle(self)

    __array_priority__ = 1000.0

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> Array:
        """Return the dense array if every axis is uniform; raise otherwise."""
        from raggedkit.ops import convert

        return convert.to_array(self, dtype, copy)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        """Apply a NumPy ufunc value by value, broadcasting rows."""
        return _protocols().array_ufunc(ufunc, method, inputs, kwargs)

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        """Apply a NumPy function that has a ragged meaning."""
        return _protocols().array_function(func, types, args, kwargs)


def _tuple_of(partitions: Any) -> tuple[Any, ...]:
    try:
        return tuple(partitions)
    except TypeError:
        rule = "be a RowPartition or a list of them"
        raise TypeError(broken_rule("partitions", rule, partitions)) from None
