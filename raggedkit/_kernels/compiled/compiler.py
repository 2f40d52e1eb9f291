"""Compilation of a loop to object code by numba. Importing this module imports numba.

It uses parts of numba that may change: an error here means that numba does not work with this
version of raggedkit, and NumPy's forms run.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any
from zlib import crc32

from llvmlite import ir
from numba.core import cgutils, compiler, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.np import arrayobj

from raggedkit._kernels.compiled import llvm
from raggedkit._kernels.compiled.machine import FAILED, LAYOUT, UNFIT, Compiled

__all__ = ["compiled"]

_KINDS = {"i": "int", "u": "uint", "f": "float"}
_BYTE, _INT, _LONG = ir.IntType(8), ir.IntType(32), ir.IntType(64)
_POINTER = _BYTE.as_pointer()
_tools: Any = cgutils  # numba is not fully typed
_compiler: Any = compiler
_arrays: Any = arrayobj


def compiled(loop: Callable[..., Any], kinds: tuple[str, ...]) -> Compiled:
    """Compile a loop for the kinds of its arguments, such as ``i8`` and ``f4x1`` (a vector)."""
    llvm.teach()
    flags = _compiler.Flags()
    # Division by zero gives inf or nan, as in NumPy. Python's model would add a test that raises.
    flags.error_model = "numpy"
    # No wrapper for Python, no references to count: the object code needs no other library.
    flags.no_cpython_wrapper = flags.no_cfunc_wrapper = flags.no_compile = True
    # numba evaluates annotations, which name classes of raggedkit.
    bare = FunctionType(loop.__code__, loop.__globals__, loop.__name__)
    done = _compiler.compile_extra(
        cpu_target.typing_context,
        cpu_target.target_context,
        bare,
        tuple(_type_of(kind) for kind in kinds),
        None,
        flags,
        {},
    )
    result = done.signature.return_type
    if not (result is types.none or isinstance(result, types.Boolean | types.BooleanLiteral)):
        raise SystemError(f"numba gives {loop.__name__} the result {result}")
    # One LLVM engine loads all loops, so the name of an entry includes the types.
    symbol = f"raggedkit_{loop.__name__}_{crc32(' '.join(kinds).encode()):08x}"
    with global_compiler_lock:
        _add_entry(done, symbol)
        done.library._ensure_finalized()
    every = list(done.library._final_module.functions)
    # The code is loaded without numba's runtime: a call of another function would not be resolved.
    others = [f.name for f in every if f.is_declaration and not f.name.startswith("llvm.")]
    if others:
        raise SystemError(f"the loop {loop.__name__} calls {', '.join(others)}")
    return Compiled(symbol, done.library._get_compiled_object())


def _type_of(kind: str) -> Any:
    name, _, ndim = kind.partition("x")
    scalar = "boolean" if name == "b1" else f"{_KINDS[name[0]]}{8 * int(name[1:])}"
    item = getattr(types, scalar)
    return types.Array(item, int(ndim), "C") if ndim else item


def _add_entry(done: Any, symbol: str) -> None:
    """Add the entry function: it takes array objects and calls the loop with numba's arguments."""
    context, kinds, result = done.target_context, done.fndesc.argtypes, done.fndesc.restype
    module = done.library.create_ir_module("entry")
    loop_type = context.call_conv.get_function_type(result, kinds)
    loop = ir.Function(module, loop_type, done.fndesc.llvm_func_name)
    given = [_passed(context, kind) for kind in kinds]
    entry = ir.Function(module, ir.FunctionType(_INT, given), symbol)
    build = ir.IRBuilder(entry.append_basic_block("entry"))
    arguments = [
        _argument(context, build, kind, argument)
        for kind, argument in zip(kinds, entry.args, strict=True)
    ]
    status, value = context.call_conv.call_function(build, loop, result, kinds, arguments)
    # There is no wrapper that could raise an exception: the entry returns a number instead.
    with build.if_then(status.is_error, likely=False):
        build.ret(ir.Constant(_INT, FAILED))
    answer = ir.Constant(_INT, 1)
    if result is not types.none:
        answer = build.zext(value, _INT)
    build.ret(answer)
    done.library.add_ir_module(module)


def _passed(context: Any, kind: Any) -> Any:
    """Return the type in which ctypes passes an argument."""
    if isinstance(kind, types.Array):
        return _POINTER
    return _BYTE if kind is types.boolean else context.get_value_type(kind)


def _argument(context: Any, build: Any, kind: Any, given: Any) -> Any:
    """Return an argument as numba represents it."""
    if kind is types.boolean:
        return build.icmp_unsigned("!=", given, ir.Constant(_BYTE, 0))
    if not isinstance(kind, types.Array):
        return given
    # A strided or unaligned array would be read at wrong addresses, so the entry tests the flags.
    flags = build.load(_field(build, given, LAYOUT.flags, _INT))
    plain = ir.Constant(_INT, LAYOUT.plain)
    with build.if_then(build.icmp_signed("!=", build.and_(flags, plain), plain), likely=False):
        build.ret(ir.Constant(_INT, UNFIT))
    item = context.get_data_type(kind.dtype)
    size = context.get_abi_sizeof(item)
    data = build.load(_field(build, given, LAYOUT.data, item.as_pointer()))
    sizes = build.load(_field(build, given, LAYOUT.shape, _LONG.as_pointer()))
    shape = [build.load(build.gep(sizes, [ir.Constant(_LONG, k)])) for k in range(kind.ndim)]
    # The array is in C order, so its strides follow from its shape.
    strides = [ir.Constant(_LONG, size)]
    for length in reversed(shape[1:]):
        strides.insert(0, build.mul(strides[0], length))
    array = context.make_array(kind)(context, build)
    _arrays.populate_array(
        array,
        data=data,
        shape=_tools.pack_array(build, shape),
        strides=_tools.pack_array(build, strides),
        itemsize=ir.Constant(_LONG, size),
        meminfo=None,
    )
    return array._getvalue()


def _field(build: Any, address: Any, offset: int, kind: Any) -> Any:
    """Return the address of a field of an object."""
    at = build.gep(address, [ir.Constant(_LONG, offset)])
    return build.bitcast(at, kind.as_pointer())
