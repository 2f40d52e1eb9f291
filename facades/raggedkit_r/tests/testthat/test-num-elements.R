test_that("num_elements() is the product of known dimensions", {
  set.seed(10)
  for (dims in random_dims(15)) {
    x <- of_dims(dims)
    known <- !any(vapply(dims, is.null, NA))
    expect_identical(is_fully_defined(x), known)
    expect_identical(num_elements(x), if (known) as.integer(prod(unlist(dims))))
  }
  expect_null(num_elements(shape(dims = NULL)))
  expect_identical(num_elements(shape(50000, 50000)), 2.5e9)
  expect_identical(num_elements(c(2, 3)), 6L)
})

test_that("an error names the unknown dimension", {
  expect_null(assert_is_fully_defined(shape(2, 3)))
  expect_raises(assert_is_fully_defined(shape(2, NA)), "ValueError", "`x` must be fully known, not (2, NA) without dimension 2")
  expect_raises(assert_is_fully_defined(NULL), "ValueError", "not (<unknown>) without the rank")
})
