"""R's vectors as NumPy arrays and back, with shared memory for numbers; text is sent as bytes."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from raggedkit._xp import has_fixed_width
from raggedkit.errors import broken_rule
from raggedkit.typing import Array
from raggedkit_r.border.parts import Parts
from raggedkit_r.border.session import Session
from raggedkit_r.vector.kinds import INTEGER_MAX, NA_INTEGER
from raggedkit_r.vector.values import object_array, text_array

__all__ = [
    "fields_of",
    "parts_of",
    "ragged_from",
    "split_text",
    "text_from",
    "values_from",
    "vector_from",
    "view",
]

_CODE_POINTS = "utf-32-le" if sys.byteorder == "little" else "utf-32-be"


class _Kept:
    """Memory of R's as NumPy asks for it: read-only, and R's object kept as long as it is used."""

    def __init__(self, array: Array, owner: Any) -> None:
        self.owner = owner
        self.__array_interface__ = {
            "shape": array.shape,
            "typestr": array.dtype.str,
            "data": (array.__array_interface__["data"][0], True),
            "version": 3,
        }


def is_null(item: Any) -> bool:
    """Whether an object of rpy2 is R's NULL, which is unique."""
    return type(item).__name__ == "NULLType"


def fields_of(found: Any) -> dict[str, Any]:
    """Return the elements of a list of R's by their names, those that aren't NULL."""
    return {name: item for name, item in zip(found.names, found, strict=True) if not is_null(item)}


def view(vector: Any, owner: Any) -> Array:
    """Return the memory of a vector of R's, flat and read-only.

    Parameters
    ----------
    vector
        Logicals and integers (int32), doubles or raw (uint8).
    owner
        A list that contains the vector, so that R copies the vector before it changes it.
    """
    if len(vector) == 0:  # R has no memory for an empty vector
        dtypes = {"FloatSexpVector": "float64", "ByteSexpVector": "uint8"}
        kinds = (kind.__name__ for kind in type(vector).__mro__)
        return np.empty(0, next((dtypes[kind] for kind in kinds if kind in dtypes), "int32"))
    return np.asarray(_Kept(np.asarray(vector).reshape(-1, order="F"), (owner, vector)))


def text_from(pair: Any) -> tuple[Array, Array | None]:
    """Return text, ``""`` for NA, and the mask of NA or None."""
    return split_text(view(pair[0], pair)), _mask_of(pair[1], pair)


def split_text(data: Array) -> Array:
    """Return UTF-8 with a zero after each text as an array of the dtype that `text_array` gives.

    Examples
    --------
    >>> import numpy as np
    >>> split_text(np.array([100, 101, 0, 0, 195, 169, 0], dtype="uint8"))
    array(['de', '', 'é'], dtype='<U2')
    """
    codes = data
    if data.max(initial=0) > 127:
        codes = np.frombuffer(data.tobytes().decode().encode(_CODE_POINTS), dtype=np.uint32)
    ends = np.flatnonzero(codes == 0)
    lengths = np.diff(ends, prepend=-1) - 1
    count, widest = len(ends), int(lengths.max(initial=0))
    if not has_fixed_width(count, widest, len(codes) - count):
        return text_array(data.tobytes().decode().split("\0")[:-1])
    cells = np.zeros((count, max(widest, 1)), dtype=np.uint32)
    # Both sides are in order of texts, then characters: the zeros are only at the ends of texts.
    cells[np.arange(cells.shape[1]) < lengths[:, None]] = codes[codes != 0]
    return cells.view(f"U{cells.shape[1]}").reshape(count)


def _mask_of(logicals: Any, owner: Any) -> Array | None:
    return None if is_null(logicals) else view(logicals, owner).astype(bool)


def parts_of(found: Any) -> Parts:
    """Return the parts of a ragged list that ``border_out`` returned; a vector is one row."""
    fields = fields_of(found)
    kind = str(fields["kind"][0])
    values, na = _values_of(kind, fields["data"], found)
    if "dim" in fields:
        shape = tuple(fields["dim"])
        # R stores arrays column by column.
        values = np.ascontiguousarray(values.reshape(shape, order="F"))
        na = na if na is None else na.reshape(shape, order="F")
    row = (np.array([0, len(values)], dtype=np.int64),)
    uniform = _listed(fields.get("uniform"), found)
    splits = tuple(view(s, found).astype(np.int64) for s in fields.get("splits", ()))
    return Parts(
        kind=kind,
        values=values,
        na=na,
        splits=splits or row,
        null=tuple(_mask_of(m, found) for m in fields.get("null", ())),
        names=tuple(None if is_null(n) else _texts(n) for n in fields.get("names", ())),
        uniform=tuple(None if n == NA_INTEGER else n for n in uniform),
        levels=_texts(fields["levels"]) if "levels" in fields else None,
        ordered=bool(fields["ordered"][0]),
        tz=str(fields["tz"][0]) if "tz" in fields else None,
        units=str(fields["units"][0]) if "units" in fields else None,
        python=(fields["python"][0], fields["python"][1]) if "python" in fields else None,
    )


def _texts(pair: Any) -> tuple[str, ...]:
    return tuple(text_from(pair)[0].tolist())


def _listed(vector: Any, owner: Any) -> list[int]:
    return [] if vector is None else view(vector, owner).tolist()


def _values_of(kind: str, data: Any, owner: Any) -> tuple[Array, Array | None]:
    if kind == "character":
        return text_from(data)
    values = view(data, owner)
    if kind == "complex":
        return values.view(np.complex128), None
    if values.dtype != np.int32:
        return values, None
    na = values == NA_INTEGER
    if kind in ("Date", "POSIXct", "difftime"):  # R also has them as integers
        return np.where(na, np.nan, values), None
    values = values.astype(bool) if kind == "logical" else values
    return values, na if na.any() else None


def vector_from(r: Session, array: Array, na: Array | None = None) -> Any:
    """Return an array as a plain vector of R's, in R's order of its cells."""
    ri = r.rinterface
    flat = array.ravel(order="F")
    na = None if na is None else na.ravel(order="F")
    if flat.dtype.kind == "O":
        missing = ri.NULL if na is None else vector_from(r, na)
        raw = _bytes(flat)
        text = ri.ByteSexpVector(raw)
        return r.call("border_read_text", text, len(flat), missing, raw.isascii())
    if flat.dtype.kind == "c":  # not every rpy2 takes the memory of complex numbers
        return r.call("border_read_complex", vector_from(r, flat.view(np.float64)))
    kinds = {"i": ri.IntSexpVector, "f": ri.FloatSexpVector}
    kind = {**kinds, "b": ri.BoolSexpVector, "u": ri.ByteSexpVector}[flat.dtype.kind]
    if flat.dtype.kind == "b":
        flat = flat.astype(np.int32)  # R's logicals are integers of 32 bits
    if na is not None:
        flat = np.where(na, np.int32(NA_INTEGER), flat)
    return kind.from_memoryview(np.ascontiguousarray(flat).data)


def _bytes(texts: Array) -> bytes:
    items = texts.tolist()
    try:
        return "\0".join([*items, ""]).encode()
    except UnicodeEncodeError as error:
        at = next(i for i, text in enumerate(items) if not _is_utf8(text))
        msg = f"values must be text that UTF-8 can write, got {items[at]!r} (value {at})"
        raise ValueError(msg) from error


def _is_utf8(text: str) -> bool:
    return text.encode(errors="replace").decode() == text


def values_from(r: Session, parts: Parts) -> Any:
    """Return the values of some parts as the vector, factor or time that R has for them."""
    ri = r.rinterface
    array = parts.values
    if max(array.shape, default=0) > INTEGER_MAX:
        rule = f"have sizes of at most {INTEGER_MAX}, as R's dimensions"
        raise ValueError(broken_rule("values", rule, array.shape))
    return r.call(
        "border_values",
        vector_from(r, array, parts.na),
        parts.kind,
        ri.NULL if array.ndim == 1 else vector_from(r, np.array(array.shape, np.int32)),
        ri.NULL if parts.levels is None else _text(r, parts.levels),
        parts.ordered,
        ri.NULL if parts.tz is None else parts.tz,
        ri.NULL if parts.units is None else parts.units,
    )


def ragged_from(r: Session, parts: Parts) -> Any:
    """Return some parts as R's ragged list."""
    ri = r.rinterface
    uniform = [NA_INTEGER if n is None else n for n in parts.uniform]
    return r.call(
        "border_ragged",
        values_from(r, parts),
        _list(r, [_splits(r, s) for s in parts.splits]),
        _list(r, [ri.NULL if m is None else vector_from(r, m) for m in parts.null]),
        _list(r, [ri.NULL if n is None else _text(r, n) for n in parts.names]),
        ri.NULL if set(uniform) <= {NA_INTEGER} else vector_from(r, np.array(uniform, np.int32)),
        *(parts.python or (ri.NULL, ri.NULL)),
    )


def _splits(r: Session, splits: Array) -> Any:
    # Splits above R's integers are doubles, as R counts long vectors.
    return vector_from(r, splits.astype(np.int32 if splits[-1] <= INTEGER_MAX else np.float64))


def _list(r: Session, items: list[Any]) -> Any:
    """Return an R list, or NULL for an empty one."""
    null = r.rinterface.NULL
    return null if all(item is null for item in items) else r.rinterface.ListSexpVector(items)


def _text(r: Session, texts: tuple[str, ...]) -> Any:
    return vector_from(r, object_array(list(texts)))
