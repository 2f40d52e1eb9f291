"""Nested tensors of PyTorch to ragged tensors and back; batches of a `DataLoader`."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk

torch = pytest.importorskip("torch")
RT = rk.RaggedTensor
D = rk.array([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
KINDS = "?bhiqBHIQefdFD"  # the dtypes that both libraries have
TENSORS: dict[str, rk.RaggedTensor] = {
    **{np.dtype(c).name: rk.cast(D, c) for c in KINDS},
    "int32-splits": D.with_row_splits_dtype("int32"),
    "inner": RT.from_row_lengths(np.arange(12.0).reshape(6, 2), [2, 0, 4]),
    "slice": D[2:4],
    "no-rows": D[:0],
    "empty-rows": rk.array([[], []]),
    "one-row": D[:1],
    "read-only": RT.from_row_splits(np.frombuffer(bytes(range(5)), "u1"), [0, 2, 5]),
}


def jagged(values: Any, offsets: Any, **more: Any) -> Any:
    """A nested tensor of values and offsets that nothing has checked."""
    return torch.nested.nested_tensor_from_jagged(values, torch.tensor(offsets), **more)


def address(array: Any) -> int:
    """Where the memory of an array or of a tensor of PyTorch begins."""
    return int(array.data_ptr() if hasattr(array, "data_ptr") else array.ctypes.data)


@pytest.mark.parametrize("name", TENSORS)
def test_round_trips_without_a_warning(name: str) -> None:
    rt = TENSORS[name]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        nt = rt.to_torch()
    assert nt.layout == torch.jagged
    assert [row.tolist() for row in nt.unbind()] == rt.to_list()
    assert RT.from_torch(nt).identical(rt)
    assert rk.array(nt).identical(rt)


@pytest.mark.parametrize("name", [n for n in TENSORS if TENSORS[n].size])
def test_values_are_the_same_memory_both_ways_and_offsets_are_not(name: str) -> None:
    rt = TENSORS[name]
    nt = rt.to_torch()
    assert address(nt.values()) == address(rt.flat_values)
    assert address(nt.offsets()) != address(rt.row_splits)
    back = RT.from_torch(nt)
    assert address(back.flat_values) == address(rt.flat_values)
    nt.offsets().fill_(77)
    assert back.identical(rt)
    assert (
        rt.row_splits.tolist()
        == RT.from_row_lengths(rt.values, rt.row_lengths()).row_splits.tolist()
    )
    assert not back.flat_values.flags.writeable
    assert not back.row_splits.flags.writeable


@given(lengths=st.lists(st.integers(0, 4), max_size=6), dtype=st.sampled_from(["i4", "f8", ">i2"]))
def test_property_of_rows(lengths: list[int], dtype: str) -> None:
    values = np.arange(sum(lengths)).astype(dtype)
    rt = RT.from_row_lengths(values, lengths)
    nt = rt.to_torch()
    assert [row.tolist() for row in nt.unbind()] == rt.to_list()
    assert nt.sum(dim=1).tolist() == [sum(row) for row in rt.to_list()]
    assert (nt._min_seqlen, nt._max_seqlen) == (min(lengths, default=0), max(lengths, default=0))
    assert RT.from_torch(nt * 2).to_list() == (rt * 2).to_list()


def test_lengths_are_set_so_that_a_sum_needs_no_memory_for_padding() -> None:
    """Without max_seqlen, PyTorch 2.13 asks for a cell for each row and value."""
    nt = RT.from_row_lengths(np.ones(1_000_000), np.full(100_000, 10)).to_torch()
    assert nt._maybe_max_seqlen == nt._maybe_min_seqlen == 10
    assert nt.sum(dim=1).sum() == 1_000_000


def test_uniform_axes() -> None:
    rows = RT.from_uniform_row_length(np.arange(6), 2)
    assert rows.to_torch().offsets().tolist() == [0, 2, 4, 6]
    inner = RT.from_row_lengths(RT.from_uniform_row_length(np.arange(8), 2), [3, 1])
    nt = inner.to_torch()
    assert nt.shape[2] == 2
    assert RT.from_torch(nt).to_list() == inner.to_list()


@pytest.mark.parametrize(
    "values", [np.arange(6)[::-1], np.arange(12)[::2], np.arange(6, dtype=">i8")]
)
def test_values_that_torch_cannot_share_are_copied(values: np.ndarray[Any, Any]) -> None:
    """A negative stride ends the process in torch.from_dlpack (PyTorch 2.13)."""
    rt = RT.from_row_splits(values, [0, 2, 2, 6])
    assert [row.tolist() for row in rt.to_torch().unbind()] == rt.to_list()


# ------------------------------------------------------------------ refused
OUT: dict[str, tuple[Callable[[], rk.RaggedTensor], str]] = {
    "datetime": (lambda: D.astype("M8[s]"), r"dtype of PyTorch, got dtype\('<M8\[s\]'\); use rk.c"),
    "timedelta": (lambda: D.astype("m8[s]"), r"use rk.cast\(rt, 'int64'\)"),
    "text": (lambda: rk.array([["a"], []]), r"got dtype\('<U1'\); number them first: words, ids"),
    "bytes": (lambda: rk.array([[b"a"], []]), "number them first"),
    "variable text": (lambda: rk.array([["a"]]).astype(np.dtypes.StringDType()), "number them"),
    "two ragged axes": (lambda: rk.array([[[1, 2], []], [[3]]]), r"got shape \[2, None, None\]"),
    "rows of rows": (lambda: RT.from_uniform_row_length(D[:4], 2), r"got shape \[2, 2, None\]"),
}
if np.dtype(np.longdouble).itemsize > 8:
    OUT["longdouble"] = (lambda: D.astype(np.longdouble), r"use rk.cast\(rt, 'float64'\)")


@pytest.mark.parametrize("name", OUT)
def test_tensors_that_torch_does_not_have(name: str) -> None:
    make, says = OUT[name]
    with pytest.raises((TypeError, ValueError), match=says):
        make().to_torch()


def test_the_ways_out_work() -> None:
    assert rk.cast(D.astype("M8[s]"), "int64").to_torch().values().tolist() == D.ravel().tolist()
    words = rk.array([["b", "a"], [], ["b"]])
    _, ids = np.unique(words.flat_values, return_inverse=True)
    assert words.with_flat_values(ids).to_torch().values().tolist() == [1, 0, 1]
    deep = rk.array([[[1, 2], []], [[3]]])
    assert deep.merge_dims(1, -1).to_torch().offsets().tolist() == [0, 2, 3]
    assert deep.values.to_torch().offsets().tolist() == [0, 2, 2, 3]


def strided() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return torch.nested.nested_tensor([torch.ones(2), torch.ones(3)])


SIX = torch.arange(6.0)
BACK: dict[str, tuple[Callable[[], Any], str]] = {
    "list": (lambda: [[1]], "nt must be a nested tensor of torch.jagged, got 'list'"),
    "dense": (lambda: torch.ones(2, 3), r"got torch.strided; rk.array\(tensor\) takes a dense"),
    "strided": (strided, r"torch.nested.as_nested_tensor\(list\(nt.unbind\(\)\), layout=torch.jag"),
    "gradients": (
        lambda: jagged(torch.arange(6.0, requires_grad=True), [0, 6]),
        r"must not require gradients; use nt.detach\(\)",
    ),
    "device": (
        lambda: torch.nested.nested_tensor_from_jagged(
            SIX.to("meta"), torch.tensor([0, 6], device="meta"), min_seqlen=6, max_seqlen=6
        ),
        r"must be on the CPU, got meta; use nt.cpu\(\)",
    ),
    "bfloat16": (
        lambda: jagged(SIX.to(torch.bfloat16), [0, 6]),
        r"dtype of NumPy, got torch.bfloat16; use nt.to\(torch.float32\)",
    ),
    "transposed": (
        lambda: jagged(SIX.reshape(3, 2), [0, 3]).transpose(1, 2),
        r"ragged axis at 1, got 2; use nt.transpose\(1, 2\)",
    ),
    "falling": (lambda: jagged(SIX, [0, 4, 2, 6]), r"decrease, got nt.offsets\(\)\[1:3\] = \[4, 2"),
    "outside": (lambda: jagged(SIX, [0, 9]), r"number of values, 6, got \[0, 9\]"),
    "negative": (lambda: jagged(SIX, [-1, 6]), r"number of values, 6, got \[-1, 6\]"),
    "no offsets": (lambda: jagged(SIX, np.zeros(0, int)), "vector of one offset or more"),
    "narrowed outside": (
        lambda: jagged(SIX, [0, 3, 6], lengths=torch.tensor([2, 4])),
        "rows inside of its 6 values, got 'row 1 from 3 to 7'",
    ),
    "narrowed below": (
        lambda: jagged(SIX, [0, 3, 6], lengths=torch.tensor([2, -1])),
        "rows inside of its 6 values, got 'row 1",
    ),
}


@pytest.mark.parametrize("name", BACK)
def test_nested_tensors_that_are_refused(name: str) -> None:
    make, says = BACK[name]
    nt = make()
    with pytest.raises((TypeError, ValueError), match=says):
        RT.from_torch(nt)


def test_the_ways_back_work() -> None:
    nt = torch.nested.as_nested_tensor(list(strided().unbind()), layout=torch.jagged)
    assert RT.from_torch(nt).to_list() == [[1, 1], [1, 1, 1]]
    grown = jagged(torch.arange(6.0, requires_grad=True), [0, 2, 6])
    assert RT.from_torch(grown.detach()).to_list() == [[0, 1], [2, 3, 4, 5]]
    turned = jagged(SIX.reshape(3, 2), [0, 3]).transpose(1, 2)
    assert RT.from_torch(turned.transpose(1, 2)).to_list() == [[[0, 1], [2, 3], [4, 5]]]
    half = jagged(SIX.to(torch.bfloat16), [0, 6])
    assert RT.from_torch(half.to(torch.float32)).to_list() == [SIX.tolist()]
    assert rk.array(torch.ones(2, 1)).to_list() == [[1], [1]]


# ------------------------------------------------------------------ other forms of nested tensors
def test_narrowed_rows_have_gaps_and_are_copied() -> None:
    table = torch.arange(12).reshape(3, 4)
    starts, lengths = torch.tensor([0, 1, 0]), torch.tensor([2, 0, 4])
    nt = torch.nested.narrow(table, 1, starts, lengths, layout=torch.jagged)
    rt = RT.from_torch(nt)
    assert rt.to_list() == [[0, 1], [], [8, 9, 10, 11]] == [r.tolist() for r in nt.unbind()]
    deep = torch.nested.narrow(
        table.reshape(2, 3, 2), 1, starts[:2], lengths[:2] % 3, layout=torch.jagged
    )
    assert RT.from_torch(deep).to_list() == [r.tolist() for r in deep.unbind()]


def test_offsets_that_do_not_start_at_0() -> None:
    assert RT.from_torch(jagged(SIX, [2, 4, 5])).to_list() == [[2, 3], [4]]


def test_marks_of_torch_are_applied() -> None:
    """NumPy's own from_dlpack ignores the mark of a negation (PyTorch 2.13)."""
    assert RT.from_torch(jagged(torch._neg_view(SIX), [0, 6])).to_list() == [(-SIX).tolist()]
    waves = torch.tensor([1 + 2j, 3 - 1j]).conj()
    assert RT.from_torch(jagged(waves, [0, 2])).to_list() == [[1 - 2j, 3 + 1j]]


# ------------------------------------------------------------------ batches
def test_a_tensor_is_a_dataset_of_rows() -> None:
    data = torch.utils.data
    rt = rk.array([[1, 2], [3], [4, 5, 6, 7], [8], [9, 10, 11]])
    batches = rk.bucket_by_length(rt.row_lengths(), 2, seed=0)
    loader = data.DataLoader(rt, batch_sampler=batches, collate_fn=RT.to_torch)
    got = [RT.from_torch(nt).to_list() for nt in loader]
    assert got == [rk.gather(rt, ids).to_list() for ids in batches]
    assert sorted(x for batch in got for row in batch for x in row) == list(range(1, 12))
    plain = data.DataLoader(rt, batch_size=2, collate_fn=RT.to_tensor)
    assert [batch.tolist() for batch in plain] == [
        [[1, 2], [3, 0]],
        [[4, 5, 6, 7], [8, 0, 0, 0]],
        [[9, 10, 11]],
    ]


@pytest.mark.filterwarnings("ignore:The given NumPy array is not writable")
def test_the_default_collation_needs_rows_of_one_length() -> None:
    loader = torch.utils.data.DataLoader(D, batch_size=2)
    with pytest.raises(RuntimeError, match=r"got \[4\] at entry 0 and \[0\] at entry 1"):
        next(iter(loader))


def test_torch_is_imported_on_first_use() -> None:
    code = "import sys, raggedkit as rk; rk.array([[1]]); sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
