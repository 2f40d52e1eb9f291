test_that("`[<-` and `[[<-` assign as in a list", {
  set.seed(8)
  each_kind(kinds = c("numeric", "character", "factor", "Date"), names = TRUE, function(rows) {
    if (!sum(lengths(rows))) {
      return()
    }
    row <- Filter(length, rows)[[1L]]
    n <- length(rows)
    for (i in list(1, n + 2, seq_len(n), -1, TRUE, "one", c("two", "zz"), 1.9)) {
      x <- as_ragged(rows)
      model <- rows
      x[i] <- list(row)
      model[i] <- list(row)
      expect_rows(x, model)
      x[i] <- NULL
      model[i] <- NULL
      expect_rows(x, model)
    }
    for (i in list(1, n + 2, "one", "new")) {
      x <- as_ragged(rows)
      model <- rows
      x[[i]] <- row
      model[[i]] <- row
      expect_rows(x, model)
      x[[i]] <- NULL
      model[[i]] <- NULL
      expect_rows(x, model)
    }
    x <- as_ragged(rows)
    x[1] <- list(NULL)
    expect_null(x[[1]])
    length(x) <- n + 1L
    expect_null(x[[n + 1L]])
  })
})

test_that("assigned rows may be a list, a ragged list or one value per row", {
  x <- ragged(a = c(1, 2), b = 3)
  x[1:2] <- ragged(4, c(5, 6))
  expect_identical(as.list(x), list(a = 4, b = c(5, 6)))
  x[1:2] <- c(7, 8)
  expect_identical(as.list(x), list(a = 7, b = 8))
  x$b <- c(9, 10)
  x$new <- 11
  expect_identical(as.list(x), list(a = 7, b = c(9, 10), new = 11))
  x[["a"]][3] <- 1
  expect_identical(x$a, c(7, NA, 1))
  x[[c(1, 2)]] <- 5
  expect_identical(x$a, c(7, 5, 1))
  x[[2, 1]] <- 0
  expect_identical(x$b, c(0, 10))
  x[] <- list(NULL)
  expect_identical(as.list(x), list(a = NULL, b = NULL, new = NULL))
  expect_warning(x[1:2] <- list(1, 2, 3), "not a multiple")
})

test_that("deleting past the end leaves NULL rows, as in a list", {
  for (i in list(c(TRUE, TRUE, FALSE), 5, c(FALSE, TRUE, FALSE, FALSE))) {
    for (rows in list(list(1), list(q = 1, r = c(2, 3)))) {
      x <- as_ragged(rows)
      x[i] <- NULL
      rows[i] <- NULL
      expect_rows(x, rows)
    }
  }
})

test_that("nested rows are replaced by nested ones", {
  x <- ragged(list(list(1:2, 3L), list()))
  x[[2]] <- list(4L, NULL)
  expect_identical(as.list(x), list(list(1:2, 3L), list(4L, NULL)))
  x[[1]] <- ragged(5L)
  x[4] <- list(NULL)
  expect_identical(as.list(x), list(list(5L), list(4L, NULL), NULL, NULL))
  x[[1]][[1]] <- 6:7
  expect_identical(x[[1]], ragged(6:7))
})

test_that("values within rows are replaced", {
  x <- ragged(c(3, NA, 4), numeric(), c(5, 9))
  x[is.na(x)] <- 0
  expect_identical(as.list(x), list(c(3, 0, 4), numeric(), c(5, 9)))
  x[x > 3] <- c(-1, -2, -3)
  expect_identical(as.list(x), list(c(3, 0, -1), numeric(), c(-2, -3)))
  x[, 1] <- c(10, 20, 30)
  expect_identical(as.list(x), list(c(10, 0, -1), numeric(), c(30, -3)))
  x[3, ] <- 7
  expect_identical(x[[3]], c(7, 7))
  x[1, 2:3] <- list(c(8, 9))
  expect_identical(x[[1]], c(10, 8, 9))
  x[, 3] <- "z"
  expect_identical(as.list(x), list(c("10", "8", "z"), character(), c("7", "7")))
  y <- as_ragged(list(matrix(1:4, 2), matrix(5:6, 1)))
  y[2, 1] <- 0L
  expect_identical(y[[2]], matrix(0L, 1, 2))
  y[y > 2] <- 9L
  expect_identical(as.list(y), list(matrix(c(1L, 2L, 9L, 9L), 2), matrix(0L, 1, 2)))
  expect_raises(y[x == "z"] <- 1, "ValueError", "`i` must have one row for each of the 2 rows of `x`, not 3")
  is.na(x) <- x == "z"
  expect_identical(x[[1]], c("10", "8", NA))
})

test_that("assignment does not change a copy", {
  x <- y <- ragged(1, 2)
  y[[1]] <- 9
  y[y > 1] <- 0
  expect_identical(x, ragged(1, 2))
})

test_that("rows that do not fit raise an error", {
  x <- ragged(factor("a"), factor("b"))
  expect_raises(x[[1]] <- 3, "TypeError", "`value` must be a factor as `x` is, not 3")
  x <- ragged(1, 2)
  expect_error(x[1] <- list(), "replacement has length zero")
  expect_raises(x[x > 0] <- 1:3, "ValueError", "`value` must be one value, one for each of the 2 rows or one for each of the 2")
  expect_raises(x[1:2, 1] <- ragged(1:2, 3), "ValueError", "`value` must have 1 values in row 1, not 2")
  expect_raises(x[[1]] <- list(1, 2), "ValueError", "`value` must have ragged rank 1 as `x` has, not 2")
  expect_raises(x[1] <- list(list(1, 2)), "ValueError", "`value` must have ragged rank 1 as `x` has, not 2")
  expect_raises(x[[1]] <- quote(a), "TypeError", "`value` must be a vector or a list of vectors, not an object of type")
  expect_raises(x[1] <- list(quote(a)), "TypeError", "`value[[1]]` must be a vector")
})

test_that("a replacement that fails in one row changes no row", {
  x <- ragged(a = 1:3, b = integer(), c = NULL, d = 4L)
  for (change in list(
    function(x) x[2, 1] <- 9L, function(x) x["b", 1] <- 9L, function(x) x[1:2, 1] <- 9L, function(x) x[c(TRUE, TRUE), 1] <- 9L
  )) {
    failure <- expect_error(
      change(x), "`j` must be there in row 2, which has 0 values, not 1; x[[2, j]] <- value makes the row longer",
      fixed = TRUE
    )
    expect_s3_class(failure, "python.builtin.IndexError")
  }
  expect_error(x[1, 5] <- 9L, "`j` must be there in row 1, which has 3 values, not 5", fixed = TRUE)
  expect_error(x[1, "p"] <- 9L, "`j` must be there in row 1, which has 3 values, not \"p\"", fixed = TRUE)
  expect_error(x[3, 1] <- 9L, "`j` must be there in row 3, which has 0 values, not 1", fixed = TRUE)
  expect_error(x[7, 1] <- 1L, "`i` must be rows that exist, not 7; x[i] <- list(row) adds one", fixed = TRUE)
  expect_error(x["zz", ] <- 1L, "`i` must be rows that exist, not \"zz\"", fixed = TRUE)
  expect_error(x[ragged(5, 1, 1, 1)] <- 1L, "`i` must contain positions that exist", fixed = TRUE)
  expect_identical(as.list(x), list(a = 1:3, b = integer(), c = NULL, d = 4L))
  x[, 1] <- 0L
  x[c(1, 2), -1] <- 7L
  x[2, ] <- 8L
  expect_identical(as.list(x), list(a = c(0L, 7L, 7L), b = integer(), c = NULL, d = 0L))
  x[[2, 2]] <- 5L
  x[["c", 1]] <- 6L
  expect_identical(as.list(x), list(a = c(0L, 7L, 7L), b = c(NA, 5L), c = 6L, d = 0L))
  expect_error(x[[c("zz", "a")]] <- 4L, "`i[1]` must be a row that exists, not \"zz\"", fixed = TRUE)
  expect_error(x[[c("a", "zz")]] <- NULL, "replacement has length zero", fixed = TRUE)
  nested <- ragged(list(list(1L), NULL))
  nested[[2, 2]] <- 3:4
  expect_identical(as.list(nested), list(list(1L), list(NULL, 3:4)))
  deep <- ragged(list(list(1:2, 3L), list()))
  expect_error(deep[1, 2, 2] <- 9L, "`x[i, j, ...]` must be there to be replaced, not 2 in a shorter row of axis 2", fixed = TRUE)
  deep[1, 1, 2] <- 9L
  deep[, , 1] <- 0L
  expect_identical(as.list(deep), list(list(c(0L, 9L), 0L), list()))
  deep[1, 1, ] <- 5L
  expect_identical(as.list(deep), list(list(c(5L, 5L), 0L), list()))
})

test_that("assigned values have the type of x or convert to it", {
  day <- as.Date("2024-02-29")
  x <- ragged(c(day, day), day)
  for (change in list(function(x) x[1, 1] <- 5, function(x) x[[1, 1]] <- 5, function(x) x[x == "2024-02-29"] <- 5, function(x) x[[c(1, 1)]] <- 5)) {
    expect_raises(change(x), "TypeError", "`value` must be a Date as `x` is, not 5; as.Date() makes dates")
  }
  x[1, 1] <- "2000-01-01"
  x[[1, 2]] <- NA
  x[2, 1] <- day + 1
  expect_identical(as.list(x), list(as.Date(c("2000-01-01", NA)), day + 1))
  y <- ragged(1, c(2, 3))
  expect_raises(y[1, 1] <- day, "TypeError", "`x` must be a Date as `value` is, not c(1, 2, 3)")
  expect_raises(y[1, 1] <- factor("q"), "TypeError", "`x` must be a factor as `value` is")
  expect_identical(y, ragged(1, c(2, 3)))
  f <- ragged(factor(c("a", "b")), factor("b"))
  f[1, 1] <- "b"
  expect_raises(f[1, 1] <- "zz", "ValueError", "`value` must be of the levels c(\"a\", \"b\"), not \"zz\"; a factor brings")
  f[1, 2] <- factor("zz")
  expect_identical(as.list(f), list(factor(c("b", "zz"), c("a", "b", "zz")), factor("b", c("a", "b", "zz"))))
  f[[2, 1]] <- factor("new")
  expect_identical(as.character(f[[2]]), "new")
  span <- ragged(as.difftime(c(90, 1), units = "mins"))
  span[1, 1] <- 0
  span[1, 2] <- as.difftime(1, units = "hours")
  expect_identical(span, ragged(as.difftime(c(0, 60), units = "mins")))
  span[1, 1] <- NA_real_
  x[1, 1] <- NA_real_
  expect_identical(is.na(x[[1]]), c(TRUE, TRUE))
  expect_s3_class(x[[1]], "Date")
  missing <- ragged(NA, NA)
  missing[missing[, 1] == 0 | TRUE] <- day
  expect_identical(as.list(missing), list(day, day))
})
