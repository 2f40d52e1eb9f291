test_that("length() is the rank", {
  expect_identical(length(shape(1, 2, 3, NA)), 4L)
  expect_identical(length(shape(dims = NULL)), NA_integer_)
  expect_identical(seq_along(shape(4, 5)), 1:2)
})

test_that("a longer length fills up with unknown dimensions", {
  x <- shape(1, 2)
  length(x) <- 3
  expect_identical(x, shape(1, 2, NA))
  length(x) <- 1
  expect_identical(x, shape(1))
})
