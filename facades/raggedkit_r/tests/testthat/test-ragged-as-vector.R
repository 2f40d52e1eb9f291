test_that("unlist() works as on a list and keeps the type of the values", {
  set.seed(21)
  each_kind(names = TRUE, kinds = c("logical", "integer", "numeric", "complex", "character", "raw"), function(rows) {
    if (!sum(lengths(rows))) {
      return()
    }
    expect_identical(unlist(as_ragged(rows)), unlist(rows))
    expect_identical(unlist(as_ragged(rows), use.names = FALSE), unlist(rows, use.names = FALSE))
  })
  expect_identical(unlist(ragged(factor("u"), factor("v"))), factor(c("u", "v")))
  day <- as.Date("2024-01-01")
  expect_identical(unlist(ragged(a = day, b = day)), c(a = day, b = day))
})

test_that("as.vector() and the like convert to a type", {
  x <- ragged(a = c(1, NA), b = NULL, c = 0)
  expect_identical(as.vector(x), c(1, NA, 0))
  expect_identical(as.vector(x, "list"), as.list(x))
  expect_identical(as.numeric(x), c(1, NA, 0))
  expect_identical(as.integer(x), c(1L, NA, 0L))
  expect_raises(as.logical(x), "TypeError", "`x` must be a vector for `as.logical` and `ifelse`, not a ragged list")
  expect_raises(ifelse(x > 0, x, 0), "TypeError", "x[mask] <- value replaces where a mask is TRUE")
  expect_identical(as.complex(x), c(1 + 0i, NA, 0i))
})
