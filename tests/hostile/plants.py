"""Planted defects that the harness must find, run in a child like real inputs."""

from __future__ import annotations

import ctypes
import itertools
import sys
from typing import Any

import numpy as np

from raggedkit import RaggedTensor
from tests.hostile import child
from tests.hostile.judge import ROOT
from tests.hostile.targets import Target

__all__ = ["PLANTS"]


def as_if_ours(source: str) -> Any:
    """Return a function whose code seems to be raggedkit's."""
    names: dict[str, Any] = {"np": np, "RaggedTensor": RaggedTensor}
    exec(compile(source, str(ROOT / "raggedkit" / "planted.py"), "exec"), names)
    return names["f"]


def _crash() -> None:
    ctypes.string_at(0)


def _spin() -> None:
    while True:
        pass


def _spin_in_machine_code() -> None:
    all(itertools.repeat(1))


def _broken() -> RaggedTensor:
    rt = RaggedTensor.from_row_splits([1, 2, 3], [0, 2, 3])
    part = rt.partitions[0]
    part._splits = np.array([0, 3, 2])
    return rt


class _Unshown:
    __repr__ = as_if_ours("def f(self): return {}['a']")


# Name -> the defect, and how its finding begins.
PLANTS: dict[str, tuple[Any, str]] = {
    "fine": (as_if_ours("def f(): raise ValueError('x must be right, got 1')"), ""),
    "crash": (_crash, "crash: SIGSEGV"),
    "hang": (_spin, "hang: at"),
    "leak": (as_if_ours("def f(): return {}['a']"), "leak: KeyError at raggedkit/planted.py:1"),
    "position": (as_if_ours("def f(): raise IndexError('x')"), "leak: IndexError"),
    "foreign": (as_if_ours("def f(): return int('a')"), "foreign text: ValueError"),
    "hang-in-machine-code": (_spin_in_machine_code, "hang: in machine code"),
    "memory": (as_if_ours("def f(): return bytearray(1 << 40)"), "memory: "),
    "end": (as_if_ours("def f(): raise SystemExit(3)"), "leak: SystemExit"),
    "broken": (_broken, "result: partition 0 has splits [0, 3, 2]"),
    "repr": (_Unshown, "repr of the result: leak: KeyError"),
    "change": (None, "changed: argument 0 of change"),
}


def targets() -> list[Target]:
    """Return the planted callables, in their order."""
    return [Target(name, f, ()) if f else _change() for name, (f, _) in PLANTS.items()]


def _change() -> Target:
    def change(rt: RaggedTensor) -> None:
        rt.partitions[0]._nrows += 1

    return Target("change", change, (), receiver="RaggedTensor")


if __name__ == "__main__":
    child.main({"plants": targets()}, sys.argv[1:], patience=1.0)
