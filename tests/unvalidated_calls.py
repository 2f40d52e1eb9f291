"""Every public operation on tensors with invalid encodings, in a separate process.

``python -m tests.unvalidated_calls numba LAST`` writes the name of each call into the file LAST
before it is made, so that a crash has a name, and prints errors that are none of ours.
"""

from __future__ import annotations

import faulthandler
import gc
import inspect
import os
import resource
import sys
import traceback
import types
import warnings
from collections.abc import Callable, Iterator
from copy import copy
from functools import partial
from typing import Any

import numpy as np

import raggedkit as rk
from raggedkit import RaggedTensor
from raggedkit._kernels import dispatch as engine
from raggedkit._kernels.compiled import bridge as numba
from raggedkit._numpy.protocols import FUNCTIONS
from tests.campaign import TIMES

Arguments = Callable[[], tuple[str, tuple[Any, ...], dict[str, Any]]]
ROOM = 1 << 30  # bytes that a call may ask for
# Daily one call in five, others for each tensor; in a campaign all.
STRIDE = 5 if TIMES == 1 else 1
EXPECTED = (
    *(ValueError, TypeError, IndexError, MemoryError, NotImplementedError),
    ImportError,  # of a library that only `make test-doors` installs
)
# Nothing to do with the rows of a tensor, or with a library of its own.
LEFT_OUT = {
    *("install_r", "get_options", "from_scipy", "to_scipy", "plot", "diagram"),
    *("to_parquet", "to_feather"),  # they write files
}
BIG = [0, 2**62, -(2**63), -(2**62), 0]
SPLITS = {
    "wrapped": BIG,
    "wrapped-to-4": [*BIG[:-1], 4],
    "decreasing": [0, 3, 1, 4],
    "negative": [0, 3, -2, 4],
    "far": [0, 2**40, 4],
    "far-behind": [0, 2, 2**12],
    "long": [0, 2, 9],
    "short": [0, 1, 2],
    "late": [2, 3, 4],
    "late-and-far": [2, 2**12],
    "no-rows": [3],
}


def broken(splits: list[int], dtype: Any = None) -> Iterator[tuple[str, Any]]:
    """Return tensors of these splits: of numbers, of vectors, of text, and with rows of rows."""
    for kind, values in (
        ("ints", np.arange(4)),
        ("floats", np.array([1.5, np.nan, -1.0, 2.0])),
        ("bools", np.array([True, False, True, True])),
        ("vectors", np.arange(8.0).reshape(4, 2)),
        ("text", np.array(["a", "b", "cc", ""])),
        ("nothing", np.zeros((4, 0))),
    ):
        yield kind, lambda v=values: RaggedTensor.from_row_splits(v, np.array(splits), False)
    if all(abs(n) < 2**31 for n in splits):
        narrow = np.array(splits, np.int32)
        yield "int32", lambda: RaggedTensor.from_row_splits(np.arange(4), narrow, False)
    whole = RaggedTensor.from_row_lengths(np.arange(4), [2, 0, 1, 1])
    yield "outer", lambda: RaggedTensor.from_row_splits(whole, np.array(splits), False)
    even = [0, 1, len(splits) - 1]
    inner = partial(RaggedTensor.from_row_splits, np.arange(4), np.array(splits), False)
    for validate in (True, False):
        yield "inner", lambda v=validate: RaggedTensor.from_row_splits(inner(), even, v)
    yield "pairs", lambda: RaggedTensor.from_uniform_row_length(inner(), 1, validate=False)


def calls() -> dict[str, Callable[..., Any]]:
    """Return every public function, method and property by its name."""
    found: dict[str, Callable[..., Any]] = {}
    spaces = [rk, rk.ragged, rk.sparse, rk.strings, rk.special, rk.debugging, rk.io]
    for space in spaces:
        for name in space.__all__:
            value = getattr(space, name)
            if not isinstance(value, type | types.ModuleType) and callable(value):
                found[f"{space.__name__}.{name}"] = value
    for cls in (RaggedTensor, rk.RowPartition):
        for name, member in inspect.getmembers(cls):
            special = name in SPECIAL
            if name[0] == "_" and not special:
                continue
            label = f"{cls.__name__}.{name}"
            if isinstance(member, property):
                found[label] = member.fget  # type: ignore[assignment]  # it has one
            elif inspect.isfunction(member):
                found[label] = member
    found |= {f"np.{f.__name__}": f for f in FUNCTIONS}
    ufuncs = (np.add, np.sqrt, np.equal, np.divmod, np.power, np.logical_and, np.maximum)
    found |= {f"np.{f.__name__}": f for f in ufuncs}
    return {k: f for k, f in found.items() if k.rpartition(".")[2] not in LEFT_OUT}


SPECIAL = {
    "__add__", "__eq__", "__lt__", "__and__", "__invert__", "__neg__", "__getitem__", "__iter__",
    "__len__", "__contains__", "__copy__", "__deepcopy__", "__reduce__", "__repr__", "_repr_html_",
    "__array__", "__matmul__",
}  # fmt: skip


def arguments(x: Any) -> list[Arguments]:
    """Return what a call may be given beside, or around, a tensor; made when it is called."""
    n, found = len(x), list[Arguments]()

    def add(told: str, *args: Any, **kwargs: Any) -> None:
        # Copied for each call: np.isposinf(x, out) writes to its second argument.
        found.append(lambda: (told, tuple(a if a is x else copy(a) for a in args), kwargs))

    add("x", x)
    add("x, x", x, x)
    add("x, x, x", x, x, x)
    add("[x, x]", [x, x])
    for axis in (0, 1, -1):
        add(f"x, axis={axis}", x, axis=axis)
        add(f"[x, x], {axis}", [x, x], axis)
        add(f"x, 2, axis={axis}", x, 2, axis=axis)
    ones = np.ones(n, int)
    others: tuple[Any, ...] = (
        0,
        1,
        [0, 0],
        [2, 1],
        [1, 2],
        ones,
        ones[:, None],
        ones.astype(bool),
        "a",
        {},
    )
    for other in others:
        add(f"x, {other}".replace("\n", ""), x, other)
    for key in (slice(None, None, -1), (slice(None), slice(1, None)), (0, 0), (slice(None), 0)):
        add(f"x, {key}", x, key)
    add("x, ones, n", x, ones, n)
    add("x, 0, 1", x, 0, 1)
    add("ones, x", ones, x)
    add("whole, x", np.arange(n + 2), x)
    indices = RaggedTensor.from_row_lengths(np.zeros(n, int), ones)
    add("x, indices", x, indices)
    add("indices, x", indices, x)
    add("x, indices, batch_dims", x, indices, batch_dims=1)
    return found


def drained(result: Any) -> None:
    """Ask for what is worked out late only."""
    for one in result if isinstance(result, tuple | list) else [result]:
        if isinstance(one, RaggedTensor):
            for part in one.partitions:
                part.row_splits(), part.row_lengths()
            one.to_list()
        elif isinstance(one, types.GeneratorType) or hasattr(one, "__next__"):
            for _ in zip(range(10), one, strict=False):
                continue


def is_method(name: str) -> bool:
    return name.startswith(("RaggedTensor.", "RowPartition."))


def reached_raggedkit(error: BaseException) -> bool:
    """Whether a function of raggedkit was running when an error was raised."""
    names = (f.f_globals.get("__name__", "") for f, _ in traceback.walk_tb(error.__traceback__))
    return any(name.partition(".")[0] == "raggedkit" for name in names)


def attempt(label: str, call: Callable[..., Any], args: Any, kwargs: Any) -> str | None:
    try:
        drained(call(*args, **kwargs))
    except EXPECTED:
        return None
    except Exception as error:  # whatever else it may be
        if getattr(error, "name", "") == "T":  # properties have no other error than AttributeError
            return None
        if not reached_raggedkit(error):  # NumPy does not hand on lists of tensors everywhere
            return None
        return f"{label}: {type(error).__name__}: {error}"
    return None


def main(form: str, last: str) -> None:
    faulthandler.enable()
    rk.options(engine=form)  # for good
    engine.COMPILED_FROM = 0
    numba._SHARE = 4
    np.seterr(all="ignore")
    warnings.simplefilter("ignore")
    file = os.open(last, os.O_WRONLY | os.O_CREAT)
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    resource.setrlimit(resource.RLIMIT_DATA, (used + ROOM, used + ROOM))
    every, tried, turn = calls(), 0, 0
    for fault, splits in SPLITS.items():
        for kind, make in broken(splits):
            try:
                x = make()
            except ValueError:
                continue
            of_tensor, of_partition = arguments(x), arguments(x.partitions[0])
            for name, call in every.items():
                is_of_partition = name.startswith("RowPartition.")
                for offered in of_partition if is_of_partition else of_tensor:
                    turn += 1
                    if turn % (STRIDE if kind == "ints" else STRIDE * 7):
                        continue
                    told, args, kwargs = offered()
                    if is_method(name) and args[0] is not (
                        x.partitions[0] if is_of_partition else x
                    ):
                        continue
                    label = f"{fault} {kind}: {name}({told})"
                    os.pwrite(file, label.encode().ljust(200), 0)
                    complaint = attempt(label, call, args, kwargs)
                    tried += 1
                    if complaint:
                        sys.stdout.write(complaint + "\n")
    gc.collect()
    sys.stdout.write(f"done {tried}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
