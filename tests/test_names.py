"""Names of other libraries: no attribute, and an error whose spelling runs."""

from __future__ import annotations

import inspect
import json
import pickle
import pydoc
from typing import Any

import numpy as np
import pandas as pd
import pytest

import raggedkit as rk
from raggedkit import _names
from raggedkit._numpy.protocols import FUNCTIONS

TENSORS = _names._of_tensors()
MODULE = _names._of_the_module()
SPELLINGS = sorted({*TENSORS.values(), *MODULE.values()})
NAMES: dict[str, Any] = {
    "np": np,
    "rk": rk,
    "pandas": pd,
    "json": json,
    "pickle": pickle,
    "rt": rk.array([[3, 1, 4], [], [9, 2]]),
    "other": rk.array([[1, 1, 2], [], [3, 1]]),
    "indices": rk.array([[2, -1], [], [0]]),
    "text": rk.array([["a", "b "], [], ["c"]]),
    "times": rk.array([[8, 33], [], [5]]).astype("datetime64[h]"),
    "table": pd.DataFrame({"key": ["a", "b"], "value": [1, 2], "rows": [[3, 1], [2]]}),
}
# Names that people try first, of libraries that are not installed here.
AWKWARD = """
    Array from_iter from_numpy from_regular to_list to_numpy to_regular to_dataframe num flatten
    unflatten concatenate zip firsts local_index pad_none fill_none drop_none is_none sort argsort
    sum mean max min prod any all count count_nonzero std var ptp argmax argmin softmax run_lengths
    combinations cartesian mask where broadcast_arrays ones_like zeros_like full_like isclose
    nan_to_num values_astype ravel type to_pandas argcartesian_ dtype
"""
RAGGED = """
    boolean_mask constant cross map_flat_values range row_splits_to_segment_ids
    segment_ids_to_row_splits stack stack_dynamic_partitions
"""
TENSORFLOW = """
    abs add argmax argsort boolean_mask cast clip_by_value concat constant convert_to_tensor cumsum
    divide equal exp expand_dims fill gather gather_nd greater identity less log logical_and
    map_fn maximum minimum multiply not_equal one_hot ones ones_like pad pow range rank reduce_max
    reduce_sum repeat reshape reverse round searchsorted sequence_mask shape sigmoid sign size
    split sqrt square squeeze stack subtract tile transpose unique unstack vectorized_map where
    zeros zeros_like
"""
POLARS = """
    abs add_ alias_ all any arg_max arg_min arg_sort argsort cast ceil clip clone count cum_max
    cum_min cum_prod cum_sum describe diff dot drop_nulls dtype eq equals exp explode extend
    fill_nan fill_null filter first floor gather ge get gt head hist is_between is_empty is_in
    is_nan is_null last le len limit log lt map_elements max mean median min mode n_unique ne
    null_count_ pct_change product quantile reshape reverse rolling_ round sample sample shape
    shift shuffle sign sort sqrt std str sum tail to_frame to_list to_numpy to_pandas top_k unique
    unique_counts value_counts var
"""
PANDAS = """
    T abs add agg aggregate all any apply argmax argmin argsort array astype at axes between bfill
    clip copy count cummax cummin cumprod cumsum describe diff div divide dot drop drop_duplicates
    dropna dtype dtypes empty eq equals explode factorize ffill fillna filter floordiv ge get
    groupby gt head hist iat idxmax idxmin iloc index info interpolate isin isna isnull item items
    le loc lt map max mean median memory_usage min mod mode mul multiply nbytes ndim ne nlargest
    notna notnull nsmallest nunique pct_change pipe plot pow prod product quantile radd
    repeat replace rmul rolling round sample searchsorted shape shift size sort_values squeeze std
    str sub subtract sum tail take to_csv to_dict to_frame to_json to_list to_markdown to_numpy
    to_pickle to_string tolist transform transpose truediv unique unstack value_counts values var
    where
"""
TORCH = """
    abs all any argmax argsort bool clamp clone cpu cumsum detach dim double flatten float int item
    log long max mean min numel numpy permute pow round shape sigmoid size softmax sort split sqrt
    std sum to tolist topk transpose unbind unsqueeze view
"""


def words(text: str) -> list[str]:
    """Names in a list; those that end in an underscore are known to have no answer."""
    return [w for w in text.split() if not w.endswith("_") or w == "bool_"]


def answered(thing: Any, name: str) -> bool:
    """Whether a name exists, or its error has a spelling."""
    try:
        getattr(thing, name)
    except AttributeError as error:
        return "; use " in str(error)
    return True


@pytest.mark.parametrize("how", SPELLINGS)
def test_each_spelling_runs(how: str) -> None:
    with np.errstate(all="ignore"):
        for expression in how.split(" or "):
            eval(expression, dict(NAMES))


def test_each_name_is_answered_once() -> None:
    for table in (_names._OF_TENSORS, _names._OF_THE_MODULE):
        names = [name for entry in table.values() for name in entry.split()]
        assert sorted(names) == sorted(set(names))
    assert len(TENSORS) + len(MODULE) > 400


@pytest.mark.parametrize("name", TENSORS)
def test_an_attribute_of_other_tensors_is_absent_and_answered(name: str) -> None:
    rt = NAMES["rt"]
    assert not hasattr(rt, name)
    assert not hasattr(rk.RaggedTensor, name)
    assert getattr(rt, name, None) is None
    assert name not in dir(rt)
    with pytest.raises(AttributeError) as caught:
        getattr(rt, name)
    message = f"'RaggedTensor' object has no attribute {name!r}; use {TENSORS[name]}"
    assert str(caught.value) == message
    with pytest.raises(AttributeError, match=r"^type object 'RaggedTensor' has no attribute"):
        getattr(rk.RaggedTensor, name)


@pytest.mark.parametrize("name", MODULE)
def test_a_name_of_other_modules_is_absent_and_answered(name: str) -> None:
    assert name not in rk.__all__
    with pytest.raises(AttributeError) as caught:
        getattr(rk, name)
    message = f"module 'raggedkit' has no attribute {name!r}; use {MODULE[name]}"
    assert str(caught.value) == message


def numpy_s() -> list[str]:
    """NumPy's functions that work on ragged tensors."""
    found = []
    for name in dir(np):
        value = getattr(np, name)
        works = isinstance(value, np.ufunc) or (inspect.isroutine(value) and value in FUNCTIONS)
        if works and not name.startswith("_"):
            found.append(name)
    return found


@pytest.mark.parametrize(
    ("thing", "names", "least"),
    [
        pytest.param(rk, numpy_s(), 200, id="numpy"),
        pytest.param(rk, words(AWKWARD), 45, id="awkward"),
        pytest.param(rk, words(RAGGED) + words(TENSORFLOW), 60, id="tensorflow"),
        pytest.param(NAMES["rt"], words(PANDAS), 120, id="pandas"),
        pytest.param(NAMES["rt"], words(POLARS), 70, id="polars"),
        pytest.param(NAMES["rt"], words(TORCH), 40, id="pytorch"),
        pytest.param(NAMES["rt"], [n for n in dir(np.ndarray) if n[0] != "_"], 60, id="ndarray"),
    ],
)
def test_the_names_of_a_library_are_answered(thing: Any, names: list[str], least: int) -> None:
    without = {"byteswap", "choose", "ctypes", "flags", "getfield", "mT", "newbyteorder"}
    without |= {"ptp_", "resize", "setfield", "setflags", "busday_count", "busday_offset"}
    without |= {"datetime_as_string", "is_busday", "isnat", "matvec", "vecmat"}
    asked = [name for name in names if name not in without]
    assert len(asked) >= least
    assert [name for name in asked if not answered(thing, name)] == []


def test_the_names_of_pandas_are_pandas_s() -> None:
    assert set(words(PANDAS)) <= set(dir(pd.Series))


def test_tools_that_list_attributes_are_undisturbed() -> None:
    rt = NAMES["rt"]
    assert {name for name, _ in inspect.getmembers(rt)} == set(dir(rt))
    plain: Any = vars(pydoc)["plaintext"]
    text = pydoc.render_doc(rk.RaggedTensor, renderer=plain)
    assert " |  head\n |      use rt[:5]\n" in text
    assert pickle.loads(pickle.dumps(rt)).identical(rt)


def test_an_unknown_name_is_left_to_python() -> None:
    with pytest.raises(AttributeError, match=r"^module 'raggedkit' has no attribute 'cumsums'$"):
        rk.cumsums  # noqa: B018
    with pytest.raises(AttributeError, match=r"has no attribute 'cumsums'$"):
        NAMES["rt"].cumsums  # noqa: B018
