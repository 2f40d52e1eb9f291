"""Small forms: kernels for a few rows, on Python integers; they return None for other input."""
