"""Names of NumPy, pandas, polars, Awkward, PyTorch and TensorFlow, with raggedkit's spelling.

Both tables have one entry for each spelling, followed by the names that it answers. A spelling is
an expression that runs; ``{name}`` is replaced by the name. The attribute of a tensor that is
called `rt` does not exist, ``hasattr`` is False, and the message of the AttributeError has the
spelling. So a library that asks for ``to_numpy`` or ``iloc`` to recognise a data frame finds none.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NoReturn

__all__ = ["OfOtherLibraries", "missing"]

_OF_TENSORS = {
    # rows and items
    "rt[:5]": "head limit",
    "rt[-5:]": "tail",
    "rt[0] or rt[:, :1]": "at get iat iloc loc nth row",
    "rt.column(0, default=0)": "col columns",
    "rk.gather(rt, [0, 2])": "gather index_select take_rows",
    "rk.take_along(rt, indices)": "take_along_axis take_along_dim",
    "rt[rt > 2]": "boolean_mask compress extract filter masked_select query",
    "rk.boolean_mask(rt, [True, False, True])": "drop",
    "rt[np.random.permutation(len(rt))]": "sample shuffle",
    "list(rt)": "iter_rows iterrows itertuples rows to_lists unbind unstack",
    "np.flip(rt, axis=1)": "flip fliplr reverse",
    "np.roll(rt, 1, axis=1)": "roll shift",
    "rk.windows(rt, 2)": "rolling sliding_window_view unfold",
    "rk.split(rt, 3)": "array_split chunk split",
    "rk.tile(rt, [1, 2])": "tile",
    # counts, shapes and rows
    "rt.row_lengths()": "count degree len length lengths list_len num row_length",
    "len(rt)": "height n_rows num_rows",
    "rt.size": "numel",
    "rt.size == 0": "empty is_empty",
    "rt.shape": "axes dims get_dims type",
    "rt.ndim": "dim ndims",
    "rt.dtype": "dtypes",
    "rt.dtype.itemsize": "element_size itemsize",
    "rt.nbytes": "estimated_size memory_usage",
    "np.arange(len(rt))": "index",
    "rt.row_splits": "offsets row_offsets strides",
    "rt.row_starts()": "starts",
    "rt.row_limits()": "ends stops",
    "rt.value_rowids()": "parents row_ids rowids",
    "rt.flat_values": "array base buffer content data flat",
    "rt.merge_dims(0, 1)": "flatten_dims merge_dimensions",
    "rk.expand_dims(rt, 1)": "expand_dims newaxis unsqueeze",
    "rt.reshape(-1)": "view",
    "rk.transpose(rt)": "transpose",
    "rt.swapaxes(0, 1)": "movedim moveaxis permute",
    "rt.to_tensor()": "densify pad pad_none to_dense to_padded_tensor to_regular",
    "rt.to_tensor().diagonal()": "diagonal trace",
    "rk.concat([rt, other], axis=0)": "append concat concatenate extend vstack",
    "rk.concat([rt, other], axis=1)": "hstack",
    "rk.stack([rt, other])": "stack",
    # values
    "abs(rt)": "abs absolute",
    "np.{name}(rt)": """
        angle arccos arcsin arctan argwhere cbrt ceil conj conjugate cos cosh deg2rad exp expm1
        flatnonzero floor histogram isfinite isinf isnan log log10 log1p log2 nan_to_num
        negative nonzero ptp rad2deg reciprocal rint sign sin sinh sqrt square tan tanh trunc
    """,
    "np.{name}(rt, axis=1)": """
        cumulative_prod cumulative_sum nanmean nanmedian nanstd nansum nanvar
    """,
    "np.histogram(rt)": "hist",
    "rk.sigmoid(rt)": "sigmoid",
    "rk.softmax(rt)": "softmax",
    "rt.clip(0, 5)": "clamp clip_by_value",
    "np.where(rt > 2, rt, 0)": "case_when masked_fill where",
    "np.where(rt == 1, 0, rt)": "replace",
    "rt.with_flat_values(rt.flat_values)": "fill put replace_values set_values with_data",
    "np.nan_to_num(rt)": "bfill ffill fill_nan fill_none fill_null fillna interpolate",
    "rt[~np.isnan(rt)]": "drop_nans drop_none drop_nulls dropna",
    "np.isnan(rt)": "is_nan is_none is_null isna isnull",
    "~np.isnan(rt)": "is_not_nan is_not_null notna notnull",
    "np.isin(rt, [1, 2])": "is_in isin",
    "(rt == 3).any(axis=1)": "contains",
    "(rt >= 1) & (rt <= 3)": "between is_between",
    "rt + other": "add radd",
    "rt - other": "sub subtract",
    "rt * other": "mul multiply rmul",
    "rt / other": "div divide truediv true_divide",
    "rt // other": "floordiv floor_divide",
    "rt % other": "mod remainder",
    "rt ** other": "pow power",
    "rt == other": "eq equal",
    "rt != other": "ne not_equal",
    "rt > other": "greater gt",
    "rt >= other": "ge greater_equal",
    "rt < other": "less lt",
    "rt <= other": "le less_equal",
    "(rt * other).sum(axis=1)": "dot inner vdot",
    "rt.identical(other)": "allclose array_equal equals",
    "rk.ragged.map_flat_values(np.sqrt, rt)": """
        applymap eval map map_elements map_flat_values pipe transform
    """,
    "rk.apply_rows(len, rt) or rk.ragged.map_flat_values(np.sqrt, rt)": "apply",
    "rk.apply_rows(len, rt)": "apply_rows map_groups map_rows",
    "rt.astype('float32')": """
        bool cast convert_dtypes double float half infer_objects int long to_dtype
    """,
    "rt.copy()": "clone deepcopy detach",
    "rt.to_device('cpu')": "cpu to",
    # reductions and order
    "rt.sum(axis=1)": "agg aggregate reduce_sum",
    "rt.mean(axis=1)": "average reduce_mean",
    "rt.max(axis=1, empty=0)": "amax nanmax reduce_max",
    "rt.min(axis=1, empty=0)": "amin nanmin reduce_min",
    "rt.prod(axis=1)": "product reduce_prod",
    "rt.argmax(axis=1, empty=-1)": "arg_max idxmax",
    "rt.argmin(axis=1, empty=-1)": "arg_min idxmin",
    "np.percentile(rt, 50, axis=1)": "percentile",
    "rt.quantile([0, 0.25, 0.5, 0.75, 1])": "describe summary",
    "rt.unique(return_counts=True)": "unique_counts",
    "rt.value_counts()": "mode most_common",
    "rk.interp(n=50, x=rt.sort(), y=rt)": "interp resample",
    "rt.unique()": "distinct drop_duplicates",
    "rt.unique().row_lengths()": "n_unique nunique",
    "rt.unique(return_inverse=True)": "factorize unique_inverse",
    "rt.cumsum(axis=1)": "cum_sum",
    "rt.cumprod(axis=1)": "cum_prod",
    "np.maximum.accumulate(rt, axis=1)": "cum_max cummax",
    "np.minimum.accumulate(rt, axis=1)": "cum_min cummin",
    "rt.diff() / rt[:, :-1]": "pct_change",
    "rt.sort()": "msort sort_values sorted",
    "rt.argsort()": "arg_sort",
    "rt.sort()[:, :2]": "argpartition nsmallest partition",
    "rt.top_k(2)": "nlargest topk",
    "rk.searchsorted(rt.sort(), [[1], [2], [3]])": "searchsorted",
    "rk.group_by(rt.value_rowids(), rt.flat_values)": "group_by groupby",
    "rk.split_where(rt, rt > 2)": "split_where",
    # text
    "rk.strings.{name}(text)": "lower strip upper",
    "np.strings.{name}(text, 'a')": "endswith find startswith",
    "rk.strings.upper(text) or np.strings.str_len(text)": "str",
    # times
    "(times - times.astype('datetime64[D]')) // np.timedelta64(1, 'h')": "dt",
    "times.diff() / np.timedelta64(1, 's')": "total_seconds",
    # to other things, and from them
    "rt.numpy()": "asarray to_numpy to_records",
    "rt.tolist()": "as_list to_pylist to_python",
    "dict(enumerate(rt))": "items to_dict",
    "json.dumps(rt.tolist())": "to_json",
    "pickle.dumps(rt)": "dump dumps save to_pickle tobytes tofile",
    "rt.to_pandas()": "to_series",
    "pandas.DataFrame({'row': rt.value_rowids(), 'value': rt.flat_values})": "to_csv",
    "rt.to_buffers()": "savez to_hdf5 to_npz to_zarr",
    "rt.to_pandas() or pandas.DataFrame({'row': rt.value_rowids(), 'value': rt.flat_values})": """
        to_dataframe to_frame
    """,
    "repr(rt)": "info style to_html to_markdown to_string",
    "rk.array([[3, 1], [2]])": """
        from_array from_arrays from_dense from_iter from_list from_lists from_numpy
        from_pylist
    """,
    "rk.RaggedTable.from_frame(table, by='key') or rk.RaggedTensor.from_pandas(table.rows)": """
        from_dataframe from_series
    """,
    "rk.array([[3, 1], [2]]) or rk.ragged.constant([[3, 1], [2]])": "constant",
    "rk.RaggedTensor.from_row_splits([3, 1, 2], [0, 2, 3])": "from_nested_arrays from_offsets",
}

_OF_THE_MODULE = {
    # tensors from other data, and to it
    "rk.array([[3, 1], [2]])": """
        Array RaggedArray as_tensor asanyarray asarray convert_to_tensor from_dense
        from_dict from_iter from_list from_lists from_numpy from_pylist nested_tensor ragged_array
        ragged_tensor
    """,
    "rk.RaggedTable.from_frame(table, by='key') or rk.RaggedTensor.from_pandas(table.rows)": """
        DataFrame Series from_dataframe from_pandas from_series read_csv series
    """,
    "rk.RaggedTable({'a': rt, 'b': rt})": "Dataset Record Table",
    "rk.RaggedTensor.from_scipy": "from_scipy",
    "rk.RaggedTensor.from_arrow": "from_arrow",
    "rk.RaggedTensor.from_awkward": "from_awkward",
    "rk.ragged.{name}": """
        constant cross map_flat_values row_splits_to_segment_ids segment_ids_to_row_splits
        stack_dynamic_partitions
    """,
    "rk.ragged.range([3, 0, 2])": "arange linspace local_index range ranges",
    "rk.RaggedTensor.from_row_lengths([3, 1, 2], [2, 1])": "from_row_lengths unflatten",
    "rk.RaggedTensor.from_row_splits([3, 1, 2], [0, 2, 3])": "from_row_splits",
    "rk.RaggedTensor.from_value_rowids([3, 1, 2], [0, 0, 1])": "from_value_rowids",
    "rk.RaggedTensor.from_tensor([[3, 1], [2, 0]])": "from_regular from_tensor",
    "rk.zeros_like(rt)": "zeros",
    "rk.ones_like(rt)": "ones",
    "np.full_like(rt, 7)": "fill full full_like",
    "rt.to_tensor()": """
        pad pad_none pad_sequence pad_sequences pad_sparse to_dense to_padded_tensor to_regular
        to_tensor
    """,
    "rt.mask()": "sequence_mask",
    "rt.numpy()": "to_numpy",
    "rt.tolist()": "to_list to_pylist tolist",
    "rt.astype('float32')": "astype enforce_type to_dtype values_astype",
    "rt.copy()": "copy deepcopy",
    "pickle.dumps(rt)": "dump dumps save",
    "pickle.loads(pickle.dumps(rt))": "load loads",
    "rt.to_parquet": "to_parquet write_parquet",
    "rt.to_feather": "to_feather write_feather",
    "rt.to_buffers()": "savez to_buffers",
    "rk.RaggedTensor.from_parquet": "from_parquet read_parquet",
    "rk.RaggedTensor.iter_parquet": "iter_parquet",
    "rk.RaggedTensor.from_feather": "from_feather read_feather",
    "rk.RaggedTensor.from_buffers(rt.to_buffers())": "from_buffers",
    "rt.to_pandas() or pandas.DataFrame({'row': rt.value_rowids(), 'value': rt.flat_values})": """
        to_dataframe to_frame to_pandas
    """,
    # shapes, rows and items
    "rt.shape": "get_shape type typestr",
    "rt.ndim": "dim ndim",
    "rt.dtype": "dtype",
    "rt.row_lengths()": "count count_elements len length lengths num row_lengths",
    "rt.size == 0": "is_empty",
    "rt.flat_values": "flat flat_values flatten flatten_values",
    "rt.ravel()": "ravel",
    "rt.merge_dims(0, 1)": "merge_dims",
    "rk.expand_dims(rt, 1)": "newaxis unsqueeze",
    "rt.swapaxes(0, 1)": "moveaxis movedim permute permute_dims",
    "rt[:5]": "head limit",
    "rt[-5:]": "tail",
    "rt[rt > 2]": "compress drop_none extract filter masked_select",
    "rt[~np.isnan(rt)]": "drop_nans drop_nulls dropna",
    "rt[np.random.permutation(len(rt))]": "sample shuffle",
    "rt.column(0, default=0)": "firsts getitem",
    "rk.gather(rt, [0, 2]) or rt.take([0, 2], axis=0)": "embedding_lookup index_select take",
    "rk.take_along(rt, indices)": "take_along_axis take_along_dim",
    "rk.concat([rt, other], axis=0) or np.concatenate([rt, other])": """
        append cat concatenate row_stack union vstack
    """,
    "rk.concat([rt, other], axis=1)": "column_stack hstack",
    "rk.stack([rt, other], axis=2)": "dstack zip",
    "list(rt)": "iter_rows unbind unstack unzip",
    "rk.split(rt, 3)": "array_split chunk dsplit hsplit vsplit",
    "np.flip(rt, axis=1)": "flip fliplr",
    "rt[::-1]": "flipud",
    "rk.windows(rt, 2)": "rolling sliding_window sliding_window_view unfold",
    "rk.cartesian([rt, rt])": "combinations ",
    "rk.one_hot(rt, 10)": "get_dummies to_categorical",
    # values
    "np.{name}(rt)": """
        abs absolute acos acosh angle arccos arccosh arcsin arcsinh arctan arctanh argwhere around
        asin asinh atan atanh atleast_1d atleast_2d bitwise_count bitwise_invert bitwise_not cbrt
        ceil conj conjugate cos cosh deg2rad degrees ediff1d empty_like exp exp2 expm1 fabs fix
        flatnonzero floor frexp histogram histogram_bin_edges i0 imag invert iscomplex
        iscomplexobj isfinite isinf isnan isneginf isposinf isreal isrealobj log log10 log1p log2
        logical_not min_scalar_type modf nan_to_num negative nonzero positive rad2deg radians real
        real_if_close reciprocal result_type rint sign signbit sin sinc sinh spacing sqrt square
        tan tanh trunc unique_all unique_counts unique_inverse unique_values
    """,
    "np.{name}(rt, other)": """
        add allclose arctan2 array_equal atan2 bitwise_and bitwise_left_shift bitwise_or
        bitwise_right_shift bitwise_xor broadcast_arrays common_type copysign divide divmod equal
        float_power floor_divide fmax fmin fmod gcd greater greater_equal heaviside hypot
        intersect1d isclose isin lcm ldexp left_shift less less_equal logaddexp logaddexp2
        logical_and logical_or logical_xor may_share_memory maximum minimum mod multiply not_equal
        pow power remainder right_shift setdiff1d setxor1d shares_memory subtract true_divide
        union1d
    """,
    "np.{name}(rt, axis=1)": """
        average cumulative_prod cumulative_sum nancumprod nancumsum nanmean nanmedian nanprod
        nanstd nansum nanvar trapezoid
    """,
    "np.isnan(rt)": "is_nan is_none isna isnull",
    "~np.isnan(rt)": "notna notnull",
    "np.nan_to_num(rt)": "fill_none fillna",
    "rt.round(2)": "round",
    "rt.clip(0, 5)": "clamp clip",
    "np.isin(rt, [1, 2])": "is_in",
    "np.digitize(rt, [1, 2])": "bucketize cut digitize",
    "np.gradient(rt[:1], axis=1)": "gradient",
    "np.polyval([1, 2], rt)": "polyval",
    "rk.interp(n=50, x=rt.sort(), y=rt)": "resample",
    "np.select([rt > 2], [rt], 0)": "select",
    "np.linalg.norm(rt, axis=1)": "norm",
    "(rt * other).sum(axis=1)": "dot inner vdot vecdot",
    "rk.ragged.map_flat_values(np.sqrt, rt)": """
        map map_elements transform
    """,
    "rk.apply_rows(len, rt) or rk.ragged.map_flat_values(np.sqrt, rt)": "apply vectorize",
    "rk.apply_rows(len, rt)": """
        apply_along_axis map_fn map_groups map_rows vectorized_map
    """,
    "np.{name}": """
        bool_ complex128 complex64 datetime64 float16 float32 float64 inf int16 int32 int64 int8
        nan pi timedelta64 uint16 uint32 uint64 uint8
    """,
    # reductions and order
    "rt.{name}(axis=1) or rk.reduce_{name}(rt, axis=1)": "all any mean prod std sum",
    "rt.{name}(axis=1, empty=0) or rk.reduce_{name}(rt, axis=1, empty=0)": "max min",
    "rt.max(axis=1, empty=0)": "amax nanmax",
    "rt.min(axis=1, empty=0)": "amin nanmin",
    "rt.var(axis=1) or rk.reduce_variance(rt, axis=1)": "var variance",
    "rt.prod(axis=1)": "product",
    "rt.argmax(axis=1, empty=-1)": "idxmax nanargmax",
    "rt.argmin(axis=1, empty=-1)": "idxmin nanargmin",
    "np.{name}(rt, 50, axis=1)": "nanpercentile",
    "np.{name}(rt, 0.5, axis=1)": "nanquantile",
    "np.ptp(rt)": "ptp ",
    "np.maximum.accumulate(rt, axis=1)": "cummax",
    "np.minimum.accumulate(rt, axis=1)": "cummin",
    "rt.quantile([0, 0.25, 0.5, 0.75, 1])": "describe",
    "rt.unique(return_counts=True)": "run_lengths unique_with_counts",
    "rk.value_counts(rt)": "Counter mode",
    "rt.unique(return_inverse=True)": "factorize",
    "rt.unique()": "distinct drop_duplicates",
    "rt.unique().row_lengths()": "n_unique nunique",
    "rk.top_k(rt, 2)": "nlargest topk",
    "rt.sort()": "msort sort_values sorted",
    "rt.argsort()": "lexsort order",
    "np.partition(rt[:1], 1)": "argpartition nsmallest",
    "rk.group_by(rt.value_rowids(), rt.flat_values)": "groupby",
    # families
    "rk.strings.{name}": """
        as_string bytes_split lower reduce_join regex_full_match regex_replace replace strip
        substr to_number unicode_split unicode_transcode upper
    """,
    "rk.strings.join": "string_join",
    "rk.special.{name}": """
        bessel_i0 bessel_i0e bessel_i1 bessel_i1e bessel_j0 bessel_j1 digamma erf erfc erfinv
        lgamma ndtri zeta
    """,
    "rk.debugging.{name}": """
        assert_equal assert_greater assert_greater_equal assert_less assert_less_equal assert_near
        assert_none_equal check_numerics
    """,
    "rk.sparse": "SparseArray csr_array csr_matrix to_sparse",
    "rk.nn": "keras layers",
    "rk.options()": "set_options set_printoptions printoptions",
    "rk.get_options()": "get_printoptions",
}


def _by_name(table: dict[str, str]) -> dict[str, str]:
    """Return the spelling for each name."""
    return {n: how.replace("{name}", n) for how, names in table.items() for n in names.split()}


@cache
def _of_the_module() -> dict[str, str]:
    return _by_name(_OF_THE_MODULE)


@cache
def _of_tensors() -> dict[str, str]:
    return _by_name(_OF_TENSORS)


def missing(name: str) -> AttributeError:
    """Return the error for a name that ``rk`` does not have."""
    message = f"module 'raggedkit' has no attribute {name!r}"
    spelling = _of_the_module().get(name)
    if spelling is None:
        return AttributeError(message)  # Python adds a similar name that exists
    return AttributeError(f"{message}; use {spelling}", name=name)


# An attribute that does not exist; the error has raggedkit's spelling. It is a descriptor, because
# ``__getattr__`` makes every access to an attribute of a tensor slower: ``rt + rt`` of three rows
# took 1.17 times as long (Python 3.11).
# A subclass of str, because 400 calls of an ``__init__`` would be a twentieth of the import.
class _Elsewhere(str):
    __slots__ = ()

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        return f"use {_of_tensors()[self]}"  # help(RaggedTensor) lists the attributes

    def __get__(self, obj: Any, owner: Any) -> NoReturn:
        name = str(self)
        kind = f"type object {owner.__name__!r}" if obj is None else f"{owner.__name__!r} object"
        message = f"{kind} has no attribute {name!r}; use {_of_tensors()[name]}"
        raise AttributeError(message, name=name)  # no obj: Python would add a guess


class OfOtherLibraries:
    """The attributes of other libraries' arrays, none of which a tensor has."""

    __slots__ = ()

    vars().update((name, _Elsewhere(name)) for name in " ".join(_OF_TENSORS.values()).split())

    def __dir__(self) -> list[str]:
        """Return the names of the attributes that exist."""
        return [name for name in object.__dir__(self) if name not in _of_tensors()]
