"""Generated calls: a target with arguments, a receiver and keys."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import raggedkit as rk
from tests.hostile import tensors
from tests.hostile.roles import Scene, argument, arguments, hostile
from tests.hostile.targets import Target

__all__ = ["Call", "make_call"]

OURS = (rk.RaggedTensor, rk.TensorShape)  # they take part in NumPy's protocols


@dataclass(frozen=True)
class Call:
    """A target with its arguments."""

    target: Target
    args: list[Any]
    kwargs: dict[str, Any]

    def run(self) -> Any:
        """Return what the call returns."""
        return self.target.function(*self.args, **self.kwargs)


def receiver(scene: Scene, kind: str) -> Any:
    """Return an object of a class."""
    rng = scene.rng
    if kind == "RaggedTensor":
        return (
            scene.main
            if rng.random() < 0.7
            else rng.choice(
                [
                    tensors.unvalidated,
                    tensors.ODD["wide"],
                    tensors.ODD["deep"],
                    tensors.ODD["strings"],
                ]
            )(rng)
        )
    name = {"RowPartition": "partition", "SparseTensor": "sparse", "TensorShape": "shape"}
    name["RaggedTable"] = "table"
    return tensors.ODD[name.get(kind, "dimension")](rng)


def key(scene: Scene) -> Any:
    """Return a key of `__getitem__`."""
    parts = [_part_of_key(scene) for _ in range(scene.rng.choice([1, 2, 2, 3]))]
    return tuple(parts) if scene.rng.random() < 0.6 else parts[0]


def _part_of_key(scene: Scene) -> Any:
    rng = scene.rng
    form = rng.randrange(5)
    if form == 0:
        return rng.choice([0, 1, -1, 5, 2**62, -(2**63), 2**64, True, None, ...])
    if form == 1:
        return slice(*[rng.choice([None, 0, 1, -1, 2**62, -(2**70)]) for _ in range(3)])
    if form == 2:
        return argument(scene, "indices")
    return hostile(scene) if form == 3 else slice(None)


def _has_ours(values: list[Any]) -> bool:
    """Whether NumPy asks raggedkit at all: its own crashes are not ours."""
    return any(
        isinstance(v, OURS) or (isinstance(v, list) and any(isinstance(x, OURS) for x in v[:5]))
        for v in values
    )


def make_call(target: Target, rng: Random, kinds: list[str] | None) -> Call:
    """Return a call of a target with arguments made for it."""
    scene = Scene(rng, kinds)
    args, kwargs = arguments(scene, list(target.parameters))
    for i, p in enumerate(target.parameters):
        if p.name == "key":
            args[i] = key(scene)
        if p.name == "seed" and i < len(args):
            args[i] = rng.random()
    if "out" in kwargs and rng.random() < 0.7:
        kwargs["out"] = argument(scene, "x")
    if target.name.startswith("np.") and not _has_ours([*args, *kwargs.values()]):
        args = [scene.main, *args[1:]]
    if target.receiver:
        args = [receiver(scene, target.receiver), *args]
    return Call(target, args, kwargs)
