"""The files that the tests here share hold none themselves, and need TensorFlow."""

collect_ignore_glob = ["bridge.py", "calls*.py"]
