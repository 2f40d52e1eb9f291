test_that("a shape has neither names nor dim", {
  x <- shape(1, 2)
  expect_raises(names(x) <- c("a", "b"), "TypeError", "`names(x)` must stay NULL, not c(\"a\", \"b\")")
  expect_raises(dim(x) <- c(1, 2), "TypeError", "`dim(x)` must stay NULL, not c(1, 2)")
  names(x) <- NULL
  dim(x) <- NULL
  expect_identical(x, shape(1, 2))
  expect_null(names(shape(a = 1, b = 2)))
})
