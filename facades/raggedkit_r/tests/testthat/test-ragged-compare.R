test_that("is.na() is ragged, anyNA() is one value", {
  x <- ragged(a = c(p = 1, q = NA), b = NULL, c = NaN)
  expect_identical(as.list(is.na(x)), list(a = c(p = FALSE, q = TRUE), b = NULL, c = TRUE))
  expect_identical(as.list(is.nan(x)), list(a = c(p = FALSE, q = FALSE), b = NULL, c = TRUE))
  expect_identical(as.list(is.finite(x)), list(a = c(p = TRUE, q = FALSE), b = NULL, c = FALSE))
  expect_identical(as.list(is.infinite(1 / ragged(0, NULL))), list(TRUE, NULL))
  expect_true(anyNA(x))
  expect_false(anyNA(ragged(1, NULL)))
})

test_that("match() and %in% look for rows", {
  skip_if_not(exists("mtfrm", baseenv()))
  x <- ragged(a = c(3, 1), b = numeric(), c = NULL)
  expect_identical(x %in% list(c(3, 1)), c(TRUE, FALSE, FALSE))
  expect_identical(match(list(numeric(), NULL), x), 2:3)
})

test_that("identical() and all.equal()", {
  x <- ragged(a = c(1, 2), b = NULL)
  expect_identical(x, as_ragged(list(a = c(1, 2), b = NULL)))
  expect_false(identical(x, ragged(a = c(1, 2), b = numeric())))
  expect_true(all.equal(x, x + 1e-12))
  expect_match(all.equal(x, x + 1), "Values: Mean relative difference")
  expect_identical(all.equal(x, ragged(a = c(1, 2), b = numeric())), "NULL rows differ")
  expect_identical(all.equal(x, ragged(c(1, 2), NULL)), "Names differ")
  expect_true(all.equal(x, ragged(c(1, 2), NULL), check.names = FALSE))
  expect_match(all.equal(x, ragged(1, 2)), "`current` must have 2 values in row 1, not 1")
  expect_identical(all.equal(x, 1), "target is a ragged list, current is numeric")
})
