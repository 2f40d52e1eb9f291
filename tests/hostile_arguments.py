"""Calls of every public function and method with hostile arguments, for ``test_refusals``.

Run as a script in a process of its own, it writes each error that names no argument as one line.
"""

from __future__ import annotations

import datetime as dt
import inspect
import math
import re
import resource
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

import raggedkit as rk
from raggedkit import RaggedTensor, SparseTensor, TensorShape
from raggedkit.errors import UnknownNameError

NAMESPACES = ("", "ragged", "sparse", "strings", "special", "io", "debugging")

HOSTILE: dict[str, Any] = {
    "minus_one": -1,
    "2**62": 2**62,
    "2**63": 2**63,
    "2**64": 2**64,
    "-2**63": -(2**63),
    "-10**30": -(10**30),
    "1.5": 1.5,
    "nan": math.nan,
    "inf": math.inf,
    "text": "abc",
    "bytes": b"abc",
    "none": None,
    "true": True,
    "object": object(),
    "dict": {"a": 1},
    "date": dt.date(2024, 1, 1),
    "empty_list": [],
    "list_of_huge": [2**62, 2**62],
    "list_of_larger": [2**64, 1],
    "list_of_negative": [-3, -(2**62)],
    "list_of_text": ["a", "b"],
    "list_of_none": [None, None],
    "uneven": [[1], 2],
    "uint64": np.array([2**64 - 1, 2**63, 0], np.uint64),
    "uint64_scalar": np.uint64(2**64 - 1),
    "int8": np.array([-128, 127, 0], np.int8),
    "bools": np.array([True, False, True]),
    "no_axis": np.array(3),
    "three_axes": np.zeros((2, 1, 2)),
    "empty_rows": np.zeros((3, 0)),
    "objects": np.array([1, "a", None], dtype=object),
    "times": np.array(["2024-01-01", "NaT"], "M8[D]"),
    "complex": np.array([1 + 1j]),
    "nans": np.array([math.nan, math.inf, 1e300]),
    "ragged_text": rk.array([["a"], [], ["b", "c"]]),
    "ragged_huge": rk.array([[2**62], [], [2**62, 2]]),
    "ragged_deep": rk.array([[[1.0]], [], [[2.0, 3.0]]]),
    "sparse": SparseTensor([[0, 0], [1, 1]], [1, 2], [2, 2]),
}


class Call(NamedTuple):
    """A callable, and arguments of which all are good."""

    name: str
    function: Callable[..., Any]
    good: dict[str, Any]
    allowed: tuple[str, ...]


def rows() -> RaggedTensor:
    return rk.array([[1.0, 2.0], [], [3.0]])


def whole() -> RaggedTensor:
    return rk.array([[1, 2], [], [0]])


def words() -> RaggedTensor:
    return rk.array([["a b", "1"], [], ["2"]])


def picks() -> RaggedTensor:
    return rk.array([[0, 1], [], [0]])


def marks() -> RaggedTensor:
    return rk.array([[True, False], [], [True]])


def table() -> SparseTensor:
    return SparseTensor([[0, 0], [1, 1]], [1, 2], [2, 2])


# A good argument by the parameter's name; `_GOOD_FOR` has those that one function needs.
_GOOD: dict[str, Callable[[], Any]] = {
    **dict.fromkeys(("input", "input_tensor", "data", "params", "values", "rt", "tensor"), rows),
    **dict.fromkeys(("features", "logits", "t", "x", "y", "real", "value", "obj", "x1"), rows),
    **dict.fromkeys(("scalar", "labels", "x2", "imag", "a", "sorted_sequence"), rows),
    **dict.fromkeys(("axis", "clip_value_min", "rate", "start"), lambda: 0),
    **dict.fromkeys(("count", "k", "depth", "shift", "n", "times"), lambda: 1),
    **dict.fromkeys(("size", "step", "width", "stop", "clip_value_max"), lambda: 2),
    **dict.fromkeys(("num_partitions", "num_segments", "nrows"), lambda: 3),
    **dict.fromkeys(("dtype", "output_type", "type", "out_type"), lambda: "float64"),
    **dict.fromkeys(("inputs", "sp_inputs"), lambda: [rows(), rows()]),
    **dict.fromkeys(("segment_ids", "partitions"), lambda: [0, 1, 2]),
    "repeats": lambda: 2,
    "num_or_size_splits": lambda: 3,
    "indices": picks,
    "mask": marks,
    "condition": marks,
    "arr": whole,
    "rows": lambda: [0, 1, 2],
    "keys": lambda: [0, 1, 0],
    "offsets": lambda: [0, 2, 3],
    "splits": lambda: [0, 2, 3],
    "separator": lambda: 1.0,
    "multiples": lambda: [1, 2],
    "shape": lambda: [3, -1],
    "q": lambda: 0.5,
    "rng": lambda: np.random.default_rng(0),
    "sp_input": table,
    "new_shape": lambda: [2, 3],
    "to_retain": lambda: [True, False],
    "default_value": lambda: 0,
    "pylist": lambda: [[1, 2], [3]],
    "op": lambda: np.negative,
    "starts": lambda: [0, 1],
    "limits": lambda: [2, 3],
    "deltas": lambda: 1,
    "old": lambda: "a",
    "new": lambda: "b",
    "pos": lambda: 0,
    "len": lambda: 1,
    "pattern": lambda: "a",
    "rewrite": lambda: "b",
    "input_encoding": lambda: "UTF-8",
    "output_encoding": lambda: "UTF-8",
    "row_splits": lambda: [0, 2, 3],
    "row_lengths": lambda: [2, 1],
    "row_limits": lambda: [2, 3],
    "row_starts": lambda: [0, 2],
    "value_rowids": lambda: [0, 0, 1],
    "uniform_row_length": lambda: 1,
    "nested_row_splits": lambda: [[0, 1, 3], [0, 2, 2, 3]],
    "nested_row_lengths": lambda: [[1, 2], [2, 0, 1]],
    "nested_value_rowids": lambda: [[0, 1, 1], [0, 0, 2]],
    "nvals": lambda: 3,
    "st_input": table,
    "dense_shape": lambda: [2, 2],
    "axis1": lambda: 0,
    "axis2": lambda: 0,
    "outer_axis": lambda: 0,
    "inner_axis": lambda: 1,
    "other": lambda: [3, 2],
    "others": lambda: [TensorShape([3, 2])],
    "key": lambda: 0,
    "dims": lambda: [2, 3],
    "rank": lambda: 2,
    "j": lambda: 0,
    "device": lambda: "cpu",
    "partitions_of": lambda: [0],
    "array": lambda: rows().to_awkward(),
    "mapping": lambda: rows().to_buffers(),
    "series": lambda: rows().to_pandas(),
}


def _good_for() -> dict[str, dict[str, Any]]:
    dense = np.ones((3, 2))
    text = {name for name in rk.strings.__all__ if not name.endswith("join")}
    found: dict[str, dict[str, Any]] = {f"strings.{name}": {"input": words()} for name in text}
    segments = {name for name in rk.__all__ if name.startswith("unsorted_segment")}
    found |= {name: {"data": np.ones((3, 2))} for name in segments}
    found |= {
        "strings.join": {"inputs": [words(), words()]},
        "strings.reduce_join": {"inputs": words()},
        "io.encode_base64": {"input": words()},
        "io.decode_base64": {"input": rk.array([["YQ"], []])},
        "concat": {"values": [rows(), rows()]},
        "stack": {"values": [rows(), rows()]},
        "ragged.stack": {"values": [rows(), rows()]},
        "ragged.map_flat_values": {"args": (rows(),)},
        "add_n": {"inputs": [rows(), rows()]},
        "cartesian": {"inputs": [whole(), whole()]},
        "ragged.cross": {"inputs": [words(), words()]},
        "one_hot": {"indices": whole(), "depth": 3},
        "as_uniform": {"rt": np.ones((2, 3))},
        "RaggedTensor.as_uniform": {"rt": rk.array([[1, 2], [3, 4]])},
        "broadcast_to": {"shape": [3, [2, 0, 1]]},
        "pick": {"indices": [0, 0, 0], "default": 0},
        "RaggedTensor.pick": {"indices": [0, 0, 0], "default": 0},
        "column": {"default": 0},
        "RaggedTensor.column": {"default": 0},
        "scalar_mul": {"scalar": 2},
        "split_at": {"values": np.arange(4)},
        "interp": {"x_new": 1.0, "x": [[0, 1]], "y": [[1.0, 2.0]]},
        "bucket_by_length": {"lengths": [3, 1, 2], "batch_size": 2},
        "split_where": {"values": np.arange(3), "condition": np.array([True, False, True])},
        "squeeze": {"input": np.ones((3, 1)), "axis": 1},
        "RaggedTensor.squeeze": {"rt": RaggedTensor.from_uniform_row_length([1, 2], 1), "axis": 1},
        "sparse.to_ragged": {"sp_input": rows().to_sparse()},
        "RaggedTensor.from_sparse": {"st_input": rows().to_sparse()},
        "debugging.assert_greater": {"y": 0},
        "debugging.assert_less": {"y": 9},
        "debugging.assert_none_equal": {"y": 9},
        "RowPartition.from_uniform_row_length": {"nvals": 3},
        "Dimension": {"value": 3},
        "Dimension.is_compatible_with": {"other": 3},
        "Dimension.merge_with": {"other": 3},
        "strings.to_number": {"input": rk.array([["1"], ["2.5"]]), "out_type": "float32"},
        "sparse.concat": {"axis": 1, "sp_inputs": [table(), table()]},
        "sparse.slice": {"start": [0, 0], "size": [1, 1]},
        "sparse.bincount": {"values": whole()},
        "sparse.expand_dims": {"axis": 0},
        "sparse.from_dense": {"tensor": np.eye(2)},
        "sparse.reshape": {"shape": [4, 1]},
        "matmul": {"a": rk.array([[[1.0, 2.0]], [[3.0, 4.0]]]), "b": np.ones((2, 2, 2))},
        "RaggedTensor.__matmul__": {"rt": rk.array([np.ones((2, 2))]), "other": np.ones((1, 2, 2))},
        "RaggedTensor.__getitem__": {},
        "RaggedTensor.from_tensor": {"tensor": dense},
        "SparseTensor.from_dense": {"tensor": dense},
        "SparseTensor": {"indices": [[0, 0], [1, 1]], "values": [1, 2]},
        "SparseTensor.with_values": {"new_values": [1, 2]},
        "RaggedTensor": {"flat_values": [1.0, 2.0, 3.0], "partitions": rows()._parts[0]},
        "RaggedTensor.with_flat_values": {"new_values": [1, 2, 3]},
        "RaggedTensor.with_values": {"new_values": [1, 2, 3]},
        "RaggedTensor.with_row_splits_dtype": {"dtype": "int32"},
        "RaggedTensor.nrows": {},
        "RaggedTensor.reshape": {"shape": (3, -1)},
        "RaggedTensor.identical": {"other": rows()},
        "RowPartition.with_dtype": {"dtype": "int32"},
        "RowPartition.identical": {"other": rows()._parts[0]},
        "SparseTensor.identical": {"other": table()},
        "TensorShape.is_subtype_of": {"other": TensorShape([3, 2])},
        "TensorShape.concatenate": {"other": [2]},
        "bitcast": {"type": "int64"},
        "roll": {"axis": 1},
        "split": {"axis": 0},
        "percentile": {"q": 50.0},
        "searchsorted": {"values": rows()},
        "dynamic_partition": {"data": rows(), "partitions": [0, 1, 2]},
        "ragged.row_splits_to_segment_ids": {"out_type": "int64"},
        "ragged.segment_ids_to_row_splits": {"segment_ids": [0, 1, 1]},
        "gather": {"indices": [0, 1], "axis": 0},
        "gather_nd": {"indices": [[0]]},
        "batch_gather": {},
        "RaggedTensor.take": {"indices": [0, 1]},
        "RaggedTensor.item": {"args": (0,)},
        "repeat": {"axis": 0},
        "windows": {"values": np.arange(5), "size": 2},
        "nextafter": {"x1": rows(), "x2": rows()},
        "RaggedTensor.from_nested_row_splits": {"flat_values": [1, 2, 3]},
        "RaggedTensor.from_nested_row_lengths": {"flat_values": [1, 2, 3]},
        "RaggedTensor.from_nested_value_rowids": {"flat_values": [1, 2, 3]},
    }
    for encoding in ("row_splits", "row_lengths", "row_limits", "row_starts", "value_rowids"):
        found[f"RaggedTensor.from_{encoding}"] = {"values": [1, 2, 3]}
        if encoding == "value_rowids":
            found[f"RaggedTensor.from_{encoding}"]["nrows"] = 2
            found[f"RowPartition.from_{encoding}"] = {"nrows": 2}
    for operator in ("__add__", "__lt__", "__pow__", "__divmod__"):
        found[f"RaggedTensor.{operator}"] = {"other": 2}
    found["RaggedTensor.__and__"] = {"rt": marks(), "other": True}
    found["RaggedTensor.from_uniform_row_length"] = {"values": [1, 2, 3]}
    return found


_SELF: dict[str, Callable[[], Any]] = {
    "RaggedTensor": rows,
    "RowPartition": lambda: rows()._parts[0],
    "SparseTensor": table,
    "TensorShape": lambda: TensorShape([3, 2]),
    "Dimension": lambda: rk.Dimension(3),
}
# What else a message may begin with: operators name no argument, a shape is what it checks.
_ALSO = {
    "RaggedTensor.__getitem__": ("row", "slice", "indices"),
    "RaggedTensor.__matmul__": ("a", "b", "x", "y"),
    **{
        f"RaggedTensor.{n}": ("x", "y", "an", "operands")
        for n in ("__add__", "__lt__", "__and__", "__pow__", "__divmod__")
    },
    "TensorShape.__getitem__": ("axis", "slice"),
    **{f"TensorShape.{n}": ("shape",) for n in dir(TensorShape) if "rank" in n},
    "RaggedTensor.from_uniform_row_length": ("nvals",),
    "RaggedTensor.from_row_starts": ("nvals",),
}
_SKIPPED = {
    # They read and write files, or need a library of `make test-doors`.
    *(f"RaggedTensor.{a}_{b}" for a in ("to", "from", "iter") for b in ("parquet", "feather")),
    *(f"RaggedTensor.{a}_{b}" for a in ("to", "from") for b in ("torch", "tensorflow")),
    "options",  # changes everything for the calls after it
    "diagram",
    "RaggedTensor.from_scipy",  # SciPy is optional
    "RaggedTensor.to_scipy",
    "SparseTensor.from_scipy",
    "SparseTensor.to_scipy",
    "RowPartition",  # has no constructor
    "RaggedTensor.plot",
    "ragged.map_flat_values",  # errors of the function that is mapped are its own
    "apply_rows",  # the same
}
_OPERATORS = ("__getitem__", "__matmul__", "__pow__", "__divmod__", "__add__", "__lt__", "__and__")


def callables() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Return the public functions, constructors and methods, found by introspection."""
    for space in NAMESPACES:
        module: Any = rk if not space else getattr(rk, space)
        for name in module.__all__:
            found = getattr(module, name)
            full = f"{space}.{name}" if space else name
            if inspect.isfunction(found):
                yield full, found
    for kind in _SELF:
        cls = getattr(rk, kind)
        yield kind, cls
        for name in dir(cls):
            if name.startswith("_") and not (name in _OPERATORS and name in dir(cls)):
                continue
            getattr(cls, name, None)  # a first look-up puts the plain function in place
            static = inspect.getattr_static(cls, name)
            if isinstance(static, classmethod):
                yield f"{kind}.{name}", getattr(cls, name)
            elif inspect.isfunction(static):
                yield f"{kind}.{name}", static


def calls() -> Iterator[Call]:
    """Return a good call of each."""
    special = _good_for()
    for name, function in callables():
        if name in _SKIPPED:
            continue
        given = special.get(name, {})
        good: dict[str, Any] = {}
        kind = name.partition(".")[0]
        for p in inspect.signature(function).parameters.values():
            if p.name in given:
                good[p.name] = given[p.name]
            elif p.name == "self":
                good[p.name] = given.get("rt", _SELF[kind]())
            elif p.default is inspect.Parameter.empty and p.kind in (
                p.POSITIONAL_OR_KEYWORD,
                p.KEYWORD_ONLY,
            ):
                good[p.name] = _GOOD[p.name]()
        names = [*inspect.signature(function).parameters, *_ALSO.get(name, ())]
        allowed = tuple("rt" if n == "self" else n for n in names)
        yield Call(name, function, good, allowed)


def bound(call: Call, arguments: dict[str, Any]) -> Any:
    """Call with arguments by name, those with a star by place."""
    parameters = inspect.signature(call.function).parameters
    places: list[Any] = []
    named = dict(arguments)
    for p in parameters.values():
        if p.kind is p.VAR_POSITIONAL and p.name in named:
            places = [named.pop(q) for q in list(parameters) if q in named and q != p.name]
            star = arguments[p.name]
            places += star if isinstance(star, tuple) else (star,)
            named = {}
    if "self" in named:
        places = [named.pop("self"), *places]
    if "default" in parameters and parameters["default"].kind is inspect.Parameter.VAR_KEYWORD:
        named |= named.pop("default", {})
    return call.function(*places, **named)


def complaint(call: Call, error: BaseException) -> str:
    """Return why an error is none of ours, or an empty text."""
    text = str(error)
    if not isinstance(error, ValueError | TypeError | UnknownNameError):
        return f"{type(error).__name__}: {text}"
    if isinstance(error, UnicodeError):
        return f"{type(error).__name__}: {text}"
    if text.startswith("shapes must broadcast, got "):
        return ""  # and names both
    begins = re.match(r"[A-Za-z_][A-Za-z_0-9]*", text)
    if begins is None or begins.group() not in call.allowed:
        return f"{type(error).__name__}: {text}"
    return ""


def sweep(report: Callable[[str], None]) -> int:
    """Try every hostile value in every argument of every call; return how many calls there were."""
    count = 0
    for call in calls():
        try:
            bound(call, call.good)
        except Exception as error:
            report(f"{call.name}: the good call fails: {error!r}")
            continue
        for p in inspect.signature(call.function).parameters.values():
            if p.name == "self":
                continue
            if p.name == "validate" or (p.kind is p.VAR_KEYWORD and p.name != "default"):
                continue
            for label, hostile in HOSTILE.items():
                count += 1
                value = {"default": hostile} if p.kind is p.VAR_KEYWORD else hostile
                try:
                    bound(call, {**call.good, p.name: value})
                except BaseException as error:
                    why = complaint(call, error)
                    if why:
                        report(f"{call.name}({p.name}={label}) {why}")
    return count


def report(line: str) -> None:
    """Write a line without buffering, so that the last line shows which call crashed."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    """Write one line for each error that names no argument."""
    resource.setrlimit(resource.RLIMIT_DATA, (3 << 30, 3 << 30))
    warnings.simplefilter("ignore")
    with np.errstate(all="ignore"):
        sys.stdout.write(f"{sweep(report)} calls\n")


if __name__ == "__main__":
    main()
