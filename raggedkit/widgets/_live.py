"""Explorers as anywidget widgets: the traits ``state``, ``event`` and ``value``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from raggedkit.widgets import _page

__all__ = ["Live", "Numbers", "Plain"]


class Numbers(traitlets.List[Any]):
    """A plain trait of one kind of explorer, named in `_linked` and `_assigned`."""

    def validate(self, obj: Any, value: Any) -> Any:
        """Return a valid value; the state that follows from it is applied by an observer."""
        return obj._prepare(self.name, super().validate(obj, value))


class Plain(traitlets.Any):
    """The same for a single number, flag or text, or for nested lists."""

    def validate(self, obj: Any, value: Any) -> Any:
        """Return a valid value; the state that follows from it is applied by an observer."""
        return obj._prepare(self.name, value)


class _Value(traitlets.Any):
    """Any value but None, which would skip the validation."""

    allow_none = False

    def set(self, obj: Any, value: Any) -> None:
        """Set the value; another object is a change. `==` would compare all values of a tensor."""
        new = self._validate(obj, value)
        old = obj._trait_values.get(self.name)
        obj._trait_values[self.name] = new
        if old is not new:
            obj._notify_trait(self.name, old, new)


class Live(anywidget.AnyWidget):
    """The base of explorers. ``state`` goes to the page; ``event`` comes from it.

    Events are a trait, not messages: messages are lost before the first view. ``value`` is not
    synchronised; it can be observed and set in Python.
    """

    if TYPE_CHECKING:
        _now: Any
        _read: Any
        _snapshot: Any
        _state_of: Any
        _from_json: Any
        _step: Any
        _value: Any
        _answer: Any
        _linked: Any
        _assigned: Any

    _esm = _page.bundle("explorer.js")

    state: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    event: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    value = _Value()

    _answered = 0
    _publishing = False

    def __init__(self) -> None:
        self._publishing = True
        try:  # the first state goes to the page with the model: views may be drawn at once
            super().__init__(**self._traits_now())
        finally:
            self._publishing = False

    def _publish(self) -> None:
        """Set the traits to the present state; observers see `value` and `state` agree."""
        self._publishing = True
        try:
            with self.hold_trait_notifications():
                for name, value in self._traits_now().items():
                    setattr(self, name, value)
        finally:
            self._publishing = False

    def _traits_now(self) -> dict[str, Any]:
        value = self._value(self._now)
        return {"state": self._answer(), "value": value, **self._linked(self._now)}

    def _prepare(self, name: str | None, value: Any) -> Any:
        # Not in the observer: others, such as those of a link, may be called before it.
        if not self._publishing:
            try:
                self._pending = self._assigned(self._now, name, value)
            except ValueError as error:
                raise traitlets.TraitError(str(error)) from None
        return value

    @traitlets.observe(traitlets.All)
    def _on_linked(self, change: Any) -> None:
        if isinstance(self.traits()[change["name"]], Numbers | Plain):
            self._on_value(change)

    @traitlets.observe("event")
    def _on_event(self, change: Any) -> None:
        event = change["new"]
        if not event:
            return
        self._now = self._step(self._now, event)
        n = event.get("n", 0)
        self._answered = n if isinstance(n, int) else self._answered
        self._publish()

    @traitlets.validate("value")
    def _valid_value(self, proposal: Any) -> Any:
        if not self._publishing:
            try:
                self._pending = self._state_of(proposal["value"])
            except (TypeError, ValueError) as error:
                raise traitlets.TraitError(str(error)) from None
        return proposal["value"]

    @traitlets.observe("value")
    def _on_value(self, change: Any) -> None:
        if not self._publishing and "_pending" in self.__dict__:
            self._read(lambda: self.__dict__.pop("_pending"))

    @traitlets.validate("state")
    def _valid_state(self, proposal: Any) -> Any:
        if not self._publishing:
            try:
                self._pending = self._from_json(proposal["value"])
            except (TypeError, ValueError, KeyError) as error:
                raise traitlets.TraitError(f"state must be that of an explorer: {error}") from None
        return proposal["value"]

    @traitlets.observe("state")
    def _on_state(self, change: Any) -> None:
        if not self._publishing and "_pending" in self.__dict__:
            self._read(lambda: self.__dict__.pop("_pending"))

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the view and, for pages without a kernel, the static display."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        return data | {"text/plain": repr(self), "text/html": self._snapshot()}, metadata
