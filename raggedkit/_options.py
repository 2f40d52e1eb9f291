"""Global options, for the current thread or in a ``with`` block: ``rk.options(max_rows=10)``."""

from __future__ import annotations

from _thread import _local  # `threading.local`; see `_optional`
from contextvars import ContextVar
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn

from raggedkit._arguments import as_flag
from raggedkit._optional import fault_of
from raggedkit.errors import broken_rule

if TYPE_CHECKING:
    from dataclasses import Field
    from typing import ClassVar

__all__ = ["Options", "get_options", "options"]


class _Fields:
    """The fields of `Options` for the functions of `dataclasses`, made when one asks for them.

    NumPy does not import `dataclasses`: a dataclass makes `import raggedkit` slower by a tenth.
    """

    def __get__(self, instance: Any, owner: type) -> dict[str, Field[Any]]:
        from dataclasses import make_dataclass

        made: Any = make_dataclass("Options", list(owner.__annotations__.items()))
        fields: dict[str, Field[Any]] = made.__dataclass_fields__
        return fields


class Options:
    """Options of displays and of computations.

    Attributes
    ----------
    max_rows
        Lines of a text, including a summary and a header; rows of an HTML table.
    max_cols
        Characters in a line of a text.
    max_items
        Values shown of one row; the others are counted.
    engine
        Engine for large arrays: ``"numpy"``; ``"numba"``, compiled loops; ``"auto"``, numba if it
        works, else NumPy.
    dense_limit
        Size in bytes from which on `to_tensor` warns about the dense result.
    full_traceback
        Whether tracebacks in IPython and Jupyter show the frames of raggedkit.
    precision
        Digits after the point of a displayed float; None: NumPy's print option ``precision``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.Options(max_rows=5).max_cols
    80
    """

    max_rows: int
    max_cols: int
    max_items: int
    engine: str
    dense_limit: int
    full_traceback: bool
    precision: int | None

    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    else:
        __dataclass_fields__ = _Fields()

    def __init__(
        self,
        max_rows: int = 12,
        max_cols: int = 80,
        max_items: int = 12,
        engine: str = "auto",
        dense_limit: int = 1 << 32,
        full_traceback: bool = False,
        precision: int | None = None,
    ) -> None:
        self.__dict__.update(
            max_rows=max_rows,
            max_cols=max_cols,
            max_items=max_items,
            engine=engine,
            dense_limit=dense_limit,
            full_traceback=full_traceback,
            precision=precision,
        )

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Raise: options never change."""
        raise AttributeError(f"cannot set {name!r}: use raggedkit.options({name}=...)")

    def __delattr__(self, name: str) -> NoReturn:
        """Raise: options never change."""
        raise AttributeError(f"cannot delete {name!r}: Options never change")

    def __eq__(self, other: object) -> bool:
        """Whether the other options are the same."""
        if type(other) is not Options:
            return NotImplemented
        return self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        """Return the hash of all options."""
        return hash(tuple(self.__dict__.values()))

    def __repr__(self) -> str:
        """Return the call that makes these options."""
        return f"Options({', '.join(f'{k}={v!r}' for k, v in self.__dict__.items())})"


class _Thread(_local):
    """Options set outside of any ``with`` block; they are in force until the next such call."""

    kept = Options()


_thread = _Thread()
# Options set by ``with``: a context variable is private to a thread and to a task of asyncio. A
# notebook may run each cell in a new context, so options without ``with`` are kept in `_Thread`.
_inside: ContextVar[Options | None] = ContextVar("raggedkit_options", default=None)


def get_options() -> Options:
    """Return the current options.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.get_options().max_cols
    80
    """
    return _inside.get() or _thread.kept


class options:
    """Change options; as a context manager, restore them at the end of the block.

    Other threads are unaffected; inside ``with``, other tasks of asyncio too.

    Parameters
    ----------
    max_rows
        Lines of a text and rows of an HTML table, at least 2.
    max_cols
        Characters in a line of a text, at least 20.
    max_items
        Values shown of one row, at least 2; the others are counted.
    engine
        Engine for large arrays: ``"numpy"``; ``"numba"``, loops that are compiled on first use and
        cached on disk; ``"auto"`` (the default), numba if it works, else NumPy.
    dense_limit
        Size in bytes from which on `to_tensor` warns about the dense result; 4 GiB by default.
    full_traceback
        Whether tracebacks in IPython and Jupyter show the frames of raggedkit; they show your lines
        and the message by default. ``%tb`` repeats the last traceback with the current option;
        ``%debug`` has all frames with both.
    precision
        Digits after the point of a displayed float, at most; None (the default) follows
        ``np.set_printoptions(precision=...)``.

    Raises
    ------
    ImportError
        If ``engine`` is ``"numba"`` and numba is not installed or does not work; the
        message has the reason.
    TypeError
        If a name is not an option, or a value has the wrong type.
    ValueError
        If a number is below its minimum, or ``engine`` is any other value.

    Examples
    --------
    >>> import raggedkit as rk
    >>> with rk.options(max_cols=60) as now:
    ...     now.max_cols
    60
    >>> rk.get_options().max_cols
    80
    >>> rk.options(max_rows=0)
    Traceback (most recent call last):
        ...
    ValueError: max_rows must be at least 2, got 0
    """

    def __init__(self, **changes: int | str | None) -> None:
        self._before = _inside.get(), _thread.kept
        now = Options(**{**get_options().__dict__, **_checked(changes)})
        if self._before[0] is None:
            _thread.kept = now
        else:
            _inside.set(now)

    def __enter__(self) -> Options:
        """Return the current options."""
        now = get_options()
        _thread.kept = self._before[1]
        _inside.set(now)
        return now

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        """Restore the previous options."""
        # Not reset(token): a generator may end in another context.
        _inside.set(self._before[0])

    def __repr__(self) -> str:
        """Return the current options as a call that sets them."""
        return repr(get_options()).replace("Options", "options", 1)


_LEAST = {"max_rows": 2, "max_cols": 20, "max_items": 2, "dense_limit": 0, "precision": 0}
_ENGINES = ("auto", "numpy", "numba")


def _checked(changes: dict[str, Any]) -> dict[str, Any]:
    known = [*get_options().__dict__]
    for name, value in list(changes.items()):
        if name not in known:
            raise TypeError(broken_rule("option", f"be one of {', '.join(known)}", name))
        if name == "engine":
            _check_engine(value)
            continue
        if name == "full_traceback":
            changes[name] = as_flag(value, name)
            continue
        if name == "precision" and value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(broken_rule(name, "be an int", value))
        if value < _LEAST[name]:
            raise ValueError(broken_rule(name, f"be at least {_LEAST[name]}", value))
    return changes


def _check_engine(engine: Any) -> None:
    if not isinstance(engine, str):
        raise TypeError(broken_rule("engine", "be text", engine))
    if engine not in _ENGINES:
        rule = f"be one of {', '.join(map(repr, _ENGINES))}"
        raise ValueError(broken_rule("engine", rule, engine))
    fault = fault_of("numba") if engine == "numba" else None
    if fault is None:
        return
    if fault.installed:
        msg = f"engine='numba' needs a numba that works; {fault.reason}"
    else:
        msg = "engine='numba' needs numba; pip install 'raggedkit[fast]' brings it"
    raise ImportError(msg, name="numba")
