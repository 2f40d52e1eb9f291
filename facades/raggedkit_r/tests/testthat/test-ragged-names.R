test_that("names are those of the rows", {
  x <- ragged(1:2, NULL, 3L)
  expect_null(names(x))
  names(x) <- c("a", "b", "c")
  expect_identical(names(x), c("a", "b", "c"))
  expect_identical(as.list(x), list(a = 1:2, b = NULL, c = 3L))
  names(x)[2] <- "z"
  expect_identical(names(x), c("a", "z", "c"))
  names(x) <- "only"
  expect_identical(names(x), c("only", NA, NA))
  names(x) <- NULL
  expect_identical(x, ragged(1:2, NULL, 3L))
  expect_raises(names(x) <- letters, "ValueError", "`names(x)` must be 3 texts, one for each row, not 26")
})

test_that("names of values are kept with the values", {
  x <- ragged(a = c(p = 1, q = 2), b = 3)
  names(x) <- NULL
  expect_identical(as.list(x), list(c(p = 1, q = 2), 3))
  expect_identical(names(flat_values(x)), c("p", "q", ""))
})

test_that("the levels of factors can be changed", {
  x <- ragged(factor(c("a", "b")), factor("b"))
  levels(x) <- c("u", "v")
  expect_identical(x, ragged(factor(c("u", "v")), factor("v", c("u", "v"))))
  y <- ragged(1:2)
  expect_raises(levels(y) <- "a", "TypeError", "`x` must contain factors, not integer values")
})

test_that("with() evaluates with the rows as variables", {
  x <- ragged(a = 1:2, b = 5L, 9L)
  k <- 10L
  expect_identical(with(x, sum(a) * b + k), 25L)
  expect_error(with(x, splits), "not found")
})

test_that("functions that would lose the rows raise an error", {
  x <- ragged(c(3, 1), 5)
  expect_raises(dim(x) <- 2L, "TypeError", "as.matrix(x) pads them")
  expect_raises(diff(x), "TypeError", "apply_rows(x, diff)")
  expect_raises(factor(x), "TypeError", "with_values(x, factor)")
})
