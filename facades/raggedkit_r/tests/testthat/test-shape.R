test_that("shape() keeps the given dimensions", {
  set.seed(1)
  for (dims in random_dims(15)) {
    expect_identical(as.list(shape(dims = dims)), dims)
    expect_identical(do.call(shape, dims), shape(dims = dims))
  }
})

test_that("NULL, NA and -1 on their own are unknown", {
  for (unknown in list(NULL, NA, -1, -1L, NA_integer_, NA_real_, NaN, NA_character_, NA_complex_, factor(NA))) {
    expect_identical(as.list(shape(unknown, 4)), list(NULL, 4L))
    expect_identical(as.list(shape(dims = list(4, unknown))), list(4L, NULL))
  }
})

test_that("dims = NULL is an unknown rank, no arguments are a scalar", {
  expect_identical(length(shape(dims = NULL)), NA_integer_)
  expect_identical(length(shape()), 0L)
  expect_false(identical(shape(dims = NULL), shape()))
})

test_that("dims replaces the dots", {
  expect_identical(shape(1, dims = 2), shape(2))
  expect_identical(shape(dims = c(a = NA, b = 4)), shape(NA, 4))
})

test_that("numbers are truncated and text is read", {
  expect_identical(shape(1.7, "3", TRUE, as.raw(5), 2+0i, factor("z")), shape(1, 3, 1, 5, 2, 1))
})

test_that("vectors, lists, arrays and shapes are flattened", {
  expect_identical(shape(1, c(2, 3), 4), shape(1, 2, 3, 4))
  expect_identical(shape(list(1, 2), matrix(3:6, 2)), shape(1, 2, 3, 4, 5, 6))
  expect_identical(shape(1, shape(NA, 3)), shape(1, NA, 3))
  expect_identical(shape(integer(0)), shape())
})

test_that("invalid dimensions raise errors with their position", {
  expect_raises(shape(1, -2), "ValueError", "`..2` must be a whole number from 0 to 2147483647, not -2")
  expect_raises(shape(-1.5), "ValueError", "`..1` must be a whole number from 0 to 2147483647, not -1.5")
  expect_raises(shape("-1"), "ValueError", "not \"-1\"")
  expect_raises(shape(c(1, NA)), "ValueError", "`..1` must not contain NA at position 2 of c(1, NA); give an unknown")
  expect_raises(shape(list(NA)), "ValueError", "`..1` must not contain NA of list(NA)")
  expect_raises(shape(dims = list(3, c(-1, 4))), "ValueError", "`dims[[2]]` must not contain -1 at position 1")
  expect_raises(shape(dims = -2), "ValueError", "`dims` must be")
  expect_raises(shape(function(x) x), "TypeError", "`..1` must contain numbers, not an object of class function")
  expect_raises(shape(list(NULL)), "TypeError", "not list(NULL)")
  expect_raises(shape(1, shape(dims = NULL)), "ValueError", "`..2` must have a known rank")
  expect_raises(shape(dims = shape(dims = NULL)), "ValueError", "`dims` must have a known rank")
})

test_that("shape() warns as as.integer() does", {
  expect_warning(expect_raises(shape("a"), "ValueError", "not \"a\""), "NAs introduced by coercion")
  expect_warning(expect_raises(shape(2^31), "ValueError", "not 2147483648"), "integer range")
  expect_identical(as.list(shape(2^31 - 1)), list(.Machine$integer.max))
})
