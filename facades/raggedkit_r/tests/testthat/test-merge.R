test_that("merge() takes each dimension from the shape that has it", {
  set.seed(6)
  for (dims in random_dims(15)) {
    forget <- function() {
      dims[runif(length(dims)) < 0.5] <- list(NULL)
      dims
    }
    one <- forget()
    other <- forget()
    model <- Map(function(a, b) if (is.null(a)) b else a, one, other)
    expect_identical(as.list(merge(of_dims(one), of_dims(other))), model)
    expect_identical(merge(of_dims(one), other), of_dims(model))
  }
})

test_that("an unknown rank adds nothing", {
  expect_identical(merge(shape(NA, 2), NULL), shape(NA, 2))
  expect_identical(merge(shape(dims = NULL), c(1, 2)), shape(1, 2))
})

test_that("an error names the dimension that contradicts", {
  expect_raises(merge(shape(2, 2), shape(2, 1)), "ValueError", "`y[[2]]` must be 2 or NA as in (2, 2), not 1 as in (2, 1)")
  expect_raises(merge(shape(2, 2), 2), "ValueError", "`y` must have rank 2 as (2, 2) has, not (2) of rank 1")
  expect_error(merge(shape(2)), "argument \"y\" is missing")
})
