"""Compilation of a loop to object code by numba. Importing this module imports numba.

It uses parts of numba that may change: an error here means that numba does not work with this
version of raggedkit, and NumPy's forms run.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable
from types import FunctionType
from typing import Any

from numba.core import compiler, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

from raggedkit._kernels.compiled import llvm
from raggedkit._kernels.compiled.machine import Compiled, fields

__all__ = ["compiled"]

_KINDS = {"i": "int", "u": "uint", "f": "float"}
_LLVM_OF = {"P": "ptr", "d": "double", "f": "float", "?": "i8"}


def compiled(loop: Callable[..., Any], kinds: tuple[str, ...]) -> Compiled:
    """Compile a loop for the kinds of its arguments, such as ``i8`` and ``f4x1`` (a vector)."""
    llvm.teach()
    tools: Any = compiler  # numba is not fully typed
    flags = tools.Flags()
    flags.error_model = "numpy"
    # No wrapper for Python, no references to count: the object code needs no other library.
    flags.no_cpython_wrapper = flags.no_cfunc_wrapper = flags.no_compile = True
    # numba evaluates annotations, which name classes of raggedkit.
    bare = FunctionType(loop.__code__, loop.__globals__, loop.__name__)
    done = tools.compile_extra(
        cpu_target.typing_context,
        cpu_target.target_context,
        bare,
        tuple(_type_of(kind) for kind in kinds),
        None,
        flags,
        {},
    )
    library, symbol = done.library, done.fndesc.llvm_func_name
    with global_compiler_lock:
        library._ensure_finalized()
    _check(library._final_module, symbol, kinds)
    result = done.signature.return_type
    if not (result is types.none or isinstance(result, types.Boolean | types.BooleanLiteral)):
        raise SystemError(f"numba gives {loop.__name__} the result {result}")
    return Compiled(symbol, result is not types.none, library._get_compiled_object())


def _type_of(kind: str) -> Any:
    name, _, ndim = kind.partition("x")
    scalar = "boolean" if name == "b1" else f"{_KINDS[name[0]]}{8 * int(name[1:])}"
    item = getattr(types, scalar)
    return types.Array(item, int(ndim), "C") if ndim else item


def _check(module: Any, symbol: str, kinds: tuple[str, ...]) -> None:
    """Check the calling convention, and that the code calls no function of another library."""
    every = list(module.functions)
    others = [f.name for f in every if f.is_declaration and not f.name.startswith("llvm.")]
    if others:
        raise SystemError(f"{symbol} calls {', '.join(others)}")
    found = [_plain(str(a.type)) for a in module.get_function(symbol).arguments]
    flat = [field for kind in kinds for field in fields(kind)]
    want = ["ptr", "ptr", *[_llvm_of(field) for field in flat]]
    if found != want:
        raise SystemError(f"numba passes {' '.join(found)}, not {' '.join(want)}")


def _plain(kind: str) -> str:
    return re.sub(r".*\*", "ptr", kind)  # before LLVM 17 a pointer has the type of its target


def _llvm_of(field: Any) -> str:
    return _LLVM_OF.get(field._type_) or f"i{8 * ctypes.sizeof(field)}"
