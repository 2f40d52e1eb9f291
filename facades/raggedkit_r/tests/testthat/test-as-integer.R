test_that("unknown dimensions are NULL in a list and NA in a vector", {
  set.seed(4)
  for (dims in random_dims(15)) {
    sizes <- vapply(dims, function(d) if (is.null(d)) NA_integer_ else d, 0L)
    x <- of_dims(dims)
    expect_identical(as.integer(x), sizes)
    expect_identical(as.numeric(x), as.numeric(sizes))
    expect_identical(as.double(x), as.double(sizes))
    expect_identical(as.vector(x), sizes)
    expect_identical(as.vector(x, "list"), dims)
    expect_identical(unlist(x), sizes)
    expect_identical(is.na(x), is.na(sizes))
    expect_identical(anyNA(x), anyNA(sizes))
    expect_identical(as.vector(as_tensor(x)), replace(sizes, is.na(sizes), -1L))
  }
})

test_that("base R's set functions and match() read the dimensions", {
  expect_true(NA %in% shape(1, NA))
  expect_true(is.element(NA, shape(1, NA)))
  expect_identical(match(shape(2, NA), c(NA, 2)), 2:1)
  # R 4.3 and later keep the class that both have.
  expect_identical(as.integer(setdiff(shape(1, 2), shape(2))), 1L)
})

test_that("an unknown rank cannot be converted", {
  x <- shape(dims = NULL)
  for (convert in list(as.list, as.integer, as.numeric, as.vector, unlist, is.na, as_tensor)) {
    expect_raises(convert(x), "ValueError", "`x` must have a known rank")
  }
})
