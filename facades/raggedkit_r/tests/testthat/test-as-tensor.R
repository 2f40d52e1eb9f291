test_that("as_tensor() gives an array with its own dim", {
  expect_identical(as_tensor(shape(NA, 3)), array(c(-1L, 3L)))
  expect_identical(as_tensor(shape()), array(integer(0)))
  expect_identical(as_tensor(shape(2), "int64"), array(2))
  expect_identical(as_tensor(c(a = 2, b = 3)), array(c(2, 3)))
  expect_identical(as_tensor(matrix(1:4, 2), "float64"), matrix(c(1, 2, 3, 4), 2))
  expect_identical(shape(dims = as_tensor(shape(NA, 3))), shape(NA, 3))
})

test_that("other types raise an error", {
  expect_raises(as_tensor(shape(2), "int16"), "ValueError", "`dtype` must be one of \"bool\", \"int32\"")
  expect_raises(as_tensor(list(1)), "TypeError", "`x` must be an atomic vector or a shape, not an object of type list")
})
