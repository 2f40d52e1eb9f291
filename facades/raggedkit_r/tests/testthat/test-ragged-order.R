test_that("each row is sorted, reversed and made unique separately", {
  set.seed(19)
  each_kind(names = TRUE, times = 3L, kinds = setdiff(names(value_makers()), "raw"), function(rows) {
    x <- as_ragged(rows)
    each <- function(f) lapply(rows, function(row) if (!is.null(row)) f(row))
    expect_rows(rev_rows(x), each(rev))
    expect_rows(unique_rows(x), each(function(row) unname(row[!duplicated(row)])))
    rows <- lapply(unname(rows), unname)
    plain <- as_ragged(rows)
    expect_rows(sort_rows(plain), each(function(row) row[order(row)]))
    expect_rows(sort_rows(plain, na.last = NA), each(function(row) sort(row)))
    expect_rows(sort_rows(plain, na.last = FALSE), each(function(row) row[order(row, na.last = FALSE)]))
    if (!is.complex(flat_values(x))) {
      expect_rows(sort_rows(plain, decreasing = TRUE), each(function(row) row[order(row, decreasing = TRUE)]))
    }
  })
})

test_that("names of values move with them", {
  expect_identical(as.list(sort_rows(ragged(c(b = 2, a = 1), 0))), list(c(a = 1, b = 2), 0))
  expect_identical(as.list(rev_rows(ragged(c(b = 2, a = 1), 0))), list(c(a = 1, b = 2), 0))
})

test_that("the innermost rows are sorted", {
  x <- ragged(list(list(c(2, 1), NULL), list(c(3, 3, 1))))
  expect_identical(as.list(sort_rows(x)), list(list(c(1, 2), NULL), list(c(1, 3, 3))))
  expect_identical(as.list(unique_rows(x)), list(list(c(2, 1), NULL), list(c(3, 1))))
  expect_identical(sort_rows(list(c(as.raw(3), as.raw(1)))), ragged(as.raw(c(1, 3))))
  wide <- as_ragged(list(matrix(1:4, 2), matrix(5:6, 1)))
  expect_identical(rev_rows(wide)[[1]], matrix(c(2L, 1L, 4L, 3L), 2))
  expect_raises(sort_rows(wide), "ValueError", "`x` must contain single values for `sort_rows`, not 2 each")
})

test_that("arguments are checked, the error of sort() has the alternative", {
  expect_raises(sort_rows(ragged(1), decreasing = NA), "ValueError", "`decreasing` must be TRUE or FALSE, not NA")
  expect_raises(order(ragged(1)), "TypeError", "sort_rows(x) sorts each row")
})
