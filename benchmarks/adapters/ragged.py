"""scikit-hep's ragged: the array API standard over Awkward Array."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.adapters.awkward import Awkward
from benchmarks.adapters.base import Adapter, Calls
from benchmarks.data import Array, Data

__all__ = ["Ragged"]


class Ragged(Adapter):
    """The names of the standard on ragged arrays."""

    package = "ragged"

    def load(self, data: Data) -> None:
        self.data, self.below, array = data, Awkward(), self.lib.array
        self.below.load(data)
        self.x, self.y = array(self.below.x), array(self.below.y)
        self.shared = array(self.below.shared)
        self.third, self.flags = array(self.below.third), array(self.below.flags)

    def calls(self) -> Calls:
        lib, d, x = self.lib, self.data, self.x

        def of(name: str, what: Any, axis: int | None = 1) -> Callable[[], Any]:
            function = getattr(lib, name)
            return lambda: function(what, axis=axis)

        names = "sum mean max min prod std argmax argmin sort argsort"
        calls: Calls = {name: of(name, x) for name in names.split()}
        calls |= {
            "any": of("any", self.flags),
            "all": of("all", self.flags),
            "sum_columns": of("sum", x, 0),
            "sum_all": of("sum", x, None),
            "neg": lambda: -x,
            "exp": lambda: lib.exp(x),
            "add_scalar": lambda: x + 1,
            "add_shared": lambda: x + self.shared,
            "add_equal": lambda: x + self.y,
            "compare": lambda: x > 0,
            "slice_rows": lambda: x[d.first : d.stop],
            "concat_rows": lambda: lib.concat([x, self.third], axis=0),
            "concat_inner": lambda: lib.concat([x, self.third], axis=1),
            "where": lambda: lib.where(self.flags, x, self.y),
            "row": lambda: x[d.i],
        }
        if d.is_listed:
            calls |= {"from_lists": lambda: lib.array(d.lists), "to_list": lambda: x.tolist()}
        return calls

    def numbers(self, result: Any) -> Array | None:
        inside = getattr(result, "_impl", result)
        return self.below.numbers(inside)

    def lengths(self, result: Any) -> Array | None:
        found = self.below.lengths(getattr(result, "_impl", result))
        return None if found is None else np.asarray(found)
