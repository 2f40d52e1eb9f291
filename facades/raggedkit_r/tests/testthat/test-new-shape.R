test_that("a shape is a value", {
  set.seed(9)
  for (x in c(lapply(random_dims(8), of_dims), list(shape(dims = NULL)))) {
    file <- tempfile()
    saveRDS(x, file)
    expect_identical(readRDS(file), x)
    expect_identical(eval(parse(text = deparse(x))), x)
  }
})

test_that("loops run over the dimensions", {
  x <- shape(2, NA, 4)
  seen <- list()
  for (d in x) seen <- c(seen, list(d))
  expect_identical(seen, list(2L, NULL, 4L))
  expect_identical(lapply(x, identity), list(2L, NULL, 4L))
  expect_identical(vapply(x, is.null, NA), c(FALSE, TRUE, FALSE))
  expect_identical(sapply(shape(1, 2), function(d) d * 10), c(10, 20))
  expect_identical(Map(`+`, shape(1, 2), shape(10, 20)), list(11L, 22L))
  expect_identical(Filter(function(d) d > 1, shape(1, 2, 3)), shape(2, 3))
  expect_identical(Reduce(`*`, shape(2, 3, 4)), 24L)
  expect_raises(lapply(shape(dims = NULL), identity), "ValueError", "`x` must have a known rank")
})
