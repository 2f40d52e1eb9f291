"""How ragged things look: one description, rendered as text or as HTML."""
from typing import Any


def ragged_text(rt: Any) -> str:
    return f"<RaggedTensor {rt.to_list()}>"

def ragged_html(rt: Any) -> str:
    return "<table></table>"

def partition_text(p: Any) -> str:
    if p._uniform is not None:
        return f"RowPartition.from_uniform_row_length({p._uniform}, nrows={p._nrows})"
    return f"RowPartition.from_row_splits({p.row_splits().tolist()})"

def partition_html(p: Any) -> str:
    return ""

def sparse_text(s: Any) -> str:
    return f"SparseTensor({s.indices.tolist()}, {s.values.tolist()}, {s.dense_shape.tolist()})"

def sparse_html(s: Any) -> str:
    return ""

def shape_html(s: Any) -> str:
    return ""
