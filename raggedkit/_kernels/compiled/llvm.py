"""LLVM intrinsics for the functions of `lanes` and `moves` that compiled loops call.

A function of `lanes` reads `WIDTH` values at once, whether or not the row has so many, and masks
those that are not in the row. So a row of ten values costs one load, one operation and one result
instead of a loop whose end no processor predicts. Nothing beyond the array is read, and nothing
beyond the row is written.

The gain over plain numba loops over each row with ``fastmath={'reassoc'}`` (one thread,
numba 0.68, ms, LLVM : plain; float32 on `typical`, then float64 on `large`):

============================  ===========  =========
row sums                      0.45 : 1.13  17 : 27
row maxima                    0.44 : 1.39  18 : 34
argmax                        0.54 : 2.68  26 : 63
any                           0.24 : 1.20  3.4 : 21
squared distances             0.58 : 1.21  16 : 27
copies of rows, in order      0.47 : 1.16
copies of rows, from anywhere 0.59 : 1.17
============================  ===========  =========

This module uses parts of numba and llvmlite that may change. Where it can't be imported, or `teach`
raises, `bridge.probe` fails: one warning says so, and NumPy's forms run. An error while a loop is
compiled has the same effect (see `dispatch`). It is imported with the first compiled loop.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from raggedkit._kernels.compiled import lanes, moves
from raggedkit._kernels.compiled.lanes import WIDTH

__all__ = ["teach"]

_I1, _I32, _I64 = ir.IntType(1), ir.IntType(32), ir.IntType(64)
_DOUBLE = ir.DoubleType()
_TREE = ("reassoc",)  # a sum may be formed like a tree


class _Site(NamedTuple):
    """A call site: numba's context, LLVM's builder, the argument types and the argument values."""

    context: Any
    build: Any
    types: tuple[Any, ...]
    values: tuple[Any, ...]


def _lanes_of(kind: Any) -> Any:
    return ir.VectorType(kind, WIDTH)


def _all(kind: Any, value: Any) -> Any:
    return ir.Constant(_lanes_of(kind), [value] * WIDTH)


def _spread(build: Any, value: Any) -> Any:
    """Put one value into every lane."""
    nothing = ir.Constant(_lanes_of(value.type), ir.Undefined)
    # LLVM's idiom of a broadcast: insert into lane 0, then shuffle.
    first = build.insert_element(nothing, value, ir.Constant(_I32, 0))
    return build.shuffle_vector(first, nothing, _all(_I32, 0))


def _call(build: Any, name: str, result: Any, *arguments: Any, fastmath: Any = ()) -> Any:
    """Call an intrinsic function of LLVM."""
    kind = ir.FunctionType(result, [a.type for a in arguments])
    function = build.module.globals.get(name) or ir.Function(build.module, kind, name)
    return build.call(function, arguments, fastmath=fastmath)


def _is_float(kind: Any) -> bool:
    return isinstance(kind, ir.FloatType | ir.DoubleType)


def _bits(kind: Any) -> int:
    return {ir.FloatType: 32, ir.DoubleType: 64}.get(type(kind)) or int(kind.width)


def _mark(kind: Any) -> str:
    """Return the suffix of the names of LLVM's functions for such lanes."""
    return f"v{WIDTH}{'f' if _is_float(kind) else 'i'}{_bits(kind)}"


def _mask(site: _Site) -> Any:
    """Return the mask of the lanes that are in the row."""
    build, count = site.build, site.values[2]
    places = ir.Constant(_lanes_of(_I32), list(range(WIDTH)))
    return build.icmp_signed("<", places, _spread(build, build.trunc(count, _I32)))


def _lanes_at(site: _Site, array: int) -> tuple[Any, Any]:
    """Return the address of the lanes in an array, and the number of items from there on."""
    context, build, at = site.context, site.build, site.values[1]
    struct = context.make_array(site.types[array])(context, build, site.values[array])
    lanes = _lanes_of(context.get_data_type(site.types[array].dtype))
    address = build.bitcast(build.gep(struct.data, [at]), lanes.as_pointer())
    size = build.extract_value(struct.shape, 0)
    return address, build.sub(size, at)


def _load(site: _Site, mask: Any) -> Any:
    """Read the lanes: all of them where the array is long enough, else those in the mask."""
    build = site.build
    kind = site.context.get_data_type(site.types[0].dtype)
    lanes, (address, left) = _lanes_of(kind), _lanes_at(site, 0)
    # A plain load reads all lanes. Near the end of the array it would read foreign memory, and only
    # there a masked load is needed.
    goes_on = build.icmp_signed(">=", left, ir.Constant(_I64, WIDTH))
    with build.if_else(goes_on, likely=True) as (inside, at_the_end):
        with inside:
            whole = build.load(address, align=_bits(kind) // 8)  # a row starts at any item
            from_whole = build.block
        with at_the_end:
            name = f"llvm.masked.load.{_mark(kind)}.p0"
            align, zeros = ir.Constant(_I32, 1), _all(kind, 0)
            some = _call(build, name, lanes, address, align, mask, zeros)
            from_some = build.block
    read = build.phi(lanes)
    read.add_incoming(whole, from_whole)
    read.add_incoming(some, from_some)
    return read


def _convert(site: _Site, read: Any, source: Any, kind: Any) -> Any:
    """Convert lanes, or one value, to the type of the calculation."""
    vector = isinstance(read.type, ir.VectorType)
    given = read.type.element if vector else read.type
    target = _lanes_of(kind) if vector else kind
    signed = getattr(source, "signed", False)
    if given == kind:
        return read
    build = site.build
    if _is_float(kind):
        if _is_float(given):
            return build.fpext(read, target) if _bits(given) < 64 else build.fptrunc(read, target)
        return build.sitofp(read, target) if signed else build.uitofp(read, target)
    return build.sext(read, target) if signed else build.zext(read, target)


def _where(site: _Site, mask: Any, lanes: Any, other: float) -> Any:
    # Lanes outside the row get a neutral value, so that no reduction needs the mask.
    return site.build.select(mask, lanes, _all(lanes.type.element, other))


def _reduce(site: _Site, name: str, lanes: Any, *start: Any) -> Any:
    kind = lanes.type.element
    full = f"llvm.vector.reduce.{name}.{_mark(kind)}"
    return _call(site.build, full, kind, *start, lanes, fastmath=_TREE if start else ())


def _combine(site: _Site, lanes: Any, name: str, one: int) -> Any:
    """Add up or multiply lanes."""
    kind = lanes.type.element
    if _is_float(kind):
        # The reductions of floats take a start value; those of integers take none.
        return _reduce(site, f"f{name}", lanes, ir.Constant(kind, one))
    return _reduce(site, name, lanes)


def _total(site: _Site, name: str, one: int) -> Any:
    mask, kind = _mask(site), site.values[3].type
    read = _convert(site, _load(site, mask), site.types[0].dtype, kind)
    return _combine(site, _where(site, mask, read, one), name, one)


def _squares(site: _Site) -> Any:
    mask, build = _mask(site), site.build
    read = _convert(site, _load(site, mask), site.types[0].dtype, _DOUBLE)
    mean = _spread(build, _convert(site, site.values[3], site.types[3], _DOUBLE))
    apart = _where(site, mask, build.fsub(read, mean), 0)
    return _combine(site, build.fmul(apart, apart), "add", 0)


def _count(site: _Site) -> Any:
    mask, build = _mask(site), site.build
    read = _load(site, mask)
    kind = read.type.element
    zeros = _all(kind, 0)
    holds = (
        build.fcmp_unordered("!=", read, zeros)
        if _is_float(kind)
        else build.icmp_signed("!=", read, zeros)
    )
    # One bit per lane: the number of ones is the count.
    word = build.bitcast(build.and_(holds, mask), ir.IntType(WIDTH))
    return build.zext(_call(build, f"llvm.ctpop.i{WIDTH}", word.type, word), _I64)


def _extreme(site: _Site, largest: bool) -> Any:
    """Return the largest or smallest of the lanes; NaN if there is one."""
    mask, build = _mask(site), site.build
    read = _load(site, mask)
    kind, name = read.type.element, "max" if largest else "min"
    if not _is_float(kind):
        signed, bits = site.types[0].dtype.signed, _bits(kind)
        low = -(1 << (bits - 1)) if signed else 0
        # Lanes outside the row get the value that never wins.
        passed = low if largest else low + (1 << bits) - 1
        return _reduce(site, f"{'s' if signed else 'u'}{name}", _where(site, mask, read, passed))
    lanes = _where(site, mask, read, -math.inf if largest else math.inf)
    full = f"llvm.vector.reduce.f{name}.{_mark(kind)}"
    found = _call(build, full, kind, lanes, fastmath=("nnan", "nsz"))
    # With the `nnan` flag the result is undefined if a lane is NaN: test for NaN separately.
    missing = build.bitcast(build.fcmp_unordered("uno", lanes, lanes), ir.IntType(WIDTH))
    some = build.icmp_signed("!=", missing, ir.Constant(missing.type, 0))
    return build.select(some, ir.Constant(kind, math.nan), found)


def _place(site: _Site) -> Any:
    """Return the number of the first lane that equals a value, or is NaN if the value is NaN."""
    mask, build = _mask(site), site.build
    read, value = _load(site, mask), site.values[3]
    all_value = _spread(build, value)
    if not _is_float(value.type):
        found = build.icmp_signed("==", read, all_value)
    else:  # the value is the extreme of the lanes, so if it is a number, no lane is NaN
        same = build.fcmp_unordered("==", read, all_value)
        before = build.block
        with build.if_then(build.fcmp_unordered("uno", value, value), likely=False):
            missing = build.fcmp_unordered("uno", read, read)
            after = build.block
        found = build.phi(same.type)
        found.add_incoming(same, before)
        found.add_incoming(missing, after)
    # One bit per lane: the lowest bit that is set is the first lane.
    word = build.bitcast(build.and_(found, mask), ir.IntType(WIDTH))
    first = _call(build, f"llvm.cttz.i{WIDTH}", word.type, word, ir.Constant(_I1, 0))
    return build.zext(first, _I64)


def _write(site: _Site, name: str) -> Any:
    """Write the lanes minus a value, or divided by it, to the same position of another array."""
    mask, build = _mask(site), site.build
    read = _load(site, mask)
    kind = read.type.element
    value = _spread(build, _convert(site, site.values[3], site.types[3], kind))
    lanes = getattr(build, name)(read, value)
    address, _ = _lanes_at(site, 4)
    full = f"llvm.masked.store.{_mark(kind)}.p0"
    _call(build, full, ir.VoidType(), lanes, address, ir.Constant(_I32, 1), mask)
    return site.context.get_dummy_value()


def _same(values: Any, *more: Any) -> Any:
    return values.dtype


def _given(values: Any, zero: Any) -> Any:
    return zero


def _integer(*_: Any) -> Any:
    return types.int64


def _double(*_: Any) -> Any:
    return types.float64


def _nothing(*_: Any) -> Any:
    return types.none


def _teach(function: Any, emit: Callable[[_Site], Any], result: Callable[..., Any]) -> None:
    """Register an intrinsic for a function of `lanes`: ``emit`` writes it, ``result`` types it."""

    def code(context: Any, build: Any, signature: Any, values: Any) -> Any:
        return emit(_Site(context, build, signature.args, values))

    def declare(values: Any, *more: Any) -> Any:
        return result(values, *more)(values, types.int64, types.int64, *more), code

    # numba compares the names of arguments, so there is one of these for each number of them.
    def three(_: Any, values: Any, at: Any, count: Any) -> Any:
        return declare(values)

    def four(_: Any, values: Any, at: Any, count: Any, number: Any) -> Any:
        return declare(values, number)

    def five(_: Any, values: Any, at: Any, count: Any, number: Any, out: Any) -> Any:
        return declare(values, number, out)

    arguments = function.__code__.co_argcount
    machine: Any = intrinsic({3: three, 4: four, 5: five}[arguments])
    by_number: dict[int, Callable[..., Any]] = {
        3: lambda values, at, count: lambda values, at, count: machine(values, at, count),
        4: lambda values, at, count, number: (
            lambda values, at, count, number: machine(values, at, count, number)
        ),
        5: lambda values, at, count, number, out: (
            lambda values, at, count, number, out: machine(values, at, count, number, out)
        ),
    }
    overload(function)(by_number[arguments])


def _address(context: Any, build: Any, kind: Any, array: Any, at: Any) -> Any:
    return build.gep(context.make_array(kind)(context, build, array).data, [at])


def _copying(_: Any, out: Any, to: Any, source: Any, at: Any, count: Any) -> Any:
    """Copy a run of items as bytes, unchecked."""

    def code(context: Any, build: Any, signature: Any, args: Any) -> Any:
        kinds = signature.args
        item = context.get_abi_sizeof(context.get_data_type(kinds[0].dtype))
        target = _address(context, build, kinds[0], args[0], args[1])
        origin = _address(context, build, kinds[2], args[2], args[3])
        tools.raw_memcpy(build, target, origin, args[4], item)
        return context.get_dummy_value()

    tools: Any = cgutils  # numba's types say nothing of them
    return types.void(out, types.intp, source, types.intp, types.intp), code


def _asking(_: Any, array: Any, at: Any) -> Any:
    """Prefetch the cache line of an item."""

    def code(context: Any, build: Any, signature: Any, args: Any) -> Any:
        there = _address(context, build, signature.args[0], args[0], args[1])
        there = build.bitcast(there, ir.IntType(8).as_pointer())
        numbers = [ir.Constant(_I32, n) for n in (0, 3, 1)]  # to be read, soon, data
        kinds = [there.type, *[n.type for n in numbers]]
        function = ir.FunctionType(ir.VoidType(), kinds)
        asked = build.module.declare_intrinsic("llvm.prefetch", [there.type], function)
        build.call(asked, [there, *numbers])
        return context.get_dummy_value()

    return types.void(array, types.intp), code


def _teach_moves() -> None:
    """Register intrinsics for the functions of `moves` that loops call."""
    copy: Any = intrinsic(_copying)
    ask: Any = intrinsic(_asking)

    # numba compares the names of arguments, and their annotations.
    def move(out, to, source, at, count):  # type: ignore[no-untyped-def]  # as said above
        copy(out, to, source, at, count)

    def lay(out, to, source, at, count, end):  # type: ignore[no-untyped-def]  # as said above
        if 0 <= count <= 64 and 0 <= at <= source.shape[0] - 64 and 0 <= to <= end - 64:
            copy(out, to, source, at, 64)  # a constant size: no call, no branches
        else:
            copy(out, to, source, at, count)

    def hint(array, at):  # type: ignore[no-untyped-def]  # as said above
        ask(array, at)

    overload(moves.move)(lambda out, to, source, at, count: move)
    overload(moves.lay)(lambda out, to, source, at, count, end: lay)
    overload(moves.hint)(lambda array, at: hint)


@cache
def teach() -> None:
    """Register all intrinsics with numba, once."""
    _teach_moves()
    _teach(lanes.add_lanes, partial(_total, name="add", one=0), _given)
    _teach(lanes.multiply_lanes, partial(_total, name="mul", one=1), _given)
    _teach(lanes.square_lanes, _squares, _double)
    _teach(lanes.count_lanes, _count, _integer)
    _teach(lanes.max_lanes, partial(_extreme, largest=True), _same)
    _teach(lanes.min_lanes, partial(_extreme, largest=False), _same)
    _teach(lanes.place_in_lanes, _place, _integer)
    _teach(lanes.shift_lanes, partial(_write, name="fsub"), _nothing)
    _teach(lanes.divide_lanes, partial(_write, name="fdiv"), _nothing)
