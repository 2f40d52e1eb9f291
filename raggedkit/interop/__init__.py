"""Other libraries' data from ragged tensors and back: one module each, imported when asked for."""

__all__: list[str] = []
