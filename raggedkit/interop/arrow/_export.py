"""Capsules of tensors and tables for libraries that read Arrow; their arrays for `array`."""

from __future__ import annotations

from typing import Any

from raggedkit._missing import Rules
from raggedkit.interop.arrow._nodes import Node, nodes_of
from raggedkit.interop.arrow._reading import is_list, tensor_of_chunks
from raggedkit.interop.arrow._tables import node_of_table
from raggedkit.interop.arrow._writing import (
    as_nanoarrow,
    as_pyarrow,
    installed,
    node_of_tensor,
    schema_of,
    type_of,
)
from raggedkit.tensor import RaggedTensor

__all__ = ["exported_array", "exported_schema", "exported_stream", "lists_of"]


def lists_of(obj: Any, rules: Rules | None = None) -> Any:
    """Return an Arrow array of lists as a tensor; None for other arrays, which have other readers.

    Rules for missing values may ask for its mask, too.
    A pandas Series exports its objects by looking at each one, so only Arrow dtypes are read.
    """
    if hasattr(obj, "isna") and not hasattr(getattr(obj, "dtype", None), "pyarrow_dtype"):
        return None
    nodes = nodes_of(obj)
    if not (nodes and all(map(is_list, nodes))):
        return None
    return tensor_of_chunks(nodes, rules or Rules(), "obj")  # a stream can be read only once


def _node(obj: Any) -> Node:
    return node_of_tensor(obj) if isinstance(obj, RaggedTensor) else node_of_table(obj)


def exported_array(obj: Any, requested_schema: Any = None) -> Any:
    """Return the capsules of a tensor or table, by pyarrow or nanoarrow."""
    library, node = installed(), _node(obj)
    if library.__name__ == "pyarrow":
        return as_pyarrow(node, library).__arrow_c_array__(requested_schema)
    return as_nanoarrow(node, library).__arrow_c_array__(requested_schema)


def exported_schema(obj: Any) -> Any:
    """Return the capsule of the type of a tensor or table."""
    library, node = installed(), _node(obj)
    if library.__name__ == "pyarrow":
        return type_of(node, library).__arrow_c_schema__()
    return library.c_schema(schema_of(node, library)).__arrow_c_schema__()


def exported_stream(obj: Any, requested_schema: Any = None) -> Any:
    """Return the capsule of a stream of one chunk."""
    library, node = installed(), _node(obj)
    if library.__name__ == "pyarrow":
        array = as_pyarrow(node, library)
        return library.chunked_array([array]).__arrow_c_stream__(requested_schema)
    array = as_nanoarrow(node, library)
    stream = library.c_array_stream(array)
    return stream.__arrow_c_stream__(requested_schema)
