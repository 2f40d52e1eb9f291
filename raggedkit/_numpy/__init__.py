"""NumPy's protocols: the functions and ufuncs that work on ragged tensors."""
