"""Speed and memory of raggedkit and other libraries: ``python -m benchmarks``."""
