"""Special methods of ragged lists: indexing, operators, NumPy's functions, displays.

Each method forwards to the module for it, imported when the method is called, because those modules
make ragged lists themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from raggedkit_r.vector.operators import Operators

if TYPE_CHECKING:
    from raggedkit_r.ragged.ragged_list import RaggedList

__all__ = ["Hooks"]


class Hooks(Operators):
    """The special methods of a ragged list."""

    __slots__ = ()

    def __len__(self: RaggedList) -> int:  # type: ignore[misc]
        return len(self.tensor.partitions[0])

    def __bool__(self) -> bool:
        msg = "a ragged list must not be used as true or false, it has many values"
        raise TypeError(f"{msg}; identical(x, y) compares two, length(x) counts rows")

    def __iter__(self: RaggedList) -> Iterator[Any]:  # type: ignore[misc]
        from raggedkit_r.ragged.index import rows_of

        return rows_of(self)

    def __getitem__(self: RaggedList, key: Any) -> Any:  # type: ignore[misc]
        from raggedkit_r.ragged.index import element, extract

        return element(self, key) if isinstance(key, list) else extract(self, key)

    def __setitem__(self: RaggedList, key: Any, value: Any) -> None:  # type: ignore[misc]
        from raggedkit_r.ragged.replace import replaced, with_element

        change = with_element if isinstance(key, list) else replaced
        self._become(change(self, key, value))

    def __delitem__(self: RaggedList, key: Any) -> None:  # type: ignore[misc]
        self[key] = None

    def _operate(self: RaggedList, name: str, other: Any, *, swapped: bool) -> Any:  # type: ignore[misc]
        from raggedkit_r.ragged.operators import combined

        return combined(name, self, other, swapped=swapped)

    def __round__(self: RaggedList, digits: int = 0) -> Any:  # type: ignore[misc]
        from raggedkit_r.ragged.operators import rounded_values

        return rounded_values(self, digits)

    def _mapped(self, ufunc: Any) -> Any:
        return ufunc(self)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        from raggedkit_r.ragged.operators import call_ufunc

        return call_ufunc(ufunc, method, inputs, kwargs)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        msg = "a ragged list must not be converted to an array, its rows differ in length"
        raise TypeError(f"{msg}; as_tensor(x).to_tensor() pads them, unlist(x) joins them")

    def __repr__(self: RaggedList) -> str:  # type: ignore[misc]
        from raggedkit_r.ragged.printing import print_text

        return print_text(self)

    def _repr_html_(self: RaggedList) -> str:  # type: ignore[misc]
        from raggedkit_r.ragged.html import html

        return html(self)
