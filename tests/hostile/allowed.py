"""Errors of NumPy, Python and Matplotlib that a call may raise, each with its reason."""

from __future__ import annotations

__all__ = ["ALLOWED"]

# NumPy's words on the dtype, the signature or the texts that one of its functions was given.
NUMPYS_OWN = [
    "ufunc '",
    "No loop matching",
    "dtype",
    "data type",
    "DType",
    "entry not a 2- or 3- tuple",
    "Field elements must be",
    "string operation on non-string array",
    "unsupported type",
    "inhomogeneous shape",
    "too deep",
    "order must be one of",
]
# (part of the name of the target, class of the error, part of the text): why it may leave the call
ALLOWED: list[tuple[str, str, str, str]] = [
    *[("np.", "Error", text, "NumPy's refusal of an argument of its own") for text in NUMPYS_OWN],
    ("(", "TypeError", "ufunc '", "the same of an operator"),
    ("map_flat_values", "", "", "an error of the function that was given"),
    ("apply_rows", "", "", "an error of the function that was given"),
    (
        "RaggedTensor.T",
        "AttributeError",
        "T exchanges the axes",
        "a missing attribute, so hasattr is False",
    ),
    ("np.", "AttributeError", "has no attribute", "NumPy asks a tensor for a method of str"),
    ("Dimension", "ZeroDivisionError", "", "Python's own of integers; TensorFlow raises it too"),
    ("", "ValueError", "__len__() should return >= 0", "Python's, of an object's own method"),
    ("", "RuntimeError", "only supports up to 32 dimensions", "NumPy's own limit, at 64 axes"),
    ("", "MemoryError", "Unable to allocate", "NumPy's text: the result itself is that large"),
    ("", "IndexError", "index arrays cannot be above 63", "NumPy's own limit, at 64 axes"),
    ("rk.plots.", "ValueError", "RGBA", "Matplotlib's refusal of a colour"),
    ("rk.plots.", "ValueError", "Invalid", "Matplotlib's refusal of a colour"),
    ("_parquet", "FileNotFoundError", "", "the operating system's own of a path that is not there"),
    ("_feather", "FileNotFoundError", "", "the operating system's own of a path that is not there"),
    ("R.NamedList", "RecursionError", "", "Python's, of the repr of lists nested so deeply"),
    ("assert_", "AssertionError", "", "what a failed assertion is"),
    ("", "UFuncTypeError", "", "NumPy's text names the ufunc and the dtypes"),
    ("", "UFuncNoLoopError", "", "NumPy's text names the ufunc and the dtypes"),
]
