test_that("`[` and `[[` select as in a list", {
  set.seed(2)
  for (dims in random_dims(15)) {
    n <- length(dims)
    indices <- list(seq_len(n), -1, 0, n + 2, NA, TRUE, c(TRUE, FALSE), c(n, 1), "a", integer(0), NULL, 1.9)
    for (i in indices) {
      expect_identical(as.list(of_dims(dims)[i]), unname(dims[i]))
    }
    for (i in seq_len(n)) {
      expect_identical(of_dims(dims)[[i]], dims[[i]])
    }
    expect_identical(of_dims(dims)[], of_dims(dims))
  }
})

test_that("invalid indices raise the errors of a list", {
  x <- shape(1, 2, 3)
  expect_error(x[[5]], "subscript out of bounds")
  expect_error(x[[0]], "select less than one element")
  expect_error(x[c(-1, NA)], "negative subscripts")
  expect_error(x[list(1)], "invalid subscript type 'list'")
  expect_error(x[1, 2], "unused argument")
})

test_that("extraction from a shape of unknown rank raises an error", {
  x <- shape(dims = NULL)
  expect_raises(x[1], "ValueError", "`x` must have a known rank, not TensorShape(None); is.na(length(x)) tests for it")
  expect_raises(x[[1]], "ValueError", "with_rank(x, n) sets it")
  expect_raises(x[], "ValueError", "`x` must have a known rank")
})

test_that("`[<-` and `[[<-` assign as in a list", {
  set.seed(3)
  for (dims in random_dims(15)) {
    n <- length(dims)
    for (i in list(1, n + 2, seq_len(n), -1, 0, TRUE, c("a", "b"), 1.9)) {
      x <- of_dims(dims)
      model <- dims
      x[i] <- list(7L)
      model[i] <- list(7L)
      model <- unname(model)
      expect_identical(as.list(x), model)
      x[i] <- NULL
      model[i] <- NULL
      expect_identical(as.list(x), model)
    }
    x <- of_dims(dims)
    model <- dims
    x[[n + 2]] <- 8L
    model[[n + 2]] <- 8L
    expect_identical(as.list(x), model)
    x[[1]] <- NULL
    model[[1]] <- NULL
    expect_identical(as.list(x), model)
  }
})

test_that("assigned values become dimensions", {
  x <- shape(1, 2, 3)
  x[1:2] <- c(NA, 99)
  expect_identical(x, shape(NA, 99, 3))
  x[1:2] <- shape(NA, 44)
  expect_identical(x, shape(NA, 44, 3))
  x[[2]] <- "5"
  expect_identical(x, shape(NA, 5, 3))
  x[2] <- list(c(7, 8))
  expect_identical(x, shape(NA, 7, 8, 3))
  x[[1]] <- shape(NA, 1)
  expect_identical(x, shape(NA, 1, 7, 8, 3))
})

test_that("assignment does not change a copy", {
  x <- y <- shape(1, 2)
  y[1] <- 9
  expect_identical(x, shape(1, 2))
})

test_that("invalid values raise errors with their position", {
  x <- shape(1, 2, 3)
  expect_raises(x[1:2] <- c(NA, -9), "ValueError", "`x[[2]]` must be a whole number from 0 to 2147483647, not -9")
  expect_raises(x[[1]] <- c(NA, 9), "ValueError", "`x[[1]]` must not contain NA at position 1 of c(NA, 9); x[1:2] <-")
  expect_raises(x[1] <- shape(dims = NULL), "ValueError", "`value` must have a known rank")
  expect_raises(x[1] <- quote(a), "TypeError", "`x[[1]]` must contain numbers")
  expect_error(x[1] <- integer(0), "replacement has length zero")
  expect_error(x[c(1, NA)] <- c(8, 9), "NAs are not allowed in subscripted assignments")
  expect_warning(x[1:2] <- c(7, 8, 9), "not a multiple of replacement length")
  unknown <- shape(dims = NULL)
  expect_raises(unknown[1] <- 9, "ValueError", "`x` must have a known rank")
})
