"""Object code of loops: loaded by llvmlite alone and called through ctypes, without numba.

numba takes seconds to import and compile on a busy machine; a loop that it compiled earlier is
loaded from disk in about 2 ms. The entry of a loop takes arrays as NumPy's objects and reads their
data and shape itself, at the offsets that NumPy's C interface fixes (`Layout`): ctypes would need
ten times as long to pass them field by field. `started` compares the offsets with an array.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple
from zlib import crc32

from raggedkit._xp import host_namespace

__all__ = ["LAYOUT", "Compiled", "Form", "form", "processor", "started"]

_lock = threading.Lock()  # LLVM's engine is not safe between threads
if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release
    )

# Results of an entry beside 0 and 1, which a loop returns as False and True.
FAILED, UNFIT = -1, -2
_SCALARS = {
    "b1": ctypes.c_uint8,
    "f4": ctypes.c_float,
    "f8": ctypes.c_double,
    **{f"i{n}": getattr(ctypes, f"c_int{8 * n}") for n in (1, 2, 4, 8)},
    **{f"u{n}": getattr(ctypes, f"c_uint{8 * n}") for n in (1, 2, 4, 8)},
}

Form = Callable[..., bool]


class Compiled(NamedTuple):
    """The object code of a loop for the types of its arguments, and the name of its entry."""

    symbol: str
    code: bytes


class Layout(NamedTuple):
    """Offsets in an array object, in bytes, and the flags of an array that a loop may read."""

    data: int
    shape: int
    flags: int
    plain: int


# The head of every object is as large as a bare object: free-threaded builds have a longer one.
_HEAD = object.__basicsize__
LAYOUT = Layout(_HEAD, _HEAD + 16, _HEAD + 48, 0x101)  # C order, aligned


@cache
def started() -> Any:
    """Return LLVM's engine; an ImportError or other error if llvmlite does not work."""
    from llvmlite import binding

    _check_layout()
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    target = binding.Target.from_default_triple().create_target_machine(jit=True)
    return binding.create_mcjit_compiler(binding.parse_assembly(""), target)


def _check_layout() -> None:
    array = host_namespace.zeros((2, 3))
    at, pointer, integer = id(array), ctypes.c_void_p, ctypes.c_int64
    shape = pointer.from_address(at + LAYOUT.shape).value or 0
    found = (
        pointer.from_address(at + LAYOUT.data).value,
        *(integer.from_address(shape + 8 * k).value for k in range(2)),
        ctypes.c_int32.from_address(at + LAYOUT.flags).value & LAYOUT.plain,
    )
    if found != (array.ctypes.data, 2, 3, LAYOUT.plain):
        raise SystemError("arrays of this NumPy have an unknown layout")


@cache
def processor() -> tuple[str, int]:
    """Return the triple of the target, and a checksum of the processor and its features."""
    from llvmlite import binding

    features = binding.get_host_cpu_features().flatten()
    words = f"{binding.get_host_cpu_name()} {features}"
    return binding.get_default_triple(), crc32(words.encode())


def form(compiled: Compiled, kinds: tuple[str, ...]) -> Form:
    """Load object code and return a function of the arguments, of arrays as their addresses."""
    from llvmlite import binding

    engine = started()
    with _lock:
        engine.add_object_file(binding.ObjectFileRef.from_data(compiled.code))
        engine.finalize_object()
        address = engine.get_function_address(compiled.symbol)
    if not address:
        raise SystemError(f"the object code of {compiled.symbol} lacks its entry")
    types = [_SCALARS.get(kind, ctypes.c_void_p) for kind in kinds]
    function = ctypes.CFUNCTYPE(ctypes.c_int32, *types)(address)  # releases the interpreter's lock

    def call(*arguments: Any) -> bool:
        result = function(*arguments)
        if result < 0:
            if result == UNFIT:
                raise ValueError("arrays of a compiled loop must be contiguous and aligned")
            raise SystemError("a compiled loop raised an error")
        return result == 1  # type: ignore[no-any-return]  # an int

    return call
