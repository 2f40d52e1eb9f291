test_that("the encodings describe the boundaries of the rows", {
  set.seed(4)
  each_kind(names = TRUE, function(rows) {
    x <- as_ragged(rows)
    lengths <- lengths(rows)
    values <- flat_values(x)
    expect_identical(row_lengths(x), lengths)
    expect_identical(lengths(x), lengths)
    expect_identical(lengths(x, use.names = FALSE), unname(lengths))
    expect_identical(row_splits(x), as.integer(cumsum(c(0L, lengths))))
    expect_identical(value_rowids(x), rep(seq_along(rows), lengths))
    expect_identical(nrows(x), length(rows))
    expect_identical(length(x), length(rows))
    expect_identical(nvals(x), sum(lengths))
    for (i in which(lengths > 0L)) {
      at <- row_starts(x)[[i]]:row_limits(x)[[i]]
      expect_identical(unname(values[at]), unname(x[[i]]))
    }
    expect_identical(row_limits(x) - row_starts(x) + 1L, unname(lengths))
    expect_identical(row_is_null(x), vapply(rows, is.null, NA))
    expect_identical(is_empty(x), lengths == 0L)
  })
})

test_that("base = 0 counts from 0", {
  x <- ragged(1:2, integer(), 3L)
  expect_identical(row_splits(x, base = 1), c(1L, 3L, 3L, 4L))
  expect_identical(value_rowids(x, base = 0), c(0L, 0L, 2L))
  expect_identical(row_starts(x, base = 0), c(0L, 2L, 2L))
  expect_identical(row_limits(x, base = 0), c(2L, 2L, 3L))
})

test_that("inner ragged axes have their own encodings", {
  x <- ragged(list(list(1:2, 3L), list(), list(NULL, 4:6)))
  expect_identical(ragged_rank(x), 2L)
  expect_identical(row_lengths(x), c(2L, 0L, 2L))
  expect_identical(row_lengths(x, axis = 2), c(2L, 1L, 0L, 3L))
  expect_identical(nrows(x, axis = 2), 4L)
  expect_identical(row_is_null(x, axis = 2), c(FALSE, FALSE, TRUE, FALSE))
  expect_identical(ragged_shape(x), shape(3, NA, NA))
  expect_identical(ragged_shape(as_ragged(array(1:24, 2:4))), shape(2, NA, 4))
  expect_raises(row_lengths(x, axis = 3), "ValueError", "`axis` must be from 1 to 2, not 3")
})

test_that("with_values() keeps the rows", {
  x <- ragged(a = c(p = 1, q = 2), b = NULL, c = 3)
  expect_identical(as.list(with_values(x, c(4L, 5L, 6L))), list(a = c(p = 4L, q = 5L), b = NULL, c = 6L))
  expect_identical(as.list(with_values(x, function(v) v * 2)), list(a = c(p = 2, q = 4), b = NULL, c = 6))
  expect_identical(as.list(with_values(ragged("a", NULL), toupper)), list("A", NULL))
  expect_raises(with_values(x, 1:2), "ValueError", "`values` must be a vector of 3 values, one for each that `x` has, not 2")
  expect_raises(with_values(x, list(1, 2, 3)), "ValueError", "not list(1, 2, 3)")
})

test_that("lists are accepted", {
  expect_identical(row_lengths(list(1:2, NULL)), c(2L, 0L))
  expect_raises(row_lengths(1:2), "TypeError", "`x` must be a list of rows, not 1:2")
})
