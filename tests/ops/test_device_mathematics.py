"""Mathematics, matrix products, checks and sparse tensors of values on a device: computed there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from tests.strict_cupy.array import StrictArray

RT, S = rk.RaggedTensor, rk.sparse
ROWS = rk.ragged.constant([[1.0, -2.0, 0.0], [], [3.0, 0.5]])
TALL = RT.from_row_lengths(np.arange(8.0).reshape(4, 2), [3, 0, 1])
SQUARES = rk.ragged.constant([[[1.0, 2], [3, 4], [1, 1]], [], [[5.0, 6, 7]]])
CELLS = rk.SparseTensor([[2, 0], [0, 1], [0, 0]], [5.0, 6.0, 7.0], [3, 2])
ORDERED = rk.SparseTensor([[0, 0], [0, 1], [2, 0]], [7.0, 6.0, 5.0], [3, 2])


@pytest.fixture(autouse=True)
def transfers() -> Iterator[None]:
    StrictArray.host_transfers.clear()
    yield
    StrictArray.host_transfers.clear()


def sent(x: Any) -> Any:
    """The same tensor, with stand-ins for CuPy arrays."""
    array: Any = StrictArray
    if isinstance(x, RT):
        splits = [array(s) for s in x.nested_row_splits]
        return RT.from_nested_row_splits(array(x.flat_values), splits)
    if isinstance(x, rk.SparseTensor):
        return rk.SparseTensor(array(x.indices), array(x.values), array(x.dense_shape))
    return array(x)


def listed(x: Any) -> Any:
    """A result as lists; ``StrictArray`` where it is computed from one."""
    if isinstance(x, RT):
        return listed(x.flat_values), [listed(s) for s in x.nested_row_splits]
    if isinstance(x, rk.SparseTensor):
        return listed(x.indices), listed(x.values), listed(x.dense_shape)
    if isinstance(x, tuple):
        return [listed(item) for item in x]
    if isinstance(x, StrictArray):
        return x.get().tolist()
    assert not isinstance(x, np.ndarray), "computed on the host"
    return x


ONE = ["reciprocal_no_nan", "sigmoid", "log_sigmoid", "softplus", "softsign", "relu", "relu6"]
ONE += ["leaky_relu", "elu", "selu", "gelu", "silu"]
TWO = ["divide_no_nan", "multiply_no_nan", "squared_difference", "truncatediv", "truncatemod"]
TWO += ["xdivy", "nextafter", "complex", "xlogy", "xlog1py"]
Call = Callable[[Callable[[Any], Any]], Any]


def of(function: Callable[..., Any], *operands: Any) -> Call:
    """The call of a function with operands that are sent, numbers apart."""
    return lambda to: function(*[x if isinstance(x, float) else to(x) for x in operands])


CALLS: dict[str, Call] = {
    **{name: of(getattr(rk, name), ROWS) for name in ONE},
    **{name: of(getattr(rk, name), ROWS, ROWS + 4) for name in TWO},
    **{f"{name}-number": of(getattr(rk, name), ROWS + 4, 2.0) for name in TWO},
    "rsqrt": lambda to: rk.rsqrt(to(ROWS + 3)),
    "entropy": lambda to: rk.nn.sigmoid_cross_entropy_with_logits(to(ROWS), to(ROWS)),
    "matmul": lambda to: rk.matmul(to(TALL), to(TALL), transpose_b=True),
    "matmul-sizes": lambda to: rk.matmul(to(SQUARES), to(SQUARES), transpose_b=True),
    "matmul-turned": lambda to: rk.matmul(to(SQUARES), to(SQUARES), transpose_a=True),
    "matmul-dense": lambda to: to(TALL) @ to(np.ones((2, 3))),
    "check_numerics": lambda to: rk.debugging.check_numerics(to(ROWS)),
    "assert_near": lambda to: rk.debugging.assert_near(to(ROWS), to(ROWS)),
    "assert_equal": lambda to: rk.debugging.assert_equal(to(ROWS), to(ROWS)),
    "reset_shape": lambda to: S.reset_shape(to(CELLS)),
    "reset_shape-given": lambda to: S.reset_shape(to(CELLS), [4, 4]),
    "reorder": lambda to: S.reorder(to(CELLS)),
    "to_dense": lambda to: S.to_dense(to(ORDERED)),
    "to_dense-default": lambda to: S.to_dense(to(ORDERED), -1.0),
    "from_dense": lambda to: S.from_dense(to(np.array([[0.0, 1.0], [2.0, 0.0]]))),
    "to_ragged": lambda to: S.to_ragged(to(SQUARES).to_sparse()),
    "to_ragged-inner": lambda to: S.to_ragged(to(TALL).to_sparse(), 1),
    "concat": lambda to: S.concat(1, [to(CELLS), to(ORDERED)]),
    "slice": lambda to: S.slice(to(CELLS), [0, 0], [2, 2]),
    "reshape": lambda to: S.reshape(to(CELLS), [2, -1]),
    "expand_dims": lambda to: S.expand_dims(to(CELLS), 1),
    "retain": lambda to: S.retain(to(CELLS), [True, False, True]),
    "fill_empty_rows": lambda to: S.fill_empty_rows(to(CELLS), 9.0),
    "sparse-sum": lambda to: S.reduce_sum(to(CELLS), 1),
    "sparse-max": lambda to: S.reduce_max(to(CELLS), 0, True),
    "sparse-sum-sparse": lambda to: S.reduce_sum(to(CELLS), 1, True, output_is_sparse=True),
    "identical": lambda to: to(CELLS).identical(to(CELLS)),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_device_computes_the_same(call: Call) -> None:
    here, there = call(lambda x: x), call(sent)
    if isinstance(here, tuple):
        here = tuple(map(sent, here))
    elif isinstance(here, RT | rk.SparseTensor | np.ndarray):
        here = sent(here)
    assert listed(there) == listed(here)


def test_special_functions_and_scipy_say_where_they_work() -> None:
    with pytest.raises(TypeError, match="x must be on 'cpu' for SciPy"):
        rk.special.erf(sent(ROWS))
    with pytest.raises(TypeError, match="rt must be on 'cpu' for SciPy"):
        sent(ROWS).to_scipy()
