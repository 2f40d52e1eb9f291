"""R vectors: values with NA and names, their arithmetic, indexing and printing."""
