"""NumPy functions and ufuncs on ragged tensors, through NumPy's two protocols."""
