test_that("`[` and `[[` mean what they mean for a list", {
  set.seed(2)
  for (dims in random_dims(15)) {
    n <- length(dims)
    indices <- list(seq_len(n), -1, 0, n + 2, NA, TRUE, c(TRUE, FALSE), c(n, 1), "a", integer(0), NULL, 1.9)
    for (i in indices) {
      expect_identical(as.list(of_dims(dims)[i]), unname(dims[i]))
    }
    for (i in seq_len(n)) {
      expect_identical(of_dims(dims)[[i]], dims[[i]])
    }
    expect_identical(of_dims(dims)[], of_dims(dims))
  }
})

test_that("indices that a list refuses are refused", {
  x <- shape(1, 2, 3)
  expect_error(x[[5]], "subscript out of bounds")
  expect_error(x[[0]], "select less than one element")
  expect_error(x[c(-1, NA)], "negative subscripts")
  expect_error(x[list(1)], "invalid subscript type 'list'")
  expect_error(x[1, 2], "unused argument")
})

test_that("a shape of unknown rank has nothing to extract", {
  x <- shape(dims = NULL)
  expect_raises(x[1], "ValueError", "`x` must have a known rank, not TensorShape(None); is.na(length(x)) tells")
  expect_raises(x[[1]], "ValueError", "with_rank(x, n) sets it")
  expect_raises(x[], "ValueError", "`x` must have a known rank")
})
