"""Conversion between Python and the R that rpy2 runs: ragged tensors, sparse tensors and shapes.

In a notebook, ``%load_ext raggedkit_r`` adds the conversion to ``%%R -i rt -o x`` and
``rpy2.robjects``. Elsewhere, `attach` does the same, and `to_r` and `from_r` convert one value.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit import RaggedTensor
from raggedkit._docstrings import sections_from
from raggedkit.errors import shown
from raggedkit.typing import Array
from raggedkit_r.border.magics import extend_magics, restore_magics
from raggedkit_r.border.parts import put_together
from raggedkit_r.border.sent import OURS, TO_R
from raggedkit_r.border.session import Session, session
from raggedkit_r.border.sparse import shape_of, sparse_of
from raggedkit_r.border.vectors import fields_of, parts_of

__all__ = ["attach", "from_r", "load_ipython_extension", "to_r", "unload_ipython_extension"]


def attach() -> None:
    """Make the functions of the R package reachable in R, and its values in ``rpy2.robjects``.

    R finds ``shape``, ``ragged`` and the others as after ``library(raggedkit)``: in an installed
    copy of this version, else from the files that come with this package. A second call does
    nothing.

    Other vectors stay rpy2's own, in which NA is NA; NumPy would read it as a number, so that
    ``from_r(v)`` is better than ``np.asarray(v)``.

    Raises
    ------
    ImportError
        If rpy2 is missing, or is one that doesn't work with this R; the error names one that does.
    RuntimeError
        If R is missing, or was started by another thread than this one.

    Examples
    --------
    >>> import raggedkit as rk
    >>> import raggedkit_r
    >>> raggedkit_r.attach()
    >>> from rpy2.robjects import r
    >>> r("ragged(list(c(3, 1), numeric(0), 5))")
    <RaggedTensor [[3.0, 1.0], [], [5.0]]>
    >>> r["row_sums"](rk.array([[3, 1], [], [5]]))[0]
    4
    """
    r = session()
    r.attach()
    for converter in _converters(r):
        _register(converter, r)


def to_r(x: Any) -> Any:
    """Return a value as R's, which every function of rpy2 takes.

    Parameters
    ----------
    x
        A RaggedTensor or RaggedList becomes R's ragged list (if R returns it unchanged, the tensor
        has its dtypes again); a TensorShape R's shape; a SparseTensor of two dimensions a
        sparse matrix of R's package Matrix; a NumPy array a vector or array, its masked values NA;
        None is NULL; results of `c` and `shape` of raggedkit_r become those of R's functions.
        Integers past R's 32 bits become doubles.

    Returns
    -------
    rpy2.rinterface.Sexp
        An R object.

    Raises
    ------
    TypeError
        If R has no values for ``x`` or its dtype.
    ValueError
        If R cannot represent one of the values: an integer past 2 ** 53, text with NUL, a size past
        2 ** 31 - 1.
    ImportError, RuntimeError
        If rpy2 or R is missing; also if ``x`` is sparse and R's package Matrix is missing.

    Examples
    --------
    >>> import raggedkit as rk
    >>> x = to_r(rk.array([[3, 1], [], [5]]))
    >>> tuple(x.rclass)
    ('raggedkit_ragged', 'list')
    >>> from_r(x)
    <RaggedTensor [[3, 1], [], [5]]>
    >>> to_r([[3, 1], []])
    Traceback (most recent call last):
        ...
    TypeError: x must be a ragged, sparse or NumPy array or a shape, got [[3, 1], []]; rk.array...
    """
    r = session()
    if isinstance(x, r.rinterface.Sexp):  # every function of rpy2 takes it as it is
        return x
    # In the order of inheritance, so that a subclass has the rule of its nearest parent.
    convert = next((TO_R[kind] for kind in type(x).__mro__ if kind in TO_R), None)
    if convert is None:
        way_out = "rk.array(x) makes a ragged tensor of nested lists"
        msg = f"x must be a ragged, sparse or NumPy array or a shape, got {shown(x)}; {way_out}"
        raise TypeError(msg)
    return convert(r, x)


def from_r(obj: Any) -> Any:
    """Return a value of R's as raggedkit's or NumPy's.

    Parameters
    ----------
    obj
        R's ragged list, or a list of vectors, which ``as_ragged`` takes in R, becomes a
        RaggedTensor; it becomes a RaggedList where that would lose something: NA among integers,
        logicals or text, NULL rows, names, factors, time zones other than UTC. A shape becomes a
        TensorShape, a sparse matrix of R's package Matrix a SparseTensor. A vector or an array
        becomes a NumPy array, masked where integers, logicals or text are NA, a factor its labels;
        names and time zones of vectors are not kept. NULL is None. An object of raggedkit is
        returned as it is.

    Returns
    -------
    RaggedTensor, RaggedList, TensorShape, SparseTensor or numpy.ndarray
        Vectors of numbers without NA share R's memory, read-only; it is kept as long as they are
        used, and R copies before it changes them. NA among doubles is a NaN that R reads as NA
        again.

    Raises
    ------
    TypeError
        If ``obj`` has no counterpart: a function, a data frame, an unknown class; also for code (a
        call, a formula, a name), which is not run.
    ValueError
        If it has text of an unknown encoding, or infinite times.

    Examples
    --------
    >>> from rpy2.rinterface import evalr
    >>> from_r(evalr("list(c(3, 1), numeric(0), 5)"))
    <RaggedTensor [[3.0, 1.0], [], [5.0]]>
    >>> from_r(evalr("list(c(3L, NA))")).na
    array([False,  True])
    >>> print(from_r(evalr("c(3L, NA)")))
    [3 --]
    >>> from_r(evalr("sum"))
    Traceback (most recent call last):
        ...
    TypeError: `x` must be a vector, a list of vectors, a shape or a sparse matrix of Matrix, n...
    """
    r = session()
    if isinstance(obj, tuple(TO_R)):  # Python's own value, which R never had
        return obj
    if not isinstance(obj, r.rinterface.Sexp):
        raise TypeError(f"obj must be a value of R's, got {shown(obj)}")
    if isinstance(obj, type(r.rinterface.NULL)):
        return None
    code = _CODE.get(int(obj.typeof))
    if code is not None:  # R would call it during the conversion
        raise TypeError(f"obj must be a value of R's, got {code}; {_WAY_OUT_OF_CODE}")
    return _read(r.call("border_out", obj))


# The types that R evaluates when they are arguments of a call, by R's number for each.
_CODE = {1: "a name", 5: "a promise", 6: "a call or formula", 17: "dots", 21: "byte code"}
_WAY_OUT_OF_CODE = "eval(x) in R gives the value of code, deparse(x) its text"


def _read(found: Any) -> Any:
    """Return the result of ``border_out``; raise the error that it caught."""
    fields = fields_of(found)
    kind = str(fields["kind"][0])
    if kind == "error":
        # The class that reticulate gives to a TypeError of Python's.
        wrong_kind = "python.builtin.TypeError" in tuple(fields["class"])
        raise (TypeError if wrong_kind else ValueError)(fields["message"][0])
    if kind == "shape":
        return shape_of(fields, found)
    if kind == "sparse":
        return sparse_of(fields, found)
    return put_together(parts_of(found)) if "splits" in fields else _array_of(found)


def _array_of(found: Any) -> Array:
    """Return an R vector or array, through a ragged tensor of one row."""
    whole = put_together(parts_of(found))
    if isinstance(whole, RaggedTensor):
        return whole.flat_values
    values = whole.tensor.flat_values
    return values if whole.na is None else np.ma.MaskedArray(values, whole.na)


def load_ipython_extension(ip: Any) -> None:
    """Load the magics ``%R`` and ``%%R``, and do the same as `attach`.

    ``%load_ext raggedkit_r`` calls it. The magics then convert NumPy's arrays and numbers as `to_r`
    does: times, masked arrays, integers past 32 bits. Results are converted by rpy2, except that no
    NA becomes a number: logicals, integers and text are
    masked arrays where one of them is NA, also in a list, and NaN in a pandas.DataFrame. A list
    column of a data frame is a column of arrays there, one for each row, None for a NULL row.

    Parameters
    ----------
    ip : InteractiveShell
        IPython's shell, which calls this.

    Raises
    ------
    ImportError, RuntimeError
        If rpy2 or R is missing.

    Examples
    --------
    In IPython or Jupyter:

    >>> get_ipython().run_line_magic("load_ext", "raggedkit_r")  # doctest: +SKIP
    """
    attach()
    r = session()
    options = r.rinterface.baseenv["options"]
    # rpy2 looks through all libraries, and R would warn of those that are empty.
    before = options(warn=-1)
    try:
        ip.extension_manager.load_extension("rpy2.ipython")
    finally:
        options(before)
    converter = _magics(ip).converter
    _register(converter, r)
    extend_magics(converter, r, to_r, _read)


@sections_from(load_ipython_extension)
def unload_ipython_extension(ip: Any) -> None:
    """Undo `load_ipython_extension`; the functions stay in R.

    Examples
    --------
    In IPython or Jupyter:

    >>> get_ipython().run_line_magic("unload_ext", "raggedkit_r")  # doctest: +SKIP
    """
    r = session()
    magics = _magics(ip).converter
    restore_magics(magics, r)
    for converter in (*_converters(r), magics):
        _unregister(converter, r)


def _converters(r: Session) -> tuple[Any, Any]:
    """Return the rules that rpy2.robjects starts with, and those it follows now."""
    return r.robjects.default_converter, r.robjects.conversion.get_conversion()


def _magics(ip: Any) -> Any:
    """Return the owner of the converter of ``%R``: the magics, in newer versions their options."""
    magics = ip.magics_manager.registry["RMagics"]
    return magics if hasattr(magics, "converter") else magics.options


def _register(converter: Any, r: Session) -> None:
    """Add the ways to R and back to one of rpy2's converters."""
    for kind in OURS:
        converter.py2rpy.register(kind, to_r)
    for sexp, classes in _r_classes(r).items():
        converter.rpy2py_nc_map[sexp].update(dict.fromkeys(classes, from_r))


def _unregister(converter: Any, r: Session) -> None:
    for kind in OURS:
        converter.py2rpy.register(kind, converter.py2rpy.dispatch(object))
    for sexp, classes in _r_classes(r).items():
        known = converter.rpy2py_nc_map[sexp]
        for name in classes:
            if name in known:
                del known[name]


def _r_classes(r: Session) -> dict[Any, tuple[str, ...]]:
    ri = r.rinterface
    lists = ("raggedkit_shape", "raggedkit_ragged")
    return {ri.ListSexpVector: lists, ri.SexpS4: ("sparseMatrix",)}
