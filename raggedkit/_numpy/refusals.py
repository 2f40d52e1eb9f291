"""NumPy functions without a ragged meaning, with the alternative that the error suggests."""

from __future__ import annotations

__all__ = ["REFUSED", "WAY_OUT"]

# flat_values comes first: a function of padded rows treats the padding as data.
WAY_OUT = (
    "use rt.flat_values for the values alone (raggedkit.ragged.map_flat_values keeps the rows), "
    "or rt.to_tensor() to pad"
)

_BY_WAY_OUT: dict[str, str] = {
    WAY_OUT: """
        np.apply_over_axes np.block np.convolve np.correlate np.histogram2d np.histogramdd
        np.unwrap np.sort_complex np.ix_ np.packbits np.unpackbits np.unravel_index
        np.ravel_multi_index np.meshgrid np.can_cast np.geomspace np.linspace np.logspace
        np.poly np.polyadd np.polyder np.polydiv np.polyfit np.polyint np.polymul np.polysub
        np.roots np.vander
        np.fft.fft np.fft.fft2 np.fft.fftn np.fft.fftshift np.fft.hfft np.fft.ifft np.fft.ifft2
        np.fft.ifftn np.fft.ifftshift np.fft.ihfft np.fft.irfft np.fft.irfft2 np.fft.irfftn
        np.fft.rfft np.fft.rfft2 np.fft.rfftn
        np.linalg.cholesky np.linalg.cond np.linalg.det np.linalg.eig np.linalg.eigh
        np.linalg.eigvals np.linalg.eigvalsh np.linalg.inv np.linalg.lstsq np.linalg.matrix_power
        np.linalg.matrix_rank np.linalg.multi_dot np.linalg.pinv np.linalg.qr np.linalg.slogdet
        np.linalg.solve np.linalg.svd np.linalg.svdvals np.linalg.tensorinv np.linalg.tensorsolve
        np.corrcoef np.cov
    """,
    "np.linalg.norm(rt, axis=1) computes the norm of each row": "np.linalg.matrix_norm",
    "np.matmul and raggedkit.matmul multiply ragged matrices, np.sum(x * y, axis=1) is the dot "
    "product of each row": """
        np.cross np.dot np.einsum np.einsum_path np.inner np.kron np.outer np.tensordot np.vdot
        np.matvec np.vecdot np.vecmat np.linalg.cross np.linalg.outer np.linalg.tensordot
        np.linalg.vecdot
    """,
    "np.swapaxes and np.transpose move the axes that can move": """
        np.matrix_transpose np.linalg.matrix_transpose np.rollaxis np.rot90
    """,
    "a ragged tensor is not a matrix; rt.to_tensor() pads it to one": """
        np.diag np.diag_indices_from np.diagflat np.diagonal np.trace np.tril np.tril_indices_from
        np.triu np.triu_indices_from np.linalg.diagonal np.linalg.trace
    """,
    "make another tensor: np.where(condition, x, y), rt.with_flat_values(...)": """
        np.copyto np.fill_diagonal np.place np.put np.put_along_axis np.putmask
    """,
    "np.select and np.where choose element by element": "np.choose np.piecewise",
    "np.concatenate and np.stack join ragged tensors": "np.column_stack np.dstack",
    "rt[mask] removes values, np.concatenate([x, rt], axis=1) adds values to rows": """
        np.delete np.insert
    """,
    "raggedkit.pad_to lengthens short rows, rt.to_tensor() pads all rows to one length": """
        np.pad np.resize
    """,
    "raggedkit.apply_rows takes a function of a row, raggedkit.ragged.map_flat_values one of "
    "values": "np.apply_along_axis",
    "np.expand_dims adds one axis": "np.atleast_3d",
    "np.array_equal compares two tensors": "np.array_equiv",
    "str(rt) and repr(rt) are the text of a tensor": "np.array2string np.array_repr np.array_str",
    "np.argsort(rt, axis=1) sorts by one key": "np.lexsort",
    "np.savez(path, **rt.to_buffers()), rt.to_parquet(path) and pickle.dump keep the rows": """
        np.save np.savetxt np.savez np.savez_compressed
    """,
    "rt[mask] selects values": "np.trim_zeros",
    "raggedkit.strings.split splits text, raggedkit.strings.reduce_join joins it": """
        np.char.join np.char.rsplit np.char.split np.char.splitlines
    """,
    "raggedkit.bincount counts all values, or with axis=-1 those of each row": "np.bincount",
}

REFUSED = {name: way_out for way_out, names in _BY_WAY_OUT.items() for name in names.split()}
