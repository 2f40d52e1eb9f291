"""Arguments by parameter name and annotation: mostly valid, sometimes hostile."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

import raggedkit as rk
from tests.hostile import tensors
from tests.hostile.objects import OBJECTS
from tests.hostile.tensors import ODD
from tests.hostile.values import ARRAYS, DTYPES, SCALARS, TEXTS, numbers_of, pick

__all__ = ["Scene", "argument", "arguments"]


class Scene:
    """One call's random state, its main tensor, and the dtypes allowed in it."""

    def __init__(self, rng: Random, kinds: list[str] | None) -> None:
        self.rng, self.kinds = rng, kinds
        self.main = tensors.plain(rng, kinds)


def tensor(scene: Scene) -> Any:
    """Return the main tensor, another with its rows, its lists, or some other tensor."""
    rng, rt = scene.rng, scene.main
    form = rng.choice(["main", "main", "like", "lists", "row", "dense", "other", "odd"])
    if form == "like":
        dtype = rng.choice(scene.kinds or tensors.KINDS)
        flat = rt.flat_values
        return rt.with_flat_values(numbers_of(rng, flat.shape[0], dtype, flat.shape[1:]))
    if form == "lists":
        return rt.to_list()
    if form == "row":
        return rt[0] if len(rt) else np.arange(3)
    if form == "dense":
        return numbers_of(rng, rng.choice([len(rt), 1, 3]), rng.choice(tensors.KINDS))
    if form == "other":
        return tensors.plain(rng, scene.kinds)
    return tensors.unvalidated(rng, scene.kinds) if form == "odd" else rt


def integer(scene: Scene) -> Any:
    """Return a small integer, as Python's or NumPy's."""
    n = scene.rng.choice([0, 1, 1, 2, 3, 5, -1, -2])
    return scene.rng.choice([n, n, n, np.int32(n), np.array(n)])


def count(scene: Scene) -> Any:
    """Return a count, one for each row, or a ragged one."""
    rng = scene.rng
    if rng.random() < 0.6:
        return rng.choice([0, 1, 2, 3, 10, 2**31, 2**40, 2**61, 2**62, 2**63 - 1, 2**64, -1])
    if rng.random() < 0.3:
        return [2**62] * max(4, len(scene.main))
    if rng.random() < 0.3:
        return numbers_of(rng, len(scene.main), rng.choice(["int64", "uint64", "uint8"]))
    return [rng.choice([0, 1, 2, 3, 2**62]) for _ in range(len(scene.main))]


def axis(scene: Scene) -> Any:
    """Return an axis, or several."""
    rng = scene.rng
    return rng.choice([0, 1, 1, 1, -1, 2, 3, None, (0, 1), [1], [], (1, 1), -3, 2**62])


def indices(scene: Scene) -> Any:
    """Return positions: a list, an array of any integers, or ragged ones."""
    rng = scene.rng
    form = rng.random()
    if form < 0.4:
        return [rng.choice([0, 0, 1, 2, -1]) for _ in range(rng.choice([0, 1, 2, 3]))]
    if form < 0.6:
        n = scene.main.flat_values.shape[0]
        return scene.main.with_flat_values(numbers_of(rng, n, rng.choice(["int64", "uint64"])))
    if form < 0.8:
        return numbers_of(rng, rng.choice([2, len(scene.main)]), rng.choice(["int32", "uint64"]))
    return rk.array([[0], [1, 0], []])


def vector(scene: Scene) -> Any:
    """Return an encoding of rows, right or wrong."""
    rng = scene.rng
    lengths = scene.main.partitions[0].row_lengths()
    right = rng.choice([lengths, np.cumsum(lengths), scene.main.partitions[0].row_splits()])
    form = rng.random()
    if form < 0.5:
        return right
    return right.tolist() if form < 0.7 else tensors.vector(rng, 4)


def shape(scene: Scene) -> Any:
    """Return the sizes of a shape."""
    rng = scene.rng
    sizes = [0, 1, 2, 3, None, -1, len(scene.main), 2**31, 2**62]
    return [rng.choice(sizes) for _ in range(rng.choice([0, 1, 2, 2, 3]))]


def sequence(scene: Scene) -> Any:
    """Return some tensors."""
    return [tensor(scene) for _ in range(scene.rng.choice([0, 1, 2, 2, 3]))]


def word(scene: Scene) -> Any:
    """Return a word that some parameter takes."""
    return scene.rng.choice(WORDS.split())


WORDS = """left right both raise clip zero ASCENDING DESCENDING linear nearest lower higher midpoint
    BYTE UTF8_CHAR UTF-8 UTF-16-BE strict replace ignore utf-8 csr coo cpu start end edge wrap
    drop value_rowids row_splits row_lengths nan omit"""


def flag(scene: Scene) -> Any:
    """Return a truth value."""
    return scene.rng.choice([True, False])


def text(scene: Scene) -> Any:
    """Return a text, or texts in rows."""
    if scene.rng.random() < 0.5:
        return scene.rng.choice(TEXTS)
    return rk.array([["a", "b c"], [], [scene.rng.choice(["\ud800", "a\0b", "é"])]])


def names(scene: Scene) -> Any:
    """Return the name of a column or a label, several, or one that there is not."""
    return scene.rng.choice(["x", "y", "id", ["x"], ["id", "y"], [], "none", ("x", "id"), 0])


def columns(scene: Scene) -> Any:
    """Return columns by name."""
    return {name: tensor(scene) for name in scene.rng.choice([(), ("x",), ("x", "y"), ("id",)])}


def number(scene: Scene) -> Any:
    """Return a scalar."""
    return scene.rng.choice([0, 1, -1, 0.5, 2.0, 1e300, float("nan"), 7, True])


def dtype(scene: Scene) -> Any:
    """Return a dtype."""
    if scene.kinds:
        return scene.rng.choice(scene.kinds)
    return scene.rng.choice([None, "int64", "float64", "float32", "int32", "bool", "uint8"])


def function(scene: Scene) -> Any:
    """Return a function of values."""
    return scene.rng.choice([np.sqrt, np.negative, lambda x: x[:1], lambda x: None, np.sum, len])


Role = Callable[[Scene], Any]
BY_NAME: dict[Role, str] = {
    axis: "axis axis1 axis2 outer_axis inner_axis perm axes",
    count: "k num_segments num_partitions depth width repeats multiples count n size num "
    "minlength maxlength nrows nvals uniform_row_length shift times each length_out reps "
    "num_or_size_splits batch_dims ragged_rank maxsplit precision rank j step start stop batch",
    indices: "indices segment_ids partitions rows pos len mask key condition where to_retain "
    "sorter obj",
    vector: "offsets splits row_splits row_lengths row_starts row_limits value_rowids lengths "
    "starts limits rowids",
    shape: "shape new_shape dense_shape dims multiples inner_shape newshape",
    sequence: "inputs sp_inputs others nested_row_splits nested_row_lengths "
    "nested_value_rowids nested_nrows arrays tup parts",
    word: "mode side direction method unit errors encoding input_encoding output_encoding "
    "truncate format bad_indices_policy device over of order summary kind",
    text: "pattern rewrite old new sep separator fill message label",
    flag: "keepdims validate exclusive reverse",
    dtype: "dtype type out_type output_type row_splits_dtype dtype_hint",
    number: "clip_value_min clip_value_max on_value off_value default default_value initial empty "
    "rate alpha beta correction ddof q share scalar rtol atol inner outer",
    function: "op f func",
    names: "by names name order",
    columns: "columns",
    lambda scene: [tensors.table(scene.rng) for _ in range(2)]: "tables",
    lambda scene: tensors.sparse(scene.rng): "sp_input st_input",
    lambda scene: np.random.default_rng(1): "rng",
    lambda scene: None: "ax color cmap aggregate lib",
}
ROLES = {name: role for role, names in BY_NAME.items() for name in names.split()}
BY_ANNOTATION = {"bool": flag, "SupportsIndex": integer, "DTypeLike": dtype, "ShapeLike": shape}


def hostile(scene: Scene) -> Any:
    """Return something that no parameter waits for."""
    rng = scene.rng
    pools: list[Any] = [SCALARS, SCALARS, ARRAYS, ARRAYS, OBJECTS, ODD, ODD, DTYPES]
    value = pick(rng, rng.choice(pools))
    if rng.random() < 0.15:
        return rng.choice([[value], [value, value], (value,), [[value], []], {"a": value}])
    return value


def argument(scene: Scene, name: str, annotation: str = "") -> Any:
    """Return an argument that fits the name of a parameter, more or less."""
    role = ROLES.get(name)
    if role is None:
        known = (r for start, r in BY_ANNOTATION.items() if annotation.startswith(start))
        role = next(known, tensor)
    return role(scene)


def arguments(
    scene: Scene, parameters: list[inspect.Parameter]
) -> tuple[list[Any], dict[str, Any]]:
    """Return the arguments of a call; one or two are hostile, as a rule."""
    rng = scene.rng
    chosen = [p for p in parameters if p.default is p.empty or rng.random() < 0.35]
    bad = rng.sample(range(len(chosen)), min(len(chosen), rng.choice([0, 1, 1, 1, 2])))
    args: list[Any] = []
    kwargs: dict[str, Any] = {}
    for i, p in enumerate(chosen):
        value = hostile(scene) if i in bad else argument(scene, p.name, str(p.annotation))
        by_name = p.default is not p.empty and p.kind is p.POSITIONAL_OR_KEYWORD
        if p.kind is p.VAR_POSITIONAL:
            args += [value] * rng.choice([0, 1, 2])
        elif p.kind is p.KEYWORD_ONLY or by_name:
            kwargs[p.name] = value
        elif p.kind is not p.VAR_KEYWORD:
            args.append(value)
    return args, kwargs
