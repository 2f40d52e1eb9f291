"""Conversion between SciPy's sparse arrays and sparse or ragged tensors.

A SciPy array in compressed rows (CSR) stores the same as a ragged tensor: flat values and row
splits. Both are shared, not copied, if possible.
"""

from __future__ import annotations

from typing import Any, Literal, SupportsIndex, overload

from raggedkit._arguments import as_count, as_flag, is_word
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.arrays.compare import first_true
from raggedkit._optional import needed
from raggedkit._typing import Array
from raggedkit._xp import INT32, INT64, is_host, is_text, readonly
from raggedkit.encodings import LARGEST
from raggedkit.errors import broken_rule
from raggedkit.ops.sparse.convert import check_inside, reorder, sizes_of, sparse_input
from raggedkit.sparse_tensor import SparseTensor
from raggedkit.tensor import RaggedTensor

__all__ = ["ragged_from_scipy", "ragged_to_scipy", "sparse_from_scipy", "sparse_to_scipy"]


def _library() -> Any:
    with needed("scipy", "SciPy's sparse arrays need SciPy", "pip install scipy"):
        import scipy.sparse
    return scipy.sparse


def sparse_to_scipy(sp_input: SparseTensor, format: str = "csr") -> Any:
    """Return a SciPy sparse array with the same cells.

    Parameters
    ----------
    sp_input
        A sparse tensor of numbers or bools, of two dimensions (one or more for ``"coo"``).
        Duplicate cells are kept; SciPy sums them.
    format
        ``"csr"`` (compressed rows) or ``"coo"`` (coordinates).

    Returns
    -------
    scipy.sparse.csr_array or scipy.sparse.coo_array
        Its ``data`` are the values of the tensor, shared and read-only, unless the cells had to be
        sorted.

    Raises
    ------
    ModuleNotFoundError
        If SciPy is not installed.
    TypeError
        If ``sp_input`` is not a `SparseTensor`, contains text, or is on another device.
    ValueError
        If ``format`` is any other value, the number of dimensions does not match, or a cell is
        outside the shape.

    Examples
    --------
    >>> import raggedkit as rk
    >>> st = rk.SparseTensor([[0, 1], [2, 0]], [5, 6], [3, 2])
    >>> st.to_scipy().toarray()
    array([[0, 5],
           [0, 0],
           [6, 0]])
    >>> rk.SparseTensor([[0]], [5], [3]).to_scipy()
    Traceback (most recent call last):
        ...
    ValueError: sp_input must have 2 dimensions for format 'csr', got 1; format='coo' takes any
    """
    sp = sparse_input(sp_input)
    _check_format(format)
    if format == "csr" and sp.rank != 2:
        rule = "have 2 dimensions for format 'csr'"
        raise ValueError(broken_rule("sp_input", rule, sp.rank, "format='coo' takes any"))
    _check_values(sp._values, "sp_input")
    check_inside(sp)
    library, shape = _library(), tuple(sizes_of(sp))
    if format == "coo":
        columns = tuple(sp._indices[:, k] for k in range(sp.rank))
        try:
            return library.coo_array((sp.values, columns), shape=shape)
        except ValueError:
            # SciPy before 1.15 refuses three dimensions in words of its own.
            if sp.rank < 3:
                raise
            rule, way_out = "have 1 or 2 dimensions for this SciPy", "SciPy 1.15 takes any number"
            raise ValueError(broken_rule("sp_input", rule, sp.rank, way_out)) from None
    sp = reorder(sp)
    splits = _splits.rowids_to_splits(sp._indices[:, 0], shape[0])
    # The column is strided, and compressed rows need contiguous indices.
    return library.csr_array((sp.values, sp._indices[:, 1].copy(), splits), shape=shape)


def _check_format(format: str) -> None:
    if not is_word(format, ("csr", "coo")):
        raise ValueError(broken_rule("format", "be 'csr' or 'coo'", format))


def _check_values(values: Array, name: str) -> None:
    if not is_host(values):
        raise TypeError(f"{name} must be on 'cpu' for SciPy; move it there first")
    if is_text(values.dtype):
        raise TypeError(broken_rule(name, "contain numbers or bools", values.dtype))


def sparse_from_scipy(matrix: Any) -> SparseTensor:
    """Return a SciPy sparse matrix or array as a sparse tensor, its cells in order.

    Parameters
    ----------
    matrix
        A matrix or array in any of SciPy's formats. Duplicate cells are summed, as in SciPy; stored
        zeros are kept. The values of sorted compressed rows are shared, others copied.

    Returns
    -------
    SparseTensor
        Of the same shape.

    Raises
    ------
    ModuleNotFoundError
        If SciPy is not installed.
    TypeError
        If ``matrix`` is not a SciPy sparse matrix or array.

    Examples
    --------
    >>> import raggedkit as rk, scipy.sparse
    >>> st = rk.SparseTensor.from_scipy(scipy.sparse.coo_array([[0, 5], [0, 0], [6, 0]]))
    >>> st.indices.tolist(), st.values.tolist(), st.shape.as_list()
    ([[0, 1], [2, 0]], [5, 6], [3, 2])
    """
    _sparse_library(matrix)
    if matrix.ndim == 2:
        matrix = _in_order(matrix).tocoo(copy=False)
    elif not getattr(matrix, "has_canonical_format", False):
        matrix = matrix.tocoo(copy=True)  # sum_duplicates changes its matrix
        matrix.sum_duplicates()
    # Our indices are int64; SciPy uses int32 for small matrices.
    columns = [c.astype("int64", copy=False)[:, None] for c in matrix.coords]
    indices = columns[0] if len(columns) == 1 else _beside(columns)
    return reorder(SparseTensor(indices, matrix.data, list(matrix.shape)))


def _beside(columns: list[Array]) -> Array:
    indices: Array = columns[0].repeat(len(columns), axis=1)
    for k, column in enumerate(columns):
        indices[:, k] = column[:, 0]
    return indices


def _sparse_library(matrix: Any) -> Any:
    library = _library()
    if not library.issparse(matrix):
        raise TypeError(broken_rule("matrix", "be a SciPy sparse matrix or array", matrix))
    return library


def _in_order(matrix: Any) -> Any:
    """Return compressed rows without duplicates, sorted by column; ``matrix`` is not changed."""
    rows = matrix.tocsr(copy=False)
    if rows.has_canonical_format:
        return rows
    rows = rows.copy()
    rows.sum_duplicates()
    return rows


def ragged_to_scipy(
    rt: RaggedTensor,
    format: str = "csr",
    *,
    columns: RaggedTensor | None = None,
    width: SupportsIndex | None = None,
) -> Any:
    """Return a SciPy sparse array with these rows, each starting at column 0.

    Parameters
    ----------
    rt
        ``[nrows, (d1)]``, numbers or bools. An empty row has no cell; zeros are stored.
    format
        ``"csr"`` (compressed rows) or ``"coo"`` (coordinates).
    columns
        The column of each value, ``int[nrows, (d1)]`` with the rows of ``rt``: the neighbours of
        each node of a graph, ids of words. By default 0, 1, 2 and so on in each row.
    width
        The number of columns; by default as many as are used.

    Returns
    -------
    scipy.sparse.csr_array or scipy.sparse.coo_array
        ``[nrows, width]``. Its ``data`` are the flat values, its ``indices`` the ``columns``, and
        the ``indptr`` of ``"csr"`` are the row splits, all shared and read-only. SciPy has one
        dtype for both indices: row splits of another dtype than ``columns`` are converted.

    Raises
    ------
    ModuleNotFoundError
        If SciPy is not installed.
    TypeError
        If ``rt`` is not ragged, contains text, or is on another device; if ``columns`` is not a
        ragged tensor of integers.
    ValueError
        If ``format`` is any other value, or ``rt`` does not have two dimensions; if ``columns`` has
        other rows, or a column is not from 0 to ``width - 1``.

    Examples
    --------
    >>> import numpy as np, raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1], [], [5, 9, 2]])
    >>> m = rt.to_scipy()
    >>> m.toarray()
    array([[3, 1, 0],
           [0, 0, 0],
           [5, 9, 2]])
    >>> np.shares_memory(m.indptr, rt.row_splits)
    True
    >>> neighbours = rk.array([[1, 2], [0], [0]])
    >>> rk.ones_like(neighbours).to_scipy(columns=neighbours, width=3).toarray()
    array([[0, 1, 1],
           [1, 0, 0],
           [1, 0, 0]])
    >>> rt.to_scipy(columns=neighbours)
    Traceback (most recent call last):
        ...
    ValueError: columns must have the row lengths of rt, got length 1 for 0 in row 1
    """
    if not isinstance(rt, RaggedTensor):
        raise TypeError(broken_rule("rt", "be a RaggedTensor", rt))
    _check_format(format)
    if rt.ndim != 2:
        way_out = "rt.merge_dims(1, -1) merges all axes of a row"
        raise ValueError(broken_rule("rt", "have 2 dimensions", rt.shape.as_list(), way_out))
    _check_values(rt._flat, "rt")
    part = rt._parts[0]
    splits: Array = part.row_splits()
    if columns is None:
        used = part._get_longest() if part._uniform is None else part._uniform
        positions: Array = part.offsets_in_rows()
    else:
        positions = _columns(columns, rt)
        used = int(positions.max()) + 1 if positions.shape[0] else 0
        splits = splits.astype(positions.dtype, copy=False)
    shape = (len(rt), used if width is None else as_count(width, "width"))
    if used > shape[1]:
        raise ValueError(broken_rule("width", f"be at least {used}, as used", shape[1]))
    library = _library()
    if format == "coo":
        rows = readonly(part._get_rowids())
        return library.coo_array((rt.flat_values, (rows, positions)), shape=shape)
    return library.csr_array((rt.flat_values, positions, splits), shape=shape)


def _columns(columns: Any, rt: RaggedTensor) -> Array:
    """Return the column of each value, in a dtype that can count the values, too."""
    if not isinstance(columns, RaggedTensor) or columns._flat.dtype.kind not in "iu":
        raise TypeError(broken_rule("columns", "be a RaggedTensor of integers", columns))
    if columns.ndim != 2 or len(columns) != len(rt):
        rule = f"have the shape of rt, {rt.shape.as_list()}"
        raise ValueError(broken_rule("columns", rule, columns.shape.as_list()))
    ours, theirs = rt._parts[0]._get_lengths(), columns._parts[0]._get_lengths()
    row = first_true(ours != theirs)
    if row >= 0:
        got = f"got length {int(theirs[row])} for {int(ours[row])} in row {row}"
        raise ValueError(f"columns must have the row lengths of rt, {got}")
    at = first_true(columns._flat < 0)
    if at >= 0:
        raise ValueError(f"columns must not be negative, got {int(columns._flat[at])}")
    ids = columns.flat_values
    fits = ids.dtype == INT32 and ids.shape[0] <= LARGEST[INT32]
    return ids if fits else ids.astype(INT64, copy=False)


@overload
def ragged_from_scipy(matrix: Any, *, return_columns: Literal[False] = False) -> RaggedTensor: ...
@overload
def ragged_from_scipy(
    matrix: Any, *, return_columns: Literal[True]
) -> tuple[RaggedTensor, RaggedTensor]: ...
def ragged_from_scipy(
    matrix: Any, *, return_columns: bool = False
) -> RaggedTensor | tuple[RaggedTensor, RaggedTensor]:
    """Return the rows of a SciPy sparse matrix or array, which must have no gaps.

    Parameters
    ----------
    matrix
        A matrix or array of two dimensions in any of SciPy's formats; values of a row start at
        column 0 and have no gaps. The values and row starts of compressed rows are shared, else
        copied.
    return_columns
        Whether to return also the column of each value; then rows may have gaps. Values and columns
        have the order in which ``matrix`` stores them.

    Returns
    -------
    RaggedTensor
        ``[nrows, (d1)]``.
    (RaggedTensor, RaggedTensor)
        The values and their columns, with ``return_columns=True``: in a graph the columns are the
        neighbours of each node. Both share the memory of compressed rows, and one partition.

    Raises
    ------
    ModuleNotFoundError
        If SciPy is not installed.
    TypeError
        If ``matrix`` is not a SciPy sparse matrix or array.
    ValueError
        If it does not have two dimensions, or a row has a gap; the error names the cell.

    Examples
    --------
    >>> import raggedkit as rk, scipy.sparse
    >>> rk.RaggedTensor.from_scipy(scipy.sparse.csr_array([[3, 1, 0], [0, 0, 0], [5, 9, 2]]))
    <RaggedTensor [[3, 1], [], [5, 9, 2]]>
    >>> rk.RaggedTensor.from_scipy(scipy.sparse.csr_array([[3, 0, 1]]))
    Traceback (most recent call last):
        ...
    ValueError: matrix must have no gaps in its rows, got a value at [0, 2] where [0, 1] has none; \
return_columns=True returns the values and their columns: the neighbours in a graph
    >>> graph = scipy.sparse.csr_array([[0, 1, 1], [1, 0, 0], [1, 0, 0]])
    >>> weights, neighbours = rk.RaggedTensor.from_scipy(graph, return_columns=True)
    >>> neighbours
    <RaggedTensor [[1, 2], [0], [0]]>
    """
    _sparse_library(matrix)
    if matrix.ndim != 2:
        raise ValueError(broken_rule("matrix", "have 2 dimensions", matrix.ndim))
    if as_flag(return_columns, "return_columns"):
        rows = matrix.tocsr(copy=False)
        nvals = int(rows.indptr[-1])
        values = RaggedTensor.from_row_splits(rows.data[:nvals], rows.indptr)
        return values, RaggedTensor._make(readonly(rows.indices[:nvals]), values._parts)
    rows = _in_order(matrix)
    # SciPy allows arrays that are longer than the last row needs.
    rt = RaggedTensor.from_row_splits(rows.data[: rows.indptr[-1]], rows.indptr)
    positions = rt._parts[0].offsets_in_rows()
    gap = first_true(rows.indices[: positions.shape[0]] != positions)
    if gap >= 0:
        row = int(rt._parts[0]._get_rowids()[gap])
        got = (
            f"got a value at [{row}, {int(rows.indices[gap])}] where [{row}, {int(positions[gap])}]"
        )
        way_out = "returns the values and their columns: the neighbours in a graph"
        raise ValueError(
            f"matrix must have no gaps in its rows, {got} has none; return_columns=True {way_out}"
        )
    return rt
