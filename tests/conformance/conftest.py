"""Shared files of this folder have no tests, and need TensorFlow."""

collect_ignore_glob = ["bridge.py", "calls*.py"]
