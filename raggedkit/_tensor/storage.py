"""Storage of a ragged tensor: flat values, row partitions, and views of runs of rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from raggedkit._arguments import as_flag
from raggedkit._depth import MOST_AXES, check_axes, check_nesting
from raggedkit._typing import Array
from raggedkit._xp import as_array, held_bytes, host_namespace, is_array
from raggedkit.errors import VALUES, MissingValueError, broken_rule
from raggedkit.partition import RowPartition, aligned
from raggedkit.shape import TensorShape

if TYPE_CHECKING:
    from raggedkit.tensor import RaggedTensor

__all__ = ["Storage", "as_values", "length_of"]

_NDARRAY = host_namespace.ndarray
_new = object.__new__


class Storage:
    """The fields of `RaggedTensor`, and private constructors that trust their arguments."""

    __slots__ = ("__weakref__", "_flat", "_parts", "_shape")

    _flat: Array
    _parts: tuple[RowPartition, ...]
    _shape: TensorShape | None

    @classmethod
    def _make(cls, flat: Array, parts: tuple[RowPartition, ...]) -> RaggedTensor:
        """Join values and partitions that are known to fit."""
        rt: Any = _new(cls)
        rt._flat = flat
        rt._parts = parts
        rt._shape = None
        return rt  # a mixin doesn't see the class

    @classmethod
    def _join(cls, values: Any, partition: RowPartition, validate: bool) -> RaggedTensor:
        """Put a partition around values, dense or ragged."""
        # The usual case: an array on the host that fits. It needs none of the checks below.
        if type(values) is _NDARRAY and partition._nvals == len(values):
            if partition._xp is host_namespace and values.ndim < MOST_AXES:
                return cls._make(values, (partition,))
        n = values._parts[0].static_nrows if isinstance(values, Storage) else values.shape[0]
        cut = partition.static_nvals
        if cut != n and (as_flag(validate, "validate") or cut > n + _TRUSTED):
            way_out = "the rows must use up the values"
            raise ValueError(broken_rule("values", f"have {cut} items", n, way_out))
        parts: tuple[RowPartition, ...] = (partition,)
        if isinstance(values, Storage):
            parts, values = parts + values._parts, values._flat
        check_axes(len(parts) + values.ndim, "values")
        # Partitions of two origins: they get one dtype, on the device of the values.
        return cls._make(values, aligned(parts, values))

    @classmethod
    def _run(
        cls, flat: Array, parts: tuple[RowPartition, ...], start: int, limit: int
    ) -> RaggedTensor:
        """Rows ``start`` to ``limit`` of these values and partitions: a view."""
        cuts = []
        for p in parts:
            # The items of one partition are the rows of the next.
            cut, start, limit = p._rows(start, limit)
            cuts.append(cut)
        return cls._make(flat[start:limit], tuple(cuts))

    def _held(self) -> list[Array]:
        """Return the arrays that the tensor keeps: values, and those of the partitions."""
        return [self._flat, *(x for p in self._parts for x in p._held())]

    def __sizeof__(self) -> int:
        """Return the bytes of the object and its arrays; shared ones count once.

        ``sys.getsizeof`` and dask read this. A view counts its own rows, as dask counts arrays of
        NumPy: that is what it costs to send them, and the sum over all views is that of the whole.
        """
        return object.__sizeof__(self) + held_bytes(self._held())


# Splits made with validate=False may claim up to this many values, which fit memory.
_TRUSTED = 1 << 20


def as_values(obj: Any, name: str = "values") -> Any:
    """Return values for a partition: an array of one dimension or more, or a ragged tensor."""
    if type(obj) is _NDARRAY and obj.ndim and obj.dtype.kind not in "OT":
        return obj.view()  # the caller may give his array another shape
    if isinstance(obj, Storage):
        return obj
    try:
        array = as_array(obj)
    except MissingValueError as error:
        raise error.named(name) from None
    except (TypeError, ValueError) as error:
        # First: a list that is nested too deeply has an error of its own.
        check_nesting(obj, name)
        # Not a list of rows: the error of the conversion fits.
        if not isinstance(obj, list | tuple) or not any(hasattr(x, "__len__") for x in obj):
            raise ValueError(f"{name}: {error}") from error
        if all(isinstance(x, str | bytes) or not hasattr(x, "__len__") for x in obj):
            raise ValueError(f"{name}: {error}") from error
        way_out = "for a nested list of rows use raggedkit.ragged.constant"
        raise ValueError(
            broken_rule(name, "be an array, or one level of a list", obj, way_out)
        ) from error
    if array.ndim == 0:
        way_out = "list(...) makes one" if isinstance(obj, Iterable) else ""
        if array.dtype.kind != "O":
            way_out = "one value alone is [...]"
        rule = "be an array, or one level of a list"
        raise ValueError(broken_rule(name, rule, obj, way_out))
    if array.dtype.kind == "O" and not is_array(obj):  # objects only for bytes that end in NUL
        if not all(isinstance(x, bytes) for x in array.ravel().tolist()):
            raise ValueError(broken_rule(name, f"contain {VALUES}, of one kind", obj))
    return array.view() if array is obj else array


def length_of(values: Any) -> int:
    """Return how many items a partition of these values cuts."""
    return values._parts[0].static_nrows if isinstance(values, Storage) else int(values.shape[0])
