"""Measurements: comparison with other libraries, absolute costs, line profiles."""
