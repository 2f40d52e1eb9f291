"""Ops that move items or build rows, and how each is tried."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from tests.conformance.bridge import (
    Cut,
    Parts,
    partners,
    splits_dtypes,
    tf,
    to_rk,
    to_tf,
)
from tests.conformance.calls import (
    POOLS,
    Call,
    Draw,
    Op,
    Sides,
    as_bytes,
    few,
    filled,
    partner,
    rows,
    some,
    tensor,
)

POOL = st.sampled_from(("finite", "ints", "bools", "words"))


def anything(draw: Draw, **kwargs: Any) -> Parts:
    """A ragged tensor of any kind of value."""
    return tensor(draw, draw(POOL), **kwargs)


def axis_of(draw: Draw, ndim: int) -> int:
    """An axis counted from either end; now and then one too many."""
    return draw(st.integers(-ndim, ndim - 1) | st.integers(-ndim - 1, ndim))


def sibling(draw: Draw, x: Parts, axis: int) -> Parts:
    """A tensor with the rank, dtype and outer axes of ``x``, all new from an axis on."""
    chosen = list(x.cuts[: max(axis - 1, 0)])
    count = len(x.cuts[0].lengths) if axis else draw(few)
    for _ in x.cuts[len(chosen) :]:
        chosen.append(rows(draw, chosen[-1].nvals if chosen else count))
    inner = list(x.flat.shape[1:])
    if inner and draw(st.integers(0, 2)) == 0:
        inner[0] = draw(few)
    pool = {"f": "finite", "i": "ints", "b": "bools", "S": "words"}[x.flat.dtype.kind]
    nvals = chosen[-1].nvals
    flat = filled(draw, (nvals, *inner), pool, x.flat.dtype.str)
    return Parts(flat, tuple(chosen), x.splits_dtype)


def several(draw: Draw, axis: int) -> list[Parts]:
    """One to three tensors that usually can be joined along an axis."""
    # along dense axes inside ragged ones TensorFlow takes no int32 splits
    x = anything(draw, **({"splits": st.just("int64")} if axis not in (0, 1) else {}))
    at = axis if axis >= 0 else max(axis + x.ndim, 0)
    return [x, *[sibling(draw, x, at) for _ in range(draw(st.sampled_from((1, 1, 2, 0))))]]


# ------------------------------------------------------------------ tf.ragged
def _boolean_mask(draw: Draw) -> Call:
    x = anything(draw)
    depth = draw(st.integers(0, len(x.cuts)))
    cut = x.cuts[:depth]
    count = cut[-1].nvals if cut else len(x.cuts[0].lengths)
    mask = Parts(filled(draw, (count,), "bools"), cut, x.splits_dtype)
    if depth == 0 and draw(st.integers(0, 3)) == 0:
        mask = Parts(filled(draw, (draw(few),), "bools"))
    return Call((x, mask))


def _constant(draw: Draw) -> Call:
    x = anything(draw, inner=st.sampled_from(((), (2,))))
    named: dict[str, Any] = {}
    if draw(st.booleans()):
        named["row_splits_dtype"] = np.dtype(draw(splits_dtypes))
    if draw(st.booleans()):
        # fewer ragged axes TensorFlow takes where the first row is empty
        named["ragged_rank"] = draw(st.integers(len(x.cuts), x.ndim))
    named["dtype"] = Sides(lambda: x.flat.dtype, lambda: tf.as_dtype(_tf_name(x.flat.dtype)))
    return Call((to_rk(x).to_list(),), named)


def _tf_name(dtype: np.dtype[Any]) -> str:
    return "string" if dtype.kind == "S" else dtype.name


def _cross(draw: Draw) -> Call:
    count = draw(some)
    inputs = []
    for _ in range(draw(st.integers(1, 3))):
        cut = rows(draw, count)
        flat = filled(draw, (cut.nvals,), draw(st.sampled_from(("ints", "words"))))
        flat = flat.astype("int64") if flat.dtype.kind == "i" else flat
        inputs.append(Parts(flat, (cut,)))
    return Call((inputs,))


def _map_flat_values(draw: Draw) -> Call:
    x = tensor(draw, "finite")
    return Call((Sides(lambda: np.add, lambda: tf.add), x, partner(draw, x, "finite")))


def _range(draw: Draw) -> Call:
    count = draw(few)
    number = st.integers(-4, 4)
    args = []
    for _ in range(draw(st.integers(1, 3))):
        vector = draw(st.booleans())
        args.append(np.array([draw(number) for _ in range(count)] if vector else draw(number)))
    return Call(tuple(args), {"row_splits_dtype": np.dtype(draw(splits_dtypes))})


def _row_splits(draw: Draw) -> Call:
    cut = rows(draw, draw(some))
    return Call((np.array(cut.splits, draw(splits_dtypes)),))


def _segment_ids(draw: Draw) -> Call:
    ids = draw(st.lists(st.integers(0, 4), max_size=5))
    if draw(st.integers(0, 4)):
        ids = sorted(ids)
    # TensorFlow leaves out ids that are not below num_segments, raggedkit refuses them
    named = {"num_segments": max(ids, default=0) + draw(few)} if draw(st.booleans()) else {}
    if named and ids:
        named["num_segments"] += 1
    return Call((np.array(ids, draw(splits_dtypes)),), named)


def _ragged_stack(draw: Draw) -> Call:
    if draw(st.integers(0, 2)) == 0:
        pool, rank = draw(POOL), draw(st.integers(0, 2))
        shapes = [tuple(draw(few) for _ in range(rank)) for _ in range(draw(st.integers(1, 3)))]
        dtype = POOLS[pool][0][0]
        return Call(([Parts(filled(draw, shape, pool, dtype)) for shape in shapes],))
    return _stack(draw)


def _partitions(draw: Draw) -> tuple[Parts, Parts, int]:
    x = anything(draw)
    count = draw(st.integers(1, 4))
    cut = x.cuts[: draw(st.integers(0, len(x.cuts)))]
    n = cut[-1].nvals if cut else len(x.cuts[0].lengths)
    top = count - 1 if draw(st.integers(0, 4)) else count
    ids = [draw(st.integers(0, top)) for _ in range(n)]
    return x, Parts(np.array(ids, draw(splits_dtypes)), cut, x.splits_dtype), count


def _stack_dynamic_partitions(draw: Draw) -> Call:
    return Call(_partitions(draw))


# ------------------------------------------------------------------ joining and cutting
def _concat(draw: Draw) -> Call:
    axis = draw(st.integers(-2, 2))
    return Call((several(draw, axis), axis))


def _stack(draw: Draw) -> Call:
    axis = draw(st.integers(-2, 2))
    return Call((several(draw, axis), axis))


def _split(draw: Draw) -> Call:
    x = anything(draw)
    axis = axis_of(draw, x.ndim)
    inside = -x.ndim <= axis < x.ndim
    size = (x.sizes[axis] if inside else 2) or 0
    if draw(st.booleans()):
        return Call((x, draw(st.integers(1, 3)), axis))
    first = draw(st.integers(0, size))
    off = draw(st.sampled_from((0, 0, 0, 1)))
    return Call((x, [first, size - first + off], axis))


def _tile(draw: Draw) -> Call:
    x = anything(draw)
    return Call((x, [draw(st.sampled_from((1, 2, 0, 3))) for _ in range(x.ndim)]))


# ------------------------------------------------------------------ shapes
def _broadcast_to(draw: Draw) -> Call:
    target = tensor(draw, "finite", splits=st.just("int64"))
    x = draw(partners(target))
    # what does not broadcast is refused here, and anything there
    pairs = zip(reversed(x.sizes), reversed(target.sizes), strict=False)
    assume(x.ndim <= target.ndim and all(a in (1, b) for a, b in pairs))
    return Call((x, _shape_of(target)))


def _shape_of(x: Parts) -> Sides:
    """The shape of a tensor: raggedkit takes the tensor for it, TensorFlow has an object."""
    shapes = tf.experimental.DynamicRaggedShape
    return Sides(lambda: to_rk(x), lambda: shapes.from_tensor(to_tf(x)), x)


def _reshape(draw: Draw) -> Call:
    x = anything(draw, splits=st.just("int64"))
    size = x.flat.size
    how = draw(st.sampled_from(("ragged", "vector", "dense")))
    if how == "vector":
        return Call((x, [draw(st.sampled_from((-1, size)))]))
    if how == "dense":
        width = draw(st.integers(1, 3))
        return Call((x, [draw(st.sampled_from((-1, size // width))), width]))
    cut = rows(draw, draw(few))
    short = max(size - cut.nvals, 0)
    cut = Cut((*cut.lengths, short))
    flat = np.zeros(cut.nvals)
    return Call((x, _shape_of(Parts(flat, (cut,)))))


def _expand_dims(draw: Draw) -> Call:
    x = anything(draw)
    return Call((x, axis_of(draw, x.ndim + 1)))


def _squeeze(draw: Draw) -> Call:
    x = anything(draw, inner=st.sampled_from(((1,), (1, 2), (), (1, 1))))
    if draw(st.booleans()):
        nrows = len(x.cuts[0].lengths)
        flat = np.resize(x.flat[:1], (nrows, *x.flat.shape[1:]))
        x = Parts(flat, (Cut((1,) * nrows, 1),), x.splits_dtype)
    if draw(st.integers(0, 5)) == 5:
        return Call((x,))
    fit = [a for a, size in enumerate(x.sizes) if size == 1 and draw(st.integers(0, 3))]
    axes = fit or [draw(st.integers(0, x.ndim - 1))]
    chosen = [a - x.ndim if draw(st.booleans()) else a for a in axes]
    return Call((x, chosen[0] if len(chosen) == 1 and draw(st.booleans()) else chosen))


def _reverse(draw: Draw) -> Call:
    x = anything(draw)
    axes = st.lists(st.integers(0, x.ndim - 1), max_size=x.ndim, unique=True)
    chosen = [a - x.ndim if draw(st.booleans()) else a for a in draw(axes)]
    return Call((x, chosen))


def _size(draw: Draw) -> Call:
    named = {"out_type": np.dtype(draw(splits_dtypes))} if draw(st.booleans()) else {}
    return Call((anything(draw),), named)


def _like(draw: Draw) -> Call:
    x = tensor(draw, draw(st.sampled_from(("finite", "ints", "bools"))))
    dtypes = ("float32", "int64", "bool")
    named = {"dtype": np.dtype(draw(st.sampled_from(dtypes)))} if draw(st.booleans()) else {}
    return Call((x,), named)


# ------------------------------------------------------------------ picking
def _where(draw: Draw) -> Call:
    condition = tensor(draw, "bools", splits=st.just("int64"))
    if draw(st.integers(0, 3)) == 0:
        return Call((condition,))
    pool = draw(POOL)
    x = condition.over(filled(draw, condition.flat.shape, pool))
    # TensorFlow broadcasts numbers alone here, and those not to dense inner axes
    shape = draw(st.sampled_from((x.flat.shape, ())))
    assume(shape or x.flat.ndim == 1)
    y = filled(draw, shape, pool, x.flat.dtype.str)
    y = x.over(y) if shape else y
    return Call((condition, x, y))


def _gather(draw: Draw) -> Call:
    x = anything(draw)
    nrows = len(x.cuts[0].lengths)
    if draw(st.booleans()):
        return _gather_in_rows(draw, x)
    top = max(nrows - (1 if draw(st.integers(0, 4)) else 0), 0)
    dense = Parts(filled(draw, (draw(few),), "counts"))
    ids = tensor(draw, "counts") if draw(st.booleans()) else dense
    flat = np.minimum(ids.flat, top)
    if not nrows:
        ids, flat = Parts(flat[:0]), flat[:0]
    return Call((x, Parts(flat, ids.cuts, x.splits_dtype)))


def _gather_in_rows(draw: Draw, x: Parts) -> Call:
    """Indices for each row, none beyond its end: TensorFlow would read on into the next row."""
    lengths = x.cuts[0].lengths
    ids = [[draw(st.integers(0, n - 1)) for _ in range(draw(few))] if n else [] for n in lengths]
    cut = Cut(tuple(map(len, ids)))
    indices = Parts(np.array([i for row in ids for i in row], "int64"), (cut,), x.splits_dtype)
    return Call((x, indices), {"batch_dims": 1, "axis": draw(st.sampled_from((1, None)))})


def _gather_nd(draw: Draw) -> Call:
    x = anything(draw)
    lengths = x.cuts[0].lengths
    depth = draw(st.integers(1, 2))
    pool: list[tuple[int, ...]] = [(i,) for i in range(len(lengths))]
    if depth == 2:
        pool = [(i, j) for i, n in enumerate(lengths) for j in range(n)]
    count = draw(few) if pool else 0
    paths = [draw(st.sampled_from(pool)) for _ in range(count)]
    array = np.array(paths, "int64").reshape(count, depth)
    if draw(st.booleans()):
        return Call((x, array))
    ends = sorted(draw(st.integers(0, count)) for _ in range(2))
    cut = Cut(tuple(np.diff([0, *ends, count]).tolist()))
    return Call((x, Parts(array, (cut,), x.splits_dtype)))


def _one_hot(draw: Draw) -> Call:
    x = tensor(draw, "ints")
    dtype = np.dtype(draw(st.sampled_from(("float32", "int64"))))
    named: dict[str, Any] = {"dtype": dtype}
    if draw(st.booleans()):
        named |= {"on_value": np.array(5, dtype), "off_value": np.array(-1, dtype)}
    if draw(st.booleans()):
        named["axis"] = draw(st.sampled_from((-1, x.ndim)))
    return Call((x, draw(st.integers(0, 4))), named)


def _matmul(draw: Draw) -> Call:
    """Matrices of ragged heights and shared widths, or both ragged and fitting."""
    # TensorFlow stumbles where there are no matrices at all
    count, k, m = draw(st.integers(1, 3)), draw(st.integers(1, 3)), draw(st.integers(1, 3))
    heights = [draw(few) for _ in range(count)]
    named: dict[str, Any] = {}
    a = Parts(filled(draw, (sum(heights), k), "finite", "float64"), (Cut(tuple(heights)),))
    if draw(st.booleans()):
        deep = (Cut((k,) * count, k),)
        return Call((a, Parts(filled(draw, (count * k, m), "finite", "float64"), deep)))
    widths = [draw(few) for _ in range(count)]
    b = Parts(filled(draw, (sum(widths), k), "finite", "float64"), (Cut(tuple(widths)),))
    named["transpose_b"] = draw(st.sampled_from((True, True, False)))
    return Call((a, b), named)


def _ops(prefix: str, **draws: Callable[[Draw], Call]) -> dict[str, Op]:
    return {prefix + name: Op(draw) for name, draw in draws.items()}


STRUCTURE: dict[str, Op] = {
    **_ops(
        "tf.ragged.",
        boolean_mask=_boolean_mask,
        constant=_constant,
        map_flat_values=_map_flat_values,
        range=_range,
        row_splits_to_segment_ids=_row_splits,
        segment_ids_to_row_splits=_segment_ids,
        stack=_ragged_stack,
        stack_dynamic_partitions=_stack_dynamic_partitions,
    ),
    "tf.ragged.cross": Op(_cross, of_rk=as_bytes),
    **_ops(
        "tf.",
        broadcast_to=_broadcast_to,
        concat=_concat,
        dynamic_partition=_stack_dynamic_partitions,
        expand_dims=_expand_dims,
        gather=_gather,
        gather_nd=_gather_nd,
        one_hot=_one_hot,
        ones_like=_like,
        rank=lambda draw: Call((anything(draw),)),
        reshape=_reshape,
        size=_size,
        squeeze=_squeeze,
        stack=_stack,
        tile=_tile,
        where=_where,
        zeros_like=_like,
    ),
    # TensorFlow forgets that axes inside those it picks from are uniform
    "tf.reverse": Op(_reverse),
    "tf.split": Op(_split),
    "tf.linalg.matmul": Op(_matmul),
}
