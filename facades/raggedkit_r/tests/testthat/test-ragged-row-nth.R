test_that("the first, last and nth value of each row", {
  set.seed(18)
  each_kind(names = TRUE, times = 2L, kinds = setdiff(names(value_makers()), "raw"), function(rows) {
    x <- as_ragged(rows)
    values <- flat_values(x)
    at <- function(n) unname(values)[row_splits(x)[seq_along(rows)] + ifelse(lengths(rows) >= n, n, NA)]
    expect_identical(unname(row_first(x)), at(1))
    expect_identical(unname(row_nth(x, 2)), at(2))
    expect_identical(names(row_first(x)), names(rows))
    expect_identical(row_last(x), row_first(rev_rows(x)))
  })
})

test_that("a default replaces absent values", {
  x <- ragged(a = 1:2, b = NULL)
  expect_identical(row_first(x), c(a = 1L, b = NA))
  expect_identical(row_last(x, default = 0L), c(a = 2L, b = 0L))
  expect_identical(row_nth(x, -2), c(a = 1L, b = NA))
  nested <- ragged(list(list(1:2, 3L), list()))
  expect_identical(row_last(nested), c(3L, NA))
  expect_identical(as.list(row_last(nested, axis = 2)), list(c(2L, 3L), integer()))
  expect_raises(row_nth(x, 0), "ValueError", "`n` must be a position, counted from 1, or from the end with -1, not 0")
})

test_that("the default is one value", {
  expect_raises(row_first(ragged(1, numeric()), default = 1:2), "ValueError", "`default` must be one value, not 1:2")
})
