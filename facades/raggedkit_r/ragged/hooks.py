"""What Python asks of a ragged list: indexing, operators, NumPy's functions, displays.

Each hook forwards to the module that knows, which it imports when it is called: those modules make
ragged lists themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from raggedkit_r.ragged.ragged_list import RaggedList

__all__ = ["Hooks"]


def _operator(name: str, *, swapped: bool = False) -> Callable[[Any, Any], Any]:
    def method(self: RaggedList, other: Any) -> Any:
        from raggedkit_r.ragged.operators import combined

        return combined(name, self, other, swapped=swapped)

    return method


class Hooks:
    """The special methods of a ragged list."""

    __slots__ = ()

    __hash__ = None  # type: ignore[assignment]  # `==` compares value by value

    def __len__(self: RaggedList) -> int:  # type: ignore[misc]
        return len(self.tensor.partitions[0])

    def __bool__(self) -> bool:
        msg = "a ragged list must not be asked whether it is true, it holds many values"
        raise TypeError(f"{msg}; identical(x, y) compares two, length(x) counts rows")

    def __iter__(self: RaggedList) -> Iterator[Any]:  # type: ignore[misc]
        from raggedkit_r.ragged.index import rows_of

        return rows_of(self)

    def __getitem__(self: RaggedList, key: Any) -> Any:  # type: ignore[misc]
        from raggedkit_r.ragged import index

        if isinstance(key, list):
            return index.element(self, key)
        return index.extract(self, key)

    def __setitem__(self: RaggedList, key: Any, value: Any) -> None:  # type: ignore[misc]
        from raggedkit_r.ragged import replace

        change = replace.with_element if isinstance(key, list) else replace.replaced
        self._become(change(self, key, value))

    def __delitem__(self: RaggedList, key: Any) -> None:  # type: ignore[misc]
        self[key] = None

    __eq__ = _operator("eq")
    __ne__ = _operator("ne")
    __lt__ = _operator("lt")
    __le__ = _operator("le")
    __gt__ = _operator("gt")
    __ge__ = _operator("ge")
    __add__ = _operator("add")
    __sub__ = _operator("sub")
    __mul__ = _operator("mul")
    __truediv__ = _operator("truediv")
    __pow__ = _operator("pow")
    __floordiv__ = _operator("floordiv")
    __mod__ = _operator("mod")
    __and__ = _operator("and")
    __or__ = _operator("or")
    __radd__ = _operator("add", swapped=True)
    __rsub__ = _operator("sub", swapped=True)
    __rmul__ = _operator("mul", swapped=True)
    __rtruediv__ = _operator("truediv", swapped=True)
    __rpow__ = _operator("pow", swapped=True)
    __rfloordiv__ = _operator("floordiv", swapped=True)
    __rmod__ = _operator("mod", swapped=True)
    __rand__ = _operator("and", swapped=True)
    __ror__ = _operator("or", swapped=True)

    def __neg__(self) -> Any:
        return self._mapped("negative")

    def __pos__(self) -> Any:
        return self._mapped("positive")

    def __abs__(self) -> Any:
        return self._mapped("absolute")

    def __round__(self: RaggedList, digits: int = 0) -> Any:  # type: ignore[misc]
        from raggedkit_r.ragged.operators import rounded_values

        return rounded_values(self, digits)

    def __invert__(self) -> Any:
        return self._mapped("logical_not")

    def _mapped(self: Any, name: str) -> Any:
        import numpy as np

        return getattr(np, name)(self)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        from raggedkit_r.ragged.operators import call_ufunc

        return call_ufunc(ufunc, method, inputs, kwargs)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        msg = "a ragged list must not become an array, its rows differ in length"
        raise TypeError(f"{msg}; as_tensor(x).to_tensor() pads them, unlist(x) joins them")

    def __repr__(self: RaggedList) -> str:  # type: ignore[misc]
        from raggedkit_r.ragged.printing import print_text

        return print_text(self)

    def _repr_html_(self: RaggedList) -> str:  # type: ignore[misc]
        from raggedkit_r.ragged.html import html

        return html(self)
