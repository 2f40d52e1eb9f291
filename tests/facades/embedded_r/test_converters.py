"""Conversions of rpy2.robjects after attach(); shapes and sparse matrices."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import raggedkit as rk
import raggedkit_r
from raggedkit_r import from_r, to_r
from raggedkit_r.ragged.ragged_list import RaggedList


@pytest.fixture
def robjects(r: Any) -> Any:
    import rpy2.robjects

    return rpy2.robjects


SHAPES = {
    "known": rk.TensorShape([2, 3]),
    "part": rk.TensorShape([2, None, 0]),
    "scalar": rk.TensorShape([]),
    "unknown": rk.TensorShape(None),
    "largest": rk.TensorShape([2**31 - 1]),
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_shapes_come_back_the_same(r: Any, identical: Any, shape: rk.TensorShape) -> None:
    x = to_r(shape)
    back = from_r(x)
    assert type(back) is rk.TensorShape
    assert back.dims == shape.dims
    assert identical(to_r(back), x)
    assert tuple(x.rclass) == ("raggedkit_shape",)


def test_a_shape_is_what_r_makes_of_the_same(r: Any, identical: Any) -> None:
    assert identical(to_r(rk.TensorShape([2, None])), r("shape(2, NA)"))
    assert identical(to_r(rk.TensorShape(None)), r("shape(dims = NULL)"))
    assert identical(to_r(raggedkit_r.shape(2, raggedkit_r.NA)), r("shape(2, NA)"))


@pytest.mark.parametrize(
    ("face", "code"),
    [
        (raggedkit_r.c(3, raggedkit_r.NA), "c(3L, NA)"),
        (raggedkit_r.c(1.5, raggedkit_r.NA), "c(1.5, NA)"),
        (raggedkit_r.c(True, raggedkit_r.NA), "c(TRUE, NA)"),
        (raggedkit_r.c("a", raggedkit_r.NA), "c('a', NA)"),
        (raggedkit_r.c(1j, raggedkit_r.NA), "c(1i, NA)"),
        (raggedkit_r.Vector([]), "logical(0)"),
        (raggedkit_r.NA, "NA"),
        (raggedkit_r.NA_character_, "NA_character_"),
        (raggedkit_r.shape(2, raggedkit_r.NA), "shape(2, NA)"),
    ],
    ids=["integer", "numeric", "logical", "text", "complex", "nothing", "na", "na-text", "shape"],
)
def test_what_the_face_without_r_makes_is_r_s_own(
    r: Any, identical: Any, face: Any, code: str
) -> None:
    assert identical(to_r(face), r(code))


def test_na_can_be_an_argument(robjects: Any) -> None:
    assert robjects.r["shape"](2, raggedkit_r.NA) == rk.TensorShape([2, None])


SPARSE: dict[str, rk.SparseTensor] = {
    "doubles": rk.SparseTensor([[0, 1], [2, 0], [2, 1]], [5.0, 6, np.nan], [3, 2]),
    "stored-zero": rk.SparseTensor([[0, 0]], [0.0], [1, 1]),
    "bools": rk.SparseTensor([[0, 1], [1, 0]], [True, False], [2, 2]),
    "empty": rk.SparseTensor(np.zeros((0, 2), "int64"), np.zeros(0), [3, 4]),
    "no-rows": rk.SparseTensor(np.zeros((0, 2), "int64"), np.zeros(0), [0, 4]),
    "no-columns": rk.SparseTensor(np.zeros((0, 2), "int64"), np.zeros(0, bool), [2, 0]),
}


@pytest.fixture
def matrix(r: Any) -> None:
    if not r("requireNamespace('Matrix', quietly = TRUE)")[0]:
        pytest.skip("R's package Matrix is missing: tools/system.sh r installs it")


@pytest.mark.usefixtures("matrix")
@pytest.mark.parametrize("sp", SPARSE.values(), ids=SPARSE)
def test_sparse_tensors_come_back_the_same(identical: Any, sp: rk.SparseTensor) -> None:
    x = to_r(sp)
    assert x.rclass[0] == ("lgCMatrix" if sp.dtype == bool else "dgCMatrix")
    assert from_r(x).identical(sp)
    assert identical(to_r(from_r(x)), x)


@pytest.mark.usefixtures("matrix")
def test_other_numbers_become_doubles_and_cells_come_in_order() -> None:
    sp = rk.SparseTensor([[2, 0], [0, 1]], np.array([6, 5], "int8"), [3, 2])
    assert from_r(to_r(sp)).identical(rk.SparseTensor([[0, 1], [2, 0]], [5.0, 6.0], [3, 2]))


MATRICES = {
    "dgT": ("spMatrix(2, 2, c(1L, 1L), c(2L, 2L), c(1, 2))", [[0, 3], [0, 0]]),
    "dgR": ("as(sparseMatrix(1, 2, x = 7), 'RsparseMatrix')", [[0, 7]]),
    "dsC": ("sparseMatrix(1, 2, x = 7, dims = c(2, 2), symmetric = TRUE)", [[0, 7], [7, 0]]),
    "dtC": ("sparseMatrix(1, 2, x = 7, dims = c(2, 2), triangular = TRUE)", [[0, 7], [0, 0]]),
    "ddi": ("Diagonal(2)", [[1, 0], [0, 1]]),
    "ngC": ("sparseMatrix(1, 2, dims = c(2, 2))", [[False, True], [False, False]]),
    "lgC": ("sparseMatrix(1, 2, x = TRUE)", [[False, True]]),
}


@pytest.mark.usefixtures("matrix")
@pytest.mark.parametrize(("code", "dense"), MATRICES.values(), ids=MATRICES)
def test_sparse_matrices_of_every_form_are_read(r: Any, code: str, dense: Any) -> None:
    found = from_r(r(f"with(asNamespace('Matrix'), {code})"))
    assert isinstance(found, rk.SparseTensor)
    np.testing.assert_array_equal(found.to_dense(), np.array(dense))
    assert found.dtype == np.array(dense, dtype=bool if "False" in str(dense) else float).dtype


@pytest.mark.usefixtures("matrix")
def test_robjects_takes_and_gives_sparse_tensors(robjects: Any) -> None:
    st = rk.SparseTensor([[0, 1], [2, 0]], [5.0, 6], [3, 2])
    assert list(robjects.r["dim"](st)) == [3, 2]
    assert robjects.r("Matrix::t")(st).to_dense().tolist() == [[0, 0, 6], [5, 0, 0]]


def test_robjects_takes_and_gives_ours(robjects: Any) -> None:
    r = robjects.r
    rt = rk.array([[3, 1], [], [5]])
    assert r("identity")(rt).identical(rt)
    assert list(r["row_lengths"](rt)) == [2, 0, 1]
    assert r["shape"](2, robjects.NA_Integer) == rk.TensorShape([2, None])
    assert r["length"](rk.TensorShape([1, 2]))[0] == 2
    assert isinstance(r("ragged(list(c(1L, NA), 2L))"), RaggedList)
    robjects.globalenv["sent"] = rt
    assert robjects.globalenv["sent"].identical(rt)


def test_robjects_keeps_its_own_classes(robjects: Any) -> None:
    assert type(robjects.r("list(1, 'a')")) is robjects.ListVector
    assert type(robjects.r("data.frame(a = 1)")) is robjects.DataFrame
    assert type(robjects.r("c(1, 2)")) is robjects.FloatVector
    assert isinstance(
        robjects.r("setClass('Odd', representation(a = 'numeric'))(a = 1)"), robjects.RS4
    )


def test_a_partition_says_what_to_send(robjects: Any) -> None:
    with pytest.raises(TypeError, match="row_lengths"):
        robjects.r["length"](rk.RowPartition.from_row_lengths([1, 2]))


def test_rules_of_others_keep_ours(robjects: Any) -> None:
    from rpy2.robjects import numpy2ri
    from rpy2.robjects.conversion import localconverter

    rt = rk.array([[3, 1], [], [5]])
    with localconverter(robjects.default_converter + numpy2ri.converter):
        assert robjects.r["identity"](rt).identical(rt)
        assert type(robjects.r("c(1, 2)")) is np.ndarray


def test_attaching_again_changes_nothing(r: Any) -> None:
    before = list(r("search()"))
    raggedkit_r.attach()
    assert list(r("search()")) == before
    assert sum(place.startswith(("raggedkit", "package:raggedkit")) for place in before) == 1


def test_names_of_the_user_s_do_not_disturb_the_package(r: Any) -> None:
    r("{c <- function(...) stop('mine'); is.na <- function(x) stop('mine')}")
    try:
        assert from_r(r("ragged(list(1, 2))")).to_list() == [[1], [2]]
        assert r("format(shape(2, NA))")[0] == "(2, NA)"
    finally:
        r("rm(c, is.na)")


def test_every_method_that_the_namespace_names_is_found(r: Any) -> None:
    registered = r("""function(folder) {
      namespace <- parseNamespaceFile(basename(folder), dirname(folder))
      own <- is.na(namespace$S3methods[, 4L])
      methods <- namespace$S3methods[own, , drop = FALSE]
      found <- mapply(function(generic, class) {
        !is.null(getS3method(generic, class, optional = TRUE, envir = environment(shape)))
      }, methods[, 1L], methods[, 2L])
      paste(methods[, 1L], methods[, 2L])[!found]
    }""")
    from raggedkit_r.border.session import FOLDER

    assert list(registered(str(FOLDER))) == []


def test_methods_of_the_package_s_own_generics_are_found_from_anywhere(r: Any) -> None:
    assert list(r("as_tensor(1:3)")) == [1, 2, 3]
    assert list(r("(function() as_tensor(shape(2, NA)))()")) == [2, -1]
    assert from_r(r("as_ragged(data.frame(a = I(list(1, 2))))")).to_list() == [[1], [2]]


def test_messages_of_r_arrive_with_their_kind(r: Any) -> None:
    with pytest.raises(TypeError) as caught:
        from_r(r("list(1, sum)"))
    assert caught.value.__cause__ is None
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("quote({assign('ran', 1, globalenv()); 5})", "a call or formula"),
        ("quote(ran <- 1)", "a call or formula"),
        ("y ~ x", "a call or formula"),
        ("as.name('ran_nowhere')", "a name"),
    ],
    ids=["block", "call", "formula", "name"],
)
def test_code_is_refused_and_not_run(r: Any, code: str, kind: str) -> None:
    obj = r(code)
    with pytest.raises(TypeError, match=f"^obj must be a value of R's, got {kind}; eval"):
        from_r(obj)
    with pytest.raises(TypeError, match=r"^`x\[\[1\]\]` must be a "):
        from_r(r(f"list({code})"))
    assert not r("exists('ran')")[0]


def test_a_promise_is_refused_and_not_run(r: Any) -> None:
    import rpy2.rinterface as ri

    promise = type("Promise", (ri.Sexp,), {"typeof": 5})(r("1").__sexp__)
    with pytest.raises(TypeError, match="got a promise"):
        from_r(promise)


def test_a_data_frame_says_what_to_do(r: Any) -> None:
    for code in ("data.frame(a = 1, b = 2)", "data.frame(a = I(list(1)))"):
        with pytest.raises(TypeError, match=r"not a data frame; take a column of it, x\$name, or"):
            from_r(r(code))
    assert from_r(r("data.frame(a = I(list(1)))$a")).to_list() == [[1]]


def test_examples() -> None:
    import doctest

    import raggedkit_r.border.rpy2

    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    found = doctest.testmod(raggedkit_r.border.rpy2, optionflags=options)
    assert found.failed == 0
    assert found.attempted > 10
