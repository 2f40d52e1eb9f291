# The examples of the shape() that R's tensorflow package documents, from top to bottom.

test_that("construct", {
  expect_output(print(shape()), "TensorShape([])", fixed = TRUE)
  expect_output(print(shape(NULL)), "TensorShape([None])", fixed = TRUE)
  expect_output(print(shape(NA)), "TensorShape([None])", fixed = TRUE)
  expect_output(print(shape(dims = NULL)), "TensorShape(None)", fixed = TRUE)
  expect_output(print(shape(3, 4)), "TensorShape([3, 4])", fixed = TRUE)
  expect_output(print(shape(NA, 4)), "TensorShape([None, 4])", fixed = TRUE)
  expect_output(print(shape(dims = c(NA, 4))), "TensorShape([None, 4])", fixed = TRUE)
})

test_that("inspect and convert", {
  expect_identical(length(shape(dims = NULL)), NA_integer_)
  expect_identical(length(shape(1, 2, 3, NA)), 4L)
  x <- shape(dims = list(3L, 5L))
  expect_identical(as.list(x), list(3L, 5L))
  expect_identical(as.integer(x), c(3L, 5L))
  expect_identical(as.numeric(x), c(3, 5))
  expect_identical(as.double(x), c(3, 5))
  expect_identical(c(as_tensor(x)), c(3L, 5L))
  x <- shape(NA, 3)
  expect_identical(as.list(x), list(NULL, 3L))
  expect_identical(as.integer(x), c(NA, 3L))
  expect_identical(c(as_tensor(x)), c(-1L, 3L))
  expect_error(as.list(shape(dims = NULL)), class = "python.builtin.ValueError")
})

test_that("compare", {
  expect_true(shape(3, 4) == shape(3, 4))
  expect_false(shape(3, 4) == shape(4, 4))
  expect_true(shape(NA, 4) == shape(NA, 4))
  expect_false(shape(NA, 4) == shape(3, 4))
  expect_true(shape(dims = NULL) == shape(dims = NULL))
  expect_false(shape(dims = NULL) == shape(NULL))
  expect_false(shape(dims = NULL) == shape(4))
})

test_that("extract or replace", {
  x <- shape(1, 2, 3)
  expect_identical(x[1], shape(1))
  expect_identical(x[[1]], 1L)
  expect_identical(x[2:3], shape(2, 3))
  expect_identical(x[-1], shape(2, 3))
  for (value in list(11, shape(11), list(11))) {
    x[1] <- value
    expect_identical(x, shape(11, 2, 3))
  }
  x[[1]] <- 22
  expect_identical(x, shape(22, 2, 3))
  x[1:2] <- c(NA, 99)
  expect_identical(x, shape(NA, 99, 3))
  x[1:2] <- shape(33, 44)
  expect_identical(x, shape(33, 44, 3))
})

test_that("concatenate and merge", {
  expect_identical(c(shape(1), shape(2, 3), shape(4, NA)), shape(1, 2, 3, 4, NA))
  expect_identical(merge(shape(NA, 2), shape(1, 2)), shape(1, 2))
  expect_error(merge(shape(2, 2), shape(1, 2)), class = "python.builtin.ValueError")
})
