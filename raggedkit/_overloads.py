"""Decorators that give functions their overloads: a ragged argument gives a ragged result.

Type checkers see an overload for each kind of the first argument; the other parameters are those
of the function. At run time a decorator returns the function itself, and `help` shows the one
signature that was written. The first argument may be passed by name, so each name has its class.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = [
    "ragged_if_input",
    "same_kind_as_features",
    "same_kind_as_indices",
    "same_kind_as_input",
    "same_kind_as_tensor",
    "same_kind_as_values",
    "same_kind_as_x",
    "scalar_without_axis",
]

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Concatenate, ParamSpec, Protocol, overload

    from raggedkit._typing import Axes, Scalar, Tensor, TensorLike, TensorT
    from raggedkit.tensor import RaggedTensor

    P = ParamSpec("P")

    class Named(Protocol):
        __name__: str

    class SameKindAsInput(Named, Protocol[P]):
        @overload
        def __call__(self, input: TensorT, *args: P.args, **kwargs: P.kwargs) -> TensorT: ...
        @overload
        def __call__(self, input: TensorLike, *args: P.args, **kwargs: P.kwargs) -> Tensor: ...

    class SameKindAsIndices(Named, Protocol[P]):
        @overload
        def __call__(self, indices: TensorT, *args: P.args, **kwargs: P.kwargs) -> TensorT: ...
        @overload
        def __call__(self, indices: TensorLike, *args: P.args, **kwargs: P.kwargs) -> Tensor: ...

    class SameKindAsX(Named, Protocol[P]):
        @overload
        def __call__(self, x: TensorT, *args: P.args, **kwargs: P.kwargs) -> TensorT: ...
        @overload
        def __call__(self, x: TensorLike, *args: P.args, **kwargs: P.kwargs) -> Tensor: ...

    class SameKindAsFeatures(Named, Protocol[P]):
        @overload
        def __call__(self, features: TensorT, *args: P.args, **kwargs: P.kwargs) -> TensorT: ...
        @overload
        def __call__(self, features: TensorLike, *args: P.args, **kwargs: P.kwargs) -> Tensor: ...

    class SameKindAsTensor(Named, Protocol[P]):
        @overload
        def __call__(self, tensor: TensorT, *args: P.args, **kwargs: P.kwargs) -> TensorT: ...
        @overload
        def __call__(self, tensor: TensorLike, *args: P.args, **kwargs: P.kwargs) -> Tensor: ...

    class SameKindAsValues(Named, Protocol[P]):
        @overload
        def __call__(self, values: TensorT, *args: P.args, **kwargs: P.kwargs) -> TensorT: ...
        @overload
        def __call__(self, values: TensorLike, *args: P.args, **kwargs: P.kwargs) -> Tensor: ...

    class RaggedIfInput(Named, Protocol[P]):
        @overload
        def __call__(
            self, input: RaggedTensor, *args: P.args, **kwargs: P.kwargs
        ) -> RaggedTensor: ...
        @overload
        def __call__(self, input: TensorLike, *args: P.args, **kwargs: P.kwargs) -> Tensor: ...

    class ScalarWithoutAxis(Named, Protocol[P]):
        @overload
        def __call__(
            self,
            input_tensor: TensorLike,
            axis: None = None,
            *args: P.args,
            **kwargs: P.kwargs,
        ) -> Scalar: ...
        @overload
        def __call__(
            self, input_tensor: TensorLike, axis: Axes, *args: P.args, **kwargs: P.kwargs
        ) -> Tensor: ...

    def same_kind_as_input(f: Callable[Concatenate[Any, P], Tensor]) -> SameKindAsInput[P]: ...
    def same_kind_as_indices(f: Callable[Concatenate[Any, P], Tensor]) -> SameKindAsIndices[P]: ...
    def same_kind_as_x(f: Callable[Concatenate[Any, P], Tensor]) -> SameKindAsX[P]: ...
    def same_kind_as_features(
        f: Callable[Concatenate[Any, P], Tensor],
    ) -> SameKindAsFeatures[P]: ...
    def same_kind_as_tensor(f: Callable[Concatenate[Any, P], Tensor]) -> SameKindAsTensor[P]: ...
    def same_kind_as_values(f: Callable[Concatenate[Any, P], Tensor]) -> SameKindAsValues[P]: ...
    def ragged_if_input(f: Callable[Concatenate[Any, P], Tensor]) -> RaggedIfInput[P]: ...
    def scalar_without_axis(
        f: Callable[Concatenate[TensorLike, Axes | None, P], Tensor | Scalar],
    ) -> ScalarWithoutAxis[P]: ...

else:

    def same_kind_as_input(function):
        return function

    same_kind_as_features = same_kind_as_tensor = same_kind_as_values = same_kind_as_input
    same_kind_as_indices = same_kind_as_x = ragged_if_input = scalar_without_axis = (
        same_kind_as_input
    )
