"""Base of all explorers: the state of one widget, its traits, snapshot and page.

An explorer is a subclass with the rules of one kind. This module is their shared behaviour, without
any widget library; `_live` adds the traits of anywidget, and `_still` is used without it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from raggedkit.widgets import _page

if TYPE_CHECKING:
    from raggedkit.widgets._live import Live as Base
    from raggedkit.widgets._live import Numbers, Plain
else:
    try:
        from raggedkit.widgets._live import Live as Base
        from raggedkit.widgets._live import Numbers, Plain
    except ImportError:  # anywidget or one of its own requirements is missing
        from raggedkit.widgets._still import Numbers, Plain
        from raggedkit.widgets._still import Still as Base

__all__ = ["Explorer", "Numbers", "Plain"]

_TITLE = 80  # characters


class Explorer(Base):
    """A widget for one value. Subclasses define `kind` and the methods with an underscore.

    The state is immutable; `_json` makes the plain dict of it that the page gets. The page applies
    the same rules (``js/src/core/<kind>.js``), and tests compare the two.
    """

    kind: ClassVar[str]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._now = self._initial(*args, **kwargs)
        super().__init__()

    def _initial(self, *args: Any, **kwargs: Any) -> Any:
        """Return the first state, from the arguments of the class."""
        raise NotImplementedError

    def _step(self, state: Any, event: Mapping[str, Any]) -> Any:
        """Return the state after an event; broken rules are part of the new state."""
        raise NotImplementedError

    def _value(self, state: Any) -> Any:
        """Return the value of a state, which users get as ``w.value``."""
        raise NotImplementedError

    def _state_of(self, value: Any) -> Any:
        """Return the state for a new value; raise TypeError or ValueError if it is not allowed."""
        raise NotImplementedError

    def _json(self, state: Any) -> dict[str, Any]:
        """Return a state as JSON: no NaN, integers past 2**53 as text."""
        raise NotImplementedError

    def _from_json(self, data: Mapping[str, Any]) -> Any:
        """Return the state of a dict that `_json` made."""
        raise NotImplementedError

    def _linked(self, state: Any) -> dict[str, Any]:
        """Return the plain traits beside ``state``: those that are `Numbers` or `Plain`."""
        return {}

    def _assigned(self, state: Any, name: str, value: Any) -> Any:
        """Return the state after one of these traits was set; raise ValueError if it is refused."""
        raise NotImplementedError

    def _snapshot(self) -> str:
        """Return the static HTML of the present state."""
        return str(self._value(self._now)._repr_html_())

    def _title(self) -> str:
        """Return the title of a page: the beginning of the repr, on one line."""
        text = repr(self._value(self._now)).partition("\n")[0].strip("<>")
        return text if len(text) <= _TITLE else f"{text[:_TITLE]}..."

    def send(self, event: Mapping[str, Any]) -> None:
        """Apply an event as if the page had sent it.

        Parameters
        ----------
        event
            A dict with the ``type`` of the event and its arguments, such as
            ``{"type": "undo"}``.

        Examples
        --------
        >>> import raggedkit as rk
        >>> w = rk.explore(rk.ragged.constant([[3, 1], [], [4]]))
        >>> w.send({"type": "move", "level": 0, "i": 1, "to": 1})
        >>> w.value
        <RaggedTensor [[3], [1], [4]]>
        """
        self._now = self._step(self._now, event)
        self._publish()

    def to_html(self, path: str | os.PathLike[str]) -> None:
        """Write the explorer as one file, editable without Python and without a network.

        Parameters
        ----------
        path
            The file; an existing one is replaced.
        """
        Path(path).write_text(self._page(), encoding="utf-8")

    def to_iframe(self, height: int = 640) -> _page.Frame:
        """Return the same page in an ``<iframe>``, for static sites and notebooks.

        Parameters
        ----------
        height
            Height in pixels.
        """
        return _page.frame(self._page(), self._snapshot(), self._title(), height)

    def _page(self) -> str:
        return _page.page(self._title(), self._answer(), self._snapshot())

    def _answer(self) -> dict[str, Any]:
        """Return the JSON of the present state, with its kind and the number of the last event."""
        return {"kind": self.kind, "n": self._answered, **self._json(self._now)}

    def _read(self, change: Callable[[], Any]) -> None:
        """Replace the state; publish it."""
        self._now = change()
        self._publish()

    def __repr__(self) -> str:
        return f"explore({self._value(self._now)!r})"
