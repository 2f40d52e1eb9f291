"""How long ragged operations take in raggedkit and in other libraries: ``python -m benchmarks``."""
