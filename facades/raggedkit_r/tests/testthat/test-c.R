test_that("c() joins shapes and everything that converts to a shape", {
  set.seed(5)
  some <- random_dims(30)
  expect_identical(as.list(do.call(c, lapply(some, of_dims))), do.call(c, some))
  expect_identical(c(shape(1), NULL, c(2, NA), list(3, NULL), "4"), shape(1, 2, NA, 3, NA, 4))
  expect_identical(c(a = shape(1), b = 2), shape(1, 2))
  expect_identical(append(shape(1, 2), 9, after = 1), shape(1, 9, 2))
})

test_that("c() of a shape of unknown rank has an unknown rank", {
  expect_identical(c(shape(1), shape(dims = NULL)), shape(dims = NULL))
  expect_identical(c(shape(dims = NULL), 2), shape(dims = NULL))
})

test_that("an argument that is not a shape raises an error with its name", {
  expect_raises(c(shape(1), -5), "ValueError", "`..2` must be a whole number from 0 to 2147483647, not -5")
  expect_raises(c(shape(dims = NULL), 1, list(2, -5)), "ValueError", "`..3[[2]]` must be")
})
