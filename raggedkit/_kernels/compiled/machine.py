"""Object code of loops: loaded by llvmlite alone and called through ctypes, without numba.

numba takes seconds to import and compile on a busy machine; a loop that it compiled earlier is
loaded from disk in about 2 ms. A loop keeps numba's own calling convention, so that it is compiled
once: ``int32 loop(result*, error*, arguments...)``, an array being passed as ``(NULL, NULL, size,
itemsize, data, *shape, *strides)``. `compiler` checks that numba still compiles to that.
"""

from __future__ import annotations

import ctypes
import os
import re
import threading
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple
from zlib import crc32

__all__ = ["Compiled", "Form", "form", "fields", "processor", "started"]

_lock = threading.Lock()  # LLVM's engine is not safe between threads
if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release
    )
_SCALARS = {
    "b1": ctypes.c_bool,
    "f4": ctypes.c_float,
    "f8": ctypes.c_double,
    **{f"i{n}": getattr(ctypes, f"c_int{8 * n}") for n in (1, 2, 4, 8)},
    **{f"u{n}": getattr(ctypes, f"c_uint{8 * n}") for n in (1, 2, 4, 8)},
}
_ARRAY = re.compile(r"[biuf][1248]x(\d)")

Form = Callable[..., bool]


class Compiled(NamedTuple):
    """The object code of a loop for the types of its arguments."""

    symbol: str
    answers: bool  # whether the loop returns a bool; any other returns nothing
    code: bytes


def fields(kind: str) -> list[Any]:
    """Return the C types in which an argument is passed; ``i8x1`` is a vector of int64."""
    array = _ARRAY.fullmatch(kind)
    if array is None:
        return [_SCALARS[kind]]
    pointer, integer = ctypes.c_void_p, ctypes.c_int64
    return [pointer, pointer, integer, integer, pointer, *[integer] * (2 * int(array[1]))]


@cache
def started() -> Any:
    """Return LLVM's engine; an ImportError or other error if llvmlite does not work."""
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    target = binding.Target.from_default_triple().create_target_machine(jit=True)
    return binding.create_mcjit_compiler(binding.parse_assembly(""), target)


@cache
def processor() -> tuple[str, int]:
    """Return the triple of the target, and a checksum of the processor and its features."""
    from llvmlite import binding

    features = binding.get_host_cpu_features().flatten()
    words = f"{binding.get_host_cpu_name()} {features}"
    return binding.get_default_triple(), crc32(words.encode())


def form(compiled: Compiled, kinds: tuple[str, ...]) -> Form:
    """Load object code and return a function of the arguments, arrays as their fields."""
    from llvmlite import binding

    engine = started()
    with _lock:
        engine.add_object_file(binding.ObjectFileRef.from_data(compiled.code))
        engine.finalize_object()
        address = engine.get_function_address(compiled.symbol)
    if not address:
        raise SystemError(f"the object code of {compiled.symbol} lacks its entry")
    pointer, result_of = ctypes.c_void_p, ctypes.c_int64
    types = [pointer, pointer, *[field for kind in kinds for field in fields(kind)]]
    function = ctypes.CFUNCTYPE(ctypes.c_int32, *types)(address)  # releases the interpreter's lock
    byref, answers = ctypes.byref, compiled.answers

    def call(*arguments: Any) -> bool:
        result, error = result_of(), pointer()
        if function(byref(result), byref(error), *arguments):
            raise SystemError("a compiled loop raised an error")
        return bool(result.value & 0xFF) if answers else True

    return call
