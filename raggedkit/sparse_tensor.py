"""SparseTensor: the nonzero cells of a dense tensor, as coordinates and values."""

from __future__ import annotations

from typing import Any

from raggedkit._depth import check_axes
from raggedkit._docstrings import sections_from
from raggedkit._kernels.arrays.compare import equal
from raggedkit._typing import Array, ArrayLike, DType
from raggedkit._xp import (
    INT64,
    INTEGERS,
    array_namespace,
    as_array,
    handed_out,
    held_bytes,
    holds_bytes,
    is_array,
    owned,
    readonly,
    sealed,
)
from raggedkit.encodings import LARGEST
from raggedkit.errors import VALUES, MissingValueError, broken_rule
from raggedkit.shape import TensorShape

__all__ = ["SparseTensor"]


class SparseTensor:
    """Values at given coordinates of a dense tensor; every other cell is zero.

    Parameters
    ----------
    indices
        ``int64[n, rank]``, the coordinates of each value. Kept in the order given. An array that
        can be written to is copied; one that is read-only, with all its bases, is shared.
    values
        ``[n]``, of any dtype; shared.
    dense_shape
        ``int64[rank]``, the size of each dimension; copied or shared as ``indices``.

    Raises
    ------
    TypeError
        If ``indices`` or ``dense_shape`` are not integers.
    ValueError
        If the three arguments do not fit each other, or a size is negative.

    See Also
    --------
    raggedkit.sparse : functions of sparse tensors.

    Notes
    -----
    After TensorFlow's ``tf.sparse.SparseTensor``, which checks the ranks and counts and, like
    this class, does not look for coordinates outside ``dense_shape``. Unpickling does.

    Examples
    --------
    >>> import raggedkit as rk
    >>> st = rk.SparseTensor([[0, 0], [2, 1]], [10, 20], [3, 2])
    >>> st.shape
    TensorShape([3, 2])
    >>> rk.SparseTensor([[0, 0]], [10], [3])
    Traceback (most recent call last):
        ...
    ValueError: dense_shape must have one size for each of the 2 columns of indices, got 1
    """

    __slots__ = ("__weakref__", "_dense_shape", "_indices", "_values")

    _indices: Array
    _values: Array
    _dense_shape: Array

    def __init__(self, indices: ArrayLike, values: ArrayLike, dense_shape: ArrayLike) -> None:
        vals = _values(values)
        xp = array_namespace(vals)
        sizes = _integers(dense_shape, "dense_shape", xp)
        at = _integers(indices, "indices", xp)
        if not isinstance(indices, list | tuple):
            at = owned(at)  # before it is checked: nobody may change it afterwards
        if not is_array(indices) and at.ndim != 2 and not at.size and sizes.ndim == 1:
            at = at.reshape(0, sizes.shape[0])
        if not isinstance(dense_shape, list | tuple):
            sizes = owned(sizes)
        _check(at, vals, sizes)
        self._indices, self._values, self._dense_shape = sealed(at), vals.view(), sealed(sizes)

    @classmethod
    def _checked(cls, indices: Array, values: Array, dense_shape: Array) -> SparseTensor:
        """Join arrays that nobody else can write to, if they fit each other."""
        _check(indices, values, dense_shape)
        return cls._make(indices, values, dense_shape)

    @classmethod
    def _make(cls, indices: Array, values: Array, dense_shape: Array) -> SparseTensor:
        """Make a tensor without checks: the arguments must fit each other."""
        st = object.__new__(cls)
        st._indices, st._values, st._dense_shape = sealed(indices), values, sealed(dense_shape)
        return st

    @property
    def indices(self) -> Array:
        """The coordinates of each value, ``int64[n, rank]``, read-only.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.SparseTensor([[0, 1]], [5], [1, 2]).indices
        array([[0, 1]])
        """
        return handed_out(self._indices)

    @property
    def values(self) -> Array:
        """The values, ``[n]``, read-only.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.SparseTensor([[0, 1]], [5], [1, 2]).values
        array([5])
        """
        return readonly(self._values)

    @property
    def dense_shape(self) -> Array:
        """The size of each dimension, ``int64[rank]``, read-only.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.SparseTensor([[0, 1]], [5], [1, 2]).dense_shape
        array([1, 2])
        """
        return handed_out(self._dense_shape)

    @property
    def shape(self) -> TensorShape:
        """The size of each dimension, a `TensorShape`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.SparseTensor([[0, 1]], [5], [1, 2]).shape
        TensorShape([1, 2])
        """
        return TensorShape(self._dense_shape.tolist())

    @property
    def dtype(self) -> DType:
        """The dtype of the values.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.SparseTensor([[0, 1]], [5.0], [1, 2]).dtype
        dtype('float64')
        """
        return self._values.dtype

    @property
    def rank(self) -> int:
        """The number of dimensions.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.SparseTensor([[0, 1]], [5], [1, 2]).rank
        2
        """
        return int(self._dense_shape.shape[0])

    def with_values(self, new_values: ArrayLike) -> SparseTensor:
        """Return the same cells with other values, ``[n]``.

        Parameters
        ----------
        new_values
            One value for each index.

        Returns
        -------
        SparseTensor
            Of the same indices and shape.

        Raises
        ------
        ValueError
            If ``new_values`` does not have one value for each index.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.SparseTensor([[0, 1]], [5], [1, 2]).with_values([7.5]).values
        array([7.5])
        """
        values = _values(new_values, "new_values")
        if values.shape != self._values.shape:
            rule = f"be as many as the {self._values.shape[0]} there are"
            raise ValueError(broken_rule("new_values", rule, values.shape))
        return self._make(self._indices, values.view(), self._dense_shape)

    def identical(self, other: object) -> bool:
        """Whether ``other`` is the same: cells in the same order, values, dtype and shape.

        NaN is identical to NaN. Two tensors that differ in the order of their cells only become
        identical by `raggedkit.sparse.reorder`.

        Parameters
        ----------
        other
            Any object; False if it is not a sparse tensor.

        Returns
        -------
        bool
            True or False; nothing raises an error.

        Examples
        --------
        >>> import raggedkit as rk
        >>> a = rk.SparseTensor([[0, 1]], [5], [1, 2])
        >>> a.identical(rk.SparseTensor([[0, 1]], [5], [1, 2]))
        True
        >>> a.identical(rk.SparseTensor([[0, 1]], [5], [1, 3]))
        False
        """
        if not isinstance(other, SparseTensor):
            return False
        a, b = self._values, other._values
        if a.dtype != b.dtype or a.shape != b.shape or self.rank != other.rank:
            return False
        if not bool((self._dense_shape == other._dense_shape).all()):
            return False
        return bool(equal(a, b).all()) and bool((self._indices == other._indices).all())

    @sections_from("ops.sparse.convert.from_dense")
    @classmethod
    def from_dense(cls, tensor: ArrayLike) -> SparseTensor:
        """Return the nonzero cells of a dense array; see `raggedkit.sparse.from_dense`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.SparseTensor.from_dense([[0, 7], [0, 0]]).indices
        array([[0, 1]])
        """
        from raggedkit.ops.sparse import convert as sparse

        return sparse.from_dense(tensor)

    @sections_from("ops.sparse.convert.to_dense")
    def to_dense(self, default_value: Any = None, validate_indices: bool = True) -> Array:
        """Return the dense array; see `raggedkit.sparse.to_dense`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.SparseTensor([[0, 1]], [5], [1, 3]).to_dense(default_value=-1)
        array([[-1,  5, -1]])
        """
        from raggedkit.ops.sparse import convert as sparse

        return sparse.to_dense(self, default_value, validate_indices)

    @sections_from("interop.scipy.sparse_from_scipy")
    @classmethod
    def from_scipy(cls, matrix: Any) -> SparseTensor:
        """Return a SciPy sparse matrix or array as a sparse tensor, its cells in order.

        See `raggedkit.interop.scipy.sparse_from_scipy`.

        Examples
        --------
        >>> import raggedkit as rk, scipy.sparse
        >>> rk.SparseTensor.from_scipy(scipy.sparse.csr_array([[0, 7], [0, 0]])).indices
        array([[0, 1]])
        """
        from raggedkit.interop import scipy

        return scipy.sparse_from_scipy(matrix)

    @sections_from("interop.scipy.sparse_to_scipy")
    def to_scipy(self, format: str = "csr") -> Any:
        """Return a SciPy sparse array of the same cells.

        See `raggedkit.interop.scipy.sparse_to_scipy`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.SparseTensor([[0, 1]], [5], [1, 2]).to_scipy().indptr
        array([0, 1])
        """
        from raggedkit.interop import scipy

        return scipy.sparse_to_scipy(self, format)

    __hash__ = None  # type: ignore[assignment]  # holds arrays

    def __copy__(self) -> SparseTensor:
        """Return a tensor over the same arrays."""
        return self._make(self._indices, self._values, self._dense_shape)

    def __deepcopy__(self, memo: dict[int, Any]) -> SparseTensor:
        """Return a tensor over copies of the arrays."""
        return self._make(self._indices.copy(), self._values.copy(), self._dense_shape.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the three parts."""
        from raggedkit import _rebuild

        return _rebuild.sparse_tensor, (self._indices, self._values, self._dense_shape)

    def __sizeof__(self) -> int:
        """Return the bytes of the object and its three arrays."""
        arrays = (self._indices, self._values, self._dense_shape)
        return object.__sizeof__(self) + held_bytes(arrays)

    def __repr__(self) -> str:
        """Return the call that makes this tensor, abbreviated if long."""
        from raggedkit.reprs import sparse_text

        return sparse_text(self)

    def _repr_html_(self) -> str:
        from raggedkit.reprs import sparse_html

        return sparse_html(self)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        from raggedkit.reprs import bundle

        return bundle(self)


def _check(indices: Array, values: Array, dense_shape: Array) -> None:
    """Raise unless the three parts have the axes and sizes that fit each other."""
    if values.ndim != 1:
        raise ValueError(broken_rule("values", "have one dimension", values.shape))
    if dense_shape.ndim != 1:
        raise ValueError(broken_rule("dense_shape", "have one dimension", dense_shape.shape))
    if indices.ndim != 2:
        raise ValueError(broken_rule("indices", "have two dimensions, [n, rank]", indices.shape))
    check_axes(indices.shape[1], "indices")
    if indices.shape[0] != values.shape[0]:
        rule = f"have one row for each of the {values.shape[0]} values"
        raise ValueError(broken_rule("indices", rule, indices.shape[0]))
    if indices.shape[1] != dense_shape.shape[0]:
        rule = f"have one size for each of the {indices.shape[1]} columns of indices"
        raise ValueError(broken_rule("dense_shape", rule, dense_shape.shape[0]))
    if dense_shape.shape[0] and int(dense_shape.min()) < 0:
        raise ValueError(broken_rule("dense_shape", "not be negative", dense_shape.tolist()))


def _values(obj: Any, name: str = "values") -> Array:
    try:
        array = as_array(obj)
    except MissingValueError as error:
        raise error.named(name) from None
    except (TypeError, ValueError) as error:
        raise ValueError(broken_rule(name, "be a vector", obj)) from error
    if array.dtype.kind == "O" and not (is_array(obj) or holds_bytes(array)):
        raise ValueError(broken_rule(name, f"contain {VALUES}, of one kind", obj))
    return array


def _integers(obj: Any, name: str, xp: Any) -> Array:
    try:
        array = as_array(obj, xp)
    except MissingValueError as error:
        raise error.named(name) from None
    except (TypeError, ValueError) as error:
        raise ValueError(broken_rule(name, "have rows of one length", obj)) from error
    if not array.size and not is_array(obj):
        array = array.astype(INT64)
    if array.dtype.kind not in INTEGERS:
        raise TypeError(broken_rule(name, "contain integers", array.dtype))
    if array.dtype.kind == "u" and array.size and int(array.max()) > LARGEST[INT64]:
        raise ValueError(broken_rule(name, "fit int64", int(array.max())))
    return array.astype(INT64, copy=False)
