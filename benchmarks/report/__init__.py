"""RESULTS.md and the picture in docs/images, written from results.json and targets.toml."""
