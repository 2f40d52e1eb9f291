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

test_that("names of values stay with them", {
  x <- ragged(a = c(p = 1, q = 2), b = 3)
  names(x) <- NULL
  expect_identical(as.list(x), list(c(p = 1, q = 2), 3))
  expect_identical(names(flat_values(x)), c("p", "q", ""))
})
