"""Methods of a ragged tensor for pandas, PyTorch and TensorFlow, imported on first use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from raggedkit._docstrings import sections_from

if TYPE_CHECKING:
    from raggedkit.tensor import RaggedTensor

__all__ = ["FrameworkMethods"]


class FrameworkMethods:
    """`to_pandas`, `to_torch`, `to_tensorflow`, and their ways back."""

    __slots__ = ()

    @sections_from("interop.pandas.to_pandas")
    def to_pandas(self, name: Any = None, index: Any = None) -> Any:
        """Return the tensor as a pandas Series of lists.

        See `raggedkit.interop.pandas.to_pandas`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.array([[3, 1], [], [5]]).to_pandas("scores").list.len().tolist()
        [2, 0, 1]
        """
        from raggedkit.interop import pandas

        return pandas.to_pandas(self, name, index)  # type: ignore[arg-type]

    @sections_from("interop.pandas.from_pandas")
    @classmethod
    def from_pandas(
        cls,
        series: Any,
        *,
        fill_missing: Any = None,
        return_mask: bool = False,
        missing_rows: str = "raise",
    ) -> Any:
        """Return a pandas Series of lists as a ragged tensor.

        See `raggedkit.interop.pandas.from_pandas`.

        Examples
        --------
        >>> import pandas as pd, raggedkit as rk
        >>> rk.RaggedTensor.from_pandas(pd.Series([[3, 1], [], [5]]))
        <RaggedTensor [[3, 1], [], [5]]>
        """
        from raggedkit.interop import pandas

        # Any: the overloads depend on the value of `return_mask`.
        rules: Any = {"fill_missing": fill_missing, "return_mask": return_mask}
        return pandas.from_pandas(series, missing_rows=missing_rows, **rules)

    @sections_from("interop.torch.to_torch")
    def to_torch(self) -> Any:
        """Return the tensor as a nested tensor of PyTorch, in the jagged layout.

        See `raggedkit.interop.torch.to_torch`.

        Examples
        --------
        >>> import torch, raggedkit as rk
        >>> rk.array([[3, 1], [], [5]]).to_torch().sum(dim=1)
        tensor([4, 0, 5])
        """
        from raggedkit.interop import torch

        return torch.to_torch(self)  # type: ignore[arg-type]

    @sections_from("interop.torch.from_torch")
    @classmethod
    def from_torch(cls, nt: Any) -> RaggedTensor:
        """Return a nested tensor of PyTorch as a ragged tensor.

        See `raggedkit.interop.torch.from_torch`.

        Examples
        --------
        >>> import torch, raggedkit as rk
        >>> rows = [torch.tensor([3, 1]), torch.tensor([5])]
        >>> rk.RaggedTensor.from_torch(torch.nested.nested_tensor(rows, layout=torch.jagged))
        <RaggedTensor [[3, 1], [5]]>
        """
        from raggedkit.interop import torch

        return torch.from_torch(nt)

    def __getitems__(self, rows: Any) -> RaggedTensor:
        """Return rows by their numbers: a batch, as ``torch.utils.data.DataLoader`` asks for it."""
        from raggedkit.ops.gather import gather

        # Without it a DataLoader would take the rows one by one.
        rt: Any = self
        batch: RaggedTensor = gather(rt, rows)
        return batch

    @sections_from("interop.tensorflow.to_tensorflow")
    def to_tensorflow(self) -> Any:
        """Return the tensor as a `tf.RaggedTensor`.

        See `raggedkit.interop.tensorflow.to_tensorflow`.

        Examples
        --------
        >>> import tensorflow as tf, raggedkit as rk
        >>> tf.reduce_sum(rk.array([[3, 1], [], [5]]).to_tensorflow(), axis=1).numpy()
        array([4, 0, 5])
        """
        from raggedkit.interop import tensorflow

        return tensorflow.to_tensorflow(self)  # type: ignore[arg-type]

    @sections_from("interop.tensorflow.from_tensorflow")
    @classmethod
    def from_tensorflow(cls, rt: Any) -> RaggedTensor:
        """Return a `tf.RaggedTensor` as a ragged tensor.

        See `raggedkit.interop.tensorflow.from_tensorflow`.

        Examples
        --------
        >>> import tensorflow as tf, raggedkit as rk
        >>> rk.RaggedTensor.from_tensorflow(tf.ragged.constant([[3, 1], [], [5]]))
        <RaggedTensor [[3, 1], [], [5]]>
        """
        from raggedkit.interop import tensorflow

        return tensorflow.from_tensorflow(rt)
