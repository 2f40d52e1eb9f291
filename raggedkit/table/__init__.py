"""Tables of ragged columns: several tensors over one partition, with labels of each row."""

from raggedkit.table.table import RaggedTable
from raggedkit.table.table import rebuilt as rebuilt  # pickles find it here

__all__ = ["RaggedTable"]
