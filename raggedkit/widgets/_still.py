"""Explorers without anywidget: the same state and pages, as a static display."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["Numbers", "Plain", "Still"]

_LACKING = "This display is static: install raggedkit[notebook] to edit it here."


class Numbers:
    """An attribute of one kind of explorer, in place of the trait."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, explorer: Any, owner: type) -> Any:
        return self if explorer is None else explorer._linked(explorer._now)[self._name]

    def __set__(self, explorer: Any, value: Any) -> None:
        explorer._read(lambda: explorer._assigned(explorer._now, self._name, value))


Plain = Numbers


class Still:
    """The base of explorers if anywidget cannot be imported."""

    if TYPE_CHECKING:
        _now: Any
        _read: Any
        _snapshot: Any
        _state_of: Any
        _from_json: Any
        _value: Any
        _answer: Any
        _linked: Any
        _assigned: Any

    _answered = 0

    @property
    def value(self) -> Any:
        """The present value."""
        return self._value(self._now)

    @value.setter
    def value(self, value: Any) -> None:
        self._read(lambda: self._state_of(value))

    @property
    def state(self) -> dict[str, Any]:
        """The present state as JSON."""
        state: dict[str, Any] = self._answer()
        return state

    @state.setter
    def state(self, state: dict[str, Any]) -> None:
        self._read(lambda: self._from_json(state))

    def _publish(self) -> None:
        """Nobody observes a static display."""

    def _repr_html_(self) -> str:
        return f"{self._snapshot()}<p><small>{_LACKING}</small></p>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_()}
