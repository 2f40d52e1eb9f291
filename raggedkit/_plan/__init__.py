"""Plans over shapes, partitions and arguments; no values are read here."""
