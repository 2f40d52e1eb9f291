"""Operations on ragged tensors with invalid encodings, made with validate=False.

What comes out may mean nothing, or be an error; but the interpreter survives, nothing outside the
values is read, and no memory is asked for beyond what the values could need.
"""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
import tracemalloc
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit import RaggedTensor

FAR = [100, 2**20, 2**31 - 1, 2**31, 2**33, 2**40, 2**62, 2**63 - 1]
NEAR = st.integers(-2, 7)
WRAPPING = [0, 2**62, -(2**63), -(2**62), 0]  # each step is 2**62, and all of them add up to 0
WRAPPING_32 = [0, 2**30, -(2**31), -(2**30), 0]

USES: dict[str, Callable[[Any], object]] = {
    "to_list": lambda rt: rt.to_list(),
    "repr": repr,
    "html": lambda rt: rt._repr_html_(),
    "numpy": lambda rt: rt.numpy(),
    "iteration": list,
    "row": lambda rt: rt[0],
    "last-row": lambda rt: rt[-1],
    "rows": lambda rt: rt[1:],
    "rows-backwards": lambda rt: rt[::-1],
    "rows-picked": lambda rt: rt[[0, 0, 0]],
    "rows-masked": lambda rt: rt[np.ones(len(rt), bool)],
    "heads": lambda rt: rt[:, :1],
    "middles": lambda rt: rt[:, 1:-1],
    "values-backwards": lambda rt: rt[:, ::-1],
    "every-other": lambda rt: rt[:, ::2],
    "values-masked": lambda rt: rt[rt > 2],
    "column": lambda rt: rt.column(0, default=0),
    "row_lengths": lambda rt: rt.row_lengths(),
    "value_rowids": lambda rt: rt.value_rowids(),
    "offsets": lambda rt: rt.partitions[0].offsets_in_rows(),
    "bounding_shape": lambda rt: rt.bounding_shape(),
    "to_tensor": lambda rt: rt.to_tensor(),
    "to_tensor-narrow": lambda rt: rt.to_tensor(shape=[None, 3]),
    "to_sparse": lambda rt: rt.to_sparse(),
    "merge_dims": lambda rt: rt.merge_dims(0, 1),
    "values": lambda rt: rt.values,
    "sum": lambda rt: rt + rt,
    "sum-with-a-number-a-row": lambda rt: rt + np.ones((len(rt), 1)),
    "equality": lambda rt: rt == rt,
    "sqrt": np.sqrt,
    "int32": lambda rt: rt.with_row_splits_dtype("int32").to_list(),
    "pickle": lambda rt: pickle.loads(pickle.dumps(rt)).to_list(),
    "deepcopy": lambda rt: copy.deepcopy(rt).to_list(),
    "reduce_sum": lambda rt: rk.reduce_sum(rt, axis=1),
    "reduce_max": lambda rt: rk.reduce_max(rt, axis=1),
    "reduce_mean-over-rows": lambda rt: rk.reduce_mean(rt, axis=0),
    "gather": lambda rt: rk.gather(rt, [0, 0]),
    "concat": lambda rt: rk.concat([rt, rt], axis=1),
    "sort": lambda rt: rk.sort(rt),
    "cumsum": lambda rt: rk.cumsum(rt, axis=1),
}


def use(rt: RaggedTensor) -> None:
    """Use a tensor in every way; each gives an answer or one of the usual errors."""
    for call in USES.values():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # roots of negative numbers, means of no values
            try:
                call(rt)
            except (ValueError, TypeError, IndexError):
                continue


def made(make: Callable[..., RaggedTensor], *args: Any) -> None:
    """Make a tensor and use it, in little memory."""
    tracemalloc.start()
    try:
        use(make(*args, validate=False))
    except ValueError:
        return
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 300e6


@st.composite
def vectors(draw: st.DrawFn, nvals: int) -> Any:
    """Draw numbers near and far, often starting at 0 and often ending where the values do."""
    dtype, most = draw(st.sampled_from([(np.int32, 2**31 - 1), (np.int64, 2**63 - 1)]))
    far = st.sampled_from([s * n for n in FAR for s in (1, -1) if n <= most])
    items = draw(st.lists(NEAR | NEAR | far, min_size=1, max_size=6))
    if draw(st.booleans()):
        items[0] = 0
    if draw(st.booleans()):
        items[-1] = nvals
    return np.array(items, dtype)


counts = st.none() | st.integers(0, 4) | st.sampled_from(FAR[2:])


@settings(max_examples=150)
@given(st.data(), st.integers(0, 6), st.sampled_from([(), (2,)]))
def test_no_numbers_harm(data: st.DataObject, nvals: int, inner: tuple[int, ...]) -> None:
    values = np.empty((nvals, *inner), int)
    values.T[...] = np.arange(nvals)
    vector = data.draw(vectors(nvals))
    before = vector.tolist()
    for make in (
        RaggedTensor.from_row_splits,
        RaggedTensor.from_row_lengths,
        RaggedTensor.from_row_starts,
        RaggedTensor.from_row_limits,
    ):
        made(make, values, vector)
    nrows = data.draw(counts)
    made(RaggedTensor.from_value_rowids, values, vector, nrows)
    made(RaggedTensor.from_uniform_row_length, values, abs(before[0]), nrows)
    outer = data.draw(vectors(len(vector) - 1))
    made(RaggedTensor.from_nested_row_splits, values, [outer, vector])
    assert vector.tolist() == before


@pytest.mark.parametrize(
    "vector",
    [
        np.array(WRAPPING),
        np.array(WRAPPING_32, np.int32),
        np.array([0, 2**40, 4]),
        np.array([-16, 4]),
        np.array([-(2**63), 4]),
        np.array([0, 2**20, 4]),
        np.array([0, 3, 1, 4]),
        np.array([0, 2, 9]),
        np.array([2, 4]),
    ],
    ids=lambda v: str(v.tolist()),
)
def test_splits_that_once_did_or_might(vector: Any) -> None:
    made(RaggedTensor.from_row_splits, np.arange(4), vector)
    made(RaggedTensor.from_row_lengths, np.arange(4), np.diff(vector))


@pytest.mark.parametrize("make", ["from_row_splits", "from_row_lengths", "from_row_limits"])
def test_values_that_are_not_there_are_claimed_to_a_degree(make: str) -> None:
    """TensorFlow lets any number pass; what would fail for lack of memory later is refused now."""
    few = getattr(RaggedTensor, make)([1, 2, 3], [0, 9], validate=False)
    assert few.partitions[0].static_nvals == 9
    assert few[-1].tolist() == [1, 2, 3]
    with pytest.raises(ValueError, match=r"^values must have 1099511627776 items, got 3; the rows"):
        getattr(RaggedTensor, make)([1, 2, 3], [0, 2**40], validate=False)


def test_rows_are_shown_as_far_as_there_are_values() -> None:
    splits = RaggedTensor.from_row_splits
    assert repr(splits([1, 2, 3], [0, 2, 1, 3], False)) == "<RaggedTensor [[1, 2], [], [2, 3]]>"
    assert repr(splits([1, 2, 3], [0, 2, 9], False)) == "<RaggedTensor [[1, 2], [3]]>"
    assert repr(splits([1, 2, 3], [1, 3], False)) == "<RaggedTensor [[2, 3]]>"
    assert repr(splits([1, 2, 3], WRAPPING, False)).startswith("<RaggedTensor [[1, 2, 3], [")


def test_no_coordinates_are_made_up() -> None:
    with pytest.raises(ValueError, match=r"^row_splits must start at 0, got row_splits\[0\] = 2"):
        RaggedTensor.from_row_splits([1, 2, 3], [2, 3], validate=False).to_sparse()


@pytest.mark.parametrize("form", ["numpy", "numba"])
def test_every_public_operation(form: str, tmp_path: Path) -> None:
    """In a process of its own; a crash or an internal error names the call that made it."""
    if form == "numba" and find_spec("numba") is None:
        pytest.skip("numba is missing: pip install 'raggedkit[fast]'")
    root, last = Path(__file__).parents[1], tmp_path / "last"
    path = os.pathsep.join([str(root), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-m", "tests.unvalidated_calls", form, str(last)],
        cwd=root,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    called = last.read_text().strip() if last.exists() else "nothing"
    assert done.returncode == 0, f"after {called}:\n{done.stderr[-3000:]}"
    *complaints, summary = done.stdout.splitlines()
    assert not complaints, "\n".join(complaints[:20])
    assert int(summary.removeprefix("done ")) > 10_000
