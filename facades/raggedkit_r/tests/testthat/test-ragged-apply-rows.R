test_that("a value for each row is a vector, anything else is ragged", {
  x <- ragged(a = c(3, 1), b = NULL, c = 5)
  expect_identical(apply_rows(x, length), c(a = 2L, b = 0L, c = 1L))
  expect_identical(as.list(apply_rows(x, rev)), list(a = c(1, 3), b = NULL, c = 5))
  expect_identical(as.list(apply_rows(x, length, simplify = FALSE)), list(a = 2L, b = 0L, c = 1L))
  expect_identical(apply_rows(x, "sum", na.rm = TRUE), c(a = 4, b = 0, c = 5))
  expect_identical(apply_rows(list(1:2, 3L), function(row, k) row[[1]] + k, k = 10L), c(11L, 13L))
  expect_identical(apply_rows(ragged(as.Date("2024-01-01")), min), as.Date("2024-01-01"))
  expect_identical(apply_rows(ragged(), sum), ragged())
})

test_that("the function gets rows of rows as ragged lists", {
  x <- ragged(list(list(1:2, 3L), list(4:6)))
  expect_identical(as.list(apply_rows(x, row_sums)), list(c(3L, 3L), 15L))
  expect_identical(apply_rows(x, nvals), c(3L, 3L))
})
