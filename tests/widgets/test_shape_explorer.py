"""Explorers of shapes and sparse tensors in Python: values, traits, dispatch and snapshots."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import traitlets

import raggedkit as rk
from raggedkit.widgets import PartitionExplorer, ShapeExplorer, SparseExplorer

A, B = rk.TensorShape([None, 3]), rk.TensorShape([2, None])


def tensor() -> rk.SparseTensor:
    return rk.SparseTensor([[0, 0], [1, 2]], [5, 7], [3, 4])


def test_the_explorer_is_chosen_by_the_type() -> None:
    rows = rk.ragged.constant([[1], []])
    partition: PartitionExplorer = rk.explore(rows)
    shape: ShapeExplorer = rk.explore(A)
    pair: ShapeExplorer = rk.explore(A, B)
    sparse: SparseExplorer = rk.explore(tensor())
    assert isinstance(partition, PartitionExplorer)
    assert isinstance(rk.explore(rows.partitions[0]), PartitionExplorer)
    assert isinstance(shape, ShapeExplorer)
    assert isinstance(sparse, SparseExplorer)
    assert shape.value == A
    assert pair.value == (A, B)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        pytest.param(
            lambda: rk.explore(3),  # type: ignore[call-overload]
            "x must be a RaggedTensor, RowPartition, TensorShape or SparseTensor, got 3",
            id="x",
        ),
        pytest.param(
            lambda: rk.explore(tensor(), A),  # type: ignore[call-overload]
            "other must be left out beside a SparseTensor, got TensorShape",
            id="two-values",
        ),
        pytest.param(
            lambda: rk.explore(A, [2]),  # type: ignore[call-overload]
            r"other must be a TensorShape, got \[2\]",
            id="a-list",
        ),
        pytest.param(
            lambda: rk.explore(rk.TensorShape([1] * 65)),
            "x must have at most 64 axes in an explorer, got 65",
            id="many-axes",
        ),
        pytest.param(
            lambda: rk.explore(rk.SparseTensor(np.zeros((0, 0), int), [], [])),
            "x must have at least one axis in an explorer, got 0",
            id="no-axis",
        ),
    ],
)
def test_other_arguments_are_refused(call: Callable[[], Any], message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        call()


def test_an_event_of_the_page_changes_the_pair() -> None:
    w: Any = rk.explore(A, B)
    seen: list[Any] = []
    w.observe(lambda change: seen.append(change["new"]), "value")
    w.event = {"type": "size", "shape": 1, "axis": 1, "text": "4", "n": 1}
    assert seen == [(A, rk.TensorShape([2, 4]))]
    assert w.dims == [[None, 3], [2, 4]]
    assert w.state["n"] == 1
    w.event = {"type": "undo", "n": 2}
    assert w.value == (A, B)


def test_a_pair_that_is_set_is_shown() -> None:
    w: Any = rk.explore(A, B)
    w.value = (B, rk.TensorShape(None))
    assert w.state["shapes"] == [[2, None], None]
    assert repr(w) == "explore(TensorShape([2, None]), TensorShape(None))"
    for value in (A, (A, B, A), (A, [2]), None):
        with pytest.raises(traitlets.TraitError, match="value must be a pair of TensorShapes"):
            w.value = value
    one: Any = rk.explore(A)
    with pytest.raises(traitlets.TraitError, match="value must be a TensorShape"):
        one.value = (A, B)
    one.value = B
    assert one.dims == [[2, None]]


def test_plain_sizes_are_linked() -> None:
    a: Any = rk.explore(A, B)
    b: Any = rk.explore(B, A)
    traitlets.link((a, "dims"), (b, "dims"))
    assert b.value == (A, B)
    b.dims = [[1], None]
    assert a.value == (rk.TensorShape([1]), rk.TensorShape(None))


def test_sizes_that_break_a_rule_are_refused() -> None:
    w: Any = rk.explore(A, B)
    for dims, message in [
        ([[1]], "dims must have 2 lists, got 1"),
        ([[-1], None], r"dims\[0\] must be >= 0, got -1"),
        ([[1.5], None], r"dims\[0\] must be an int or None, got 1.5"),
    ]:
        with pytest.raises(traitlets.TraitError, match=message):
            w.dims = dims
        assert w.dims == [[None, 3], [2, None]]


def test_the_state_of_shapes_is_linked_and_checked() -> None:
    a: Any = rk.explore(A, B)
    b: Any = rk.explore(rk.TensorShape([2**60]), B)
    traitlets.dlink((b, "state"), (a, "state"))
    b.event = {"type": "add_axis", "shape": 0, "axis": 0, "n": 1}
    assert a.value == (rk.TensorShape([None, 2**60]), B)
    with pytest.raises(traitlets.TraitError, match="shapes must be 2, got 1"):
        a.state = {**a.state, "shapes": [[1]]}
    with pytest.raises(traitlets.TraitError, match=r"dims\[0\] must be >= 0"):
        a.state = {**a.state, "shapes": [[-2], [1]]}


def test_the_snapshot_has_both_shapes_and_the_answers() -> None:
    bundle, _ = rk.explore(A, B)._repr_mimebundle_()
    assert bundle["text/plain"] == "explore(TensorShape([None, 3]), TensorShape([2, None]))"
    html = bundle["text/html"]
    assert A._repr_html_() in html
    assert B._repr_html_() in html
    assert "TensorShape([2, 3])" in html
    refused = rk.explore(rk.TensorShape([1]), rk.TensorShape([2]))._snapshot()
    assert "other[0] must be 1 or None as in (1,), got 2 in (2,)" in refused
    assert rk.explore(A)._snapshot() == A._repr_html_()


def test_a_sparse_tensor_is_resized_by_the_page_and_by_python() -> None:
    w: Any = rk.explore(tensor())
    seen: list[Any] = []
    w.observe(lambda change: seen.append(change["new"].dense_shape.tolist()), "value")
    w.event = {"type": "resize", "text": "4, 4", "n": 1}
    w.event = {"type": "resize", "text": "1, 1", "n": 2}  # refused: the value stays
    assert w.state["error"]["field"] == "new_shape"
    assert w.dense_shape == [4, 4]
    w.dense_shape = [5, 6]
    w.event = {"type": "tight", "n": 3}
    assert seen == [[4, 4], [5, 6], [2, 3]]
    with pytest.raises(traitlets.TraitError, match=r"smaller than \[2, 3\], got \[2, 2\]"):
        w.dense_shape = [2, 2]
    assert w.dense_shape == [2, 3]
    assert w.value.values.tolist() == [5, 7]


def test_a_sparse_tensor_that_is_set_is_shown() -> None:
    w: Any = rk.explore(tensor())
    assert w.value.identical(tensor())
    w.value = rk.SparseTensor([[1]], ["x"], [3])
    assert w.state["declared"] == [3]
    assert [cell["text"] for cell in w.state["cells"]] == ["'x'"]
    with pytest.raises(traitlets.TraitError, match="value must be a SparseTensor, got 3"):
        w.value = 3


def test_the_state_of_a_sparse_tensor_is_checked() -> None:
    a: Any = rk.explore(tensor())
    b: Any = rk.explore(tensor())
    traitlets.dlink((b, "state"), (a, "state"))
    b.event = {"type": "resize", "text": "9 9", "n": 1}
    assert a.dense_shape == [9, 9]
    changes: list[tuple[dict[str, Any], str]] = [
        ({"declared": [9, 9]}, "declared must be"),
        ({"box": {"tight": False, "sizes": [1, 1]}}, "new_shape must not be smaller"),
        ({"at": [0]}, "at must have 0 indices, got 1"),
    ]
    for change, message in changes:
        with pytest.raises(traitlets.TraitError, match=message):
            a.state = {**a.state, **change}


def test_pages_have_the_state_and_the_snapshot(tmp_path: Path) -> None:
    for w in (rk.explore(A, B), rk.explore(tensor())):
        w.to_html(tmp_path / "x.html")
        text = (tmp_path / "x.html").read_text(encoding="utf-8")
        assert len(text.encode()) < 300_000
        assert f'"kind": "{w.kind}"' in text
        assert w._snapshot() in text
