test_that("length() is the rank", {
  expect_identical(length(shape(1, 2, 3, NA)), 4L)
  expect_identical(length(shape(dims = NULL)), NA_integer_)
  expect_identical(seq_along(shape(4, 5)), 1:2)
})

test_that("a longer length adds unknown dimensions", {
  x <- shape(1, 2)
  length(x) <- 3
  expect_identical(x, shape(1, 2, NA))
  length(x) <- 1
  expect_identical(x, shape(1))
})

test_that("rev(), head(), tail(), unique() and rep() work as on a list", {
  set.seed(8)
  for (dims in random_dims(15)) {
    x <- of_dims(dims)
    expect_identical(as.list(rev(x)), rev(dims))
    for (n in c(-2, -1, 0, 1, 6)) {
      expect_identical(as.list(head(x, n)), head(dims, n))
      expect_identical(as.list(tail(x, n)), tail(dims, n))
    }
    expect_identical(as.list(unique(x)), unique(dims))
    expect_identical(as.list(rep(x, 2)), rep(dims, 2))
    expect_identical(as.list(rep(x, each = 2)), rep(dims, each = 2))
  }
})

test_that("they raise an error for an unknown rank", {
  for (verb in list(rev, head, tail, unique, rep)) {
    expect_raises(verb(shape(dims = NULL)), "ValueError", "`x` must have a known rank")
  }
})

test_that("a shape has neither names nor dim", {
  x <- shape(1, 2)
  expect_raises(names(x) <- c("a", "b"), "TypeError", "`names(x)` must stay NULL, not c(\"a\", \"b\")")
  expect_raises(dim(x) <- c(1, 2), "TypeError", "`dim(x)` must stay NULL, not c(1, 2)")
  names(x) <- NULL
  dim(x) <- NULL
  expect_identical(x, shape(1, 2))
  expect_null(names(shape(a = 1, b = 2)))
})
