test_that("`[` and `[[` select as in a list", {
  set.seed(6)
  each_kind(times = 2L, names = TRUE, function(rows) {
    x <- as_ragged(rows)
    n <- length(rows)
    for (i in list(1, n + 2, seq_len(n), -1, 0, TRUE, c(TRUE, FALSE), "one", c("two", "zz"), c(1, NA), 1.9, rev(seq_len(n)))) {
      expect_rows(x[i], rows[i])
    }
    for (i in seq_len(n)) expect_identical(x[[i]], as.list(x)[[i]])
    for (i in c("one", "zz")) expect_identical(x[[i]], as.list(x)[[i]])
    expect_identical(x[], x)
    expect_rows(x[NULL], rows[NULL])
  })
})

positions_there <- function(j, row) if (any(j < 0)) j else j[j <= length(row)]

test_that("a second index selects within rows", {
  set.seed(7)
  each_kind(times = 2L, names = TRUE, nulls = FALSE, function(rows) {
    x <- as_ragged(rows)
    for (j in list(1, 2, 1:2, 2:3, 3:1, c(1, 1), -1, -(1:2), 0, 9, TRUE, FALSE, c(TRUE, FALSE))) {
      within <- if (is.logical(j)) function(row) row[rep_len(j, length(row))] else function(row) row[positions_there(j, row)]
      expect_rows(x[, j], lapply(rows, within))
    }
    expect_identical(x[-1, 1:2], x[-1][, 1:2])
  })
})

test_that("names select within rows", {
  x <- ragged(c(a = 1, b = 2, a = 3), c(b = 4), 5)
  expect_identical(as.list(x[, "a"]), list(c(a = 1), numeric(), numeric()))
  expect_identical(as.list(x[, c("b", "a")]), list(c(b = 2, a = 1), c(b = 4), numeric()))
  expect_identical(lengths(ragged(1:2, 3)[, "a"]), c(0L, 0L))
})

test_that("deeper indices select within inner rows", {
  x <- ragged(list(list(1:2, 3L), list(), list(NULL, 4:6)))
  expect_identical(as.list(x[, 1]), list(list(1:2), list(), list(NULL)))
  expect_identical(as.list(x[, , 1]), list(list(1L, 3L), list(), list(NULL, 4L)))
  expect_identical(as.list(x[3, -1, 2:3]), list(list(5:6)))
  expect_identical(x[[1]], ragged(1:2, 3L))
  expect_identical(x[[c(1, 2)]], 3L)
  expect_identical(x[[c(3, 2, 1)]], 4L)
  expect_identical(x[[3, 2]], 4:6)
  expect_null(x[[3]][[1]])
  expect_raises(ragged(1)[, 1, 1], "ValueError", "must have as many indices as `x` has axes, 2, not 3")
})

test_that("a ragged index has a row for each row of x", {
  x <- ragged(c(3, 1, 4), numeric(), c(5, 9))
  expect_identical(as.list(x[x > 3]), list(4, numeric(), c(5, 9)))
  expect_identical(as.list(x[!is.na(x)]), as.list(x))
  expect_identical(as.list(x[ragged(c(NA, TRUE, FALSE), logical(), c(FALSE, FALSE))]), list(c(NA, 1), numeric(), numeric()))
  expect_identical(as.list(x[ragged(c(3, 1), integer(), c(2, 2, 5))]), list(c(4, 3), numeric(), c(9, 9, NA)))
  y <- ragged(list(list(1:2, 3L), list(4L)))
  expect_identical(as.list(y[y > 2]), list(list(integer(), 3L), list(4L)))
  expect_raises(x[ragged(TRUE, FALSE)], "ValueError", "`i` must have one row for each of the 3 rows of `x`, not 2")
  expect_raises(
    x[ragged(TRUE, logical(), c(TRUE, TRUE))], "ValueError",
    "`i` must have 3 values in row 1, not 1; both must have rows of the same lengths"
  )
  expect_raises(x[ragged("a", "b", "c")], "ValueError", "`i` must contain logicals or positions of at least 1, not \"a\"")
})

test_that("`$` selects a row by name", {
  x <- ragged(alpha = 1:2, beta = NULL)
  expect_identical(x$alpha, 1:2)
  expect_identical(x$al, 1:2)
  expect_null(x$beta)
  expect_null(x$values)
  expect_identical(utils::.DollarNames(x, "^al"), "alpha")
})

test_that("inner dimensions are kept", {
  x <- as_ragged(list(matrix(1:4, 2), matrix(5:10, 3)))
  expect_identical(x[2:1][[1]], matrix(5:10, 3))
  expect_identical(x[, 1][[2]], matrix(c(5L, 8L), 1))
  expect_identical(as.list(x[5]), list(NULL))
  expect_identical(as.list(x[, 1, drop = FALSE]), list(matrix(c(1L, 3L), 1), matrix(c(5L, 8L), 1)))
  expect_raises(x[x > 2], "ValueError", "`i` must contain one logical or position for each value, not 2 of them")
})

test_that("indices outside of a row raise errors", {
  x <- ragged(1, 2, 3)
  expect_error(x[[5]], "subscript out of bounds")
  expect_error(x[[0]], "attempt to select less than one element")
  expect_error(x[[1, 1]], "incorrect number of subscripts")
  expect_raises(x[list(1)], "TypeError", "`i` must be positions, names, logicals or a ragged list, not list(1)")
  expect_raises(x[, NA], "ValueError", "`j` must be positions, names or logicals without NA, not NA")
  expect_raises(x[, c(1, -1)], "ValueError", "`j` must be all positive or all negative, not c(1L, -1L)")
})

test_that("an absent name before another index raises an error", {
  x <- ragged(a = c(b = 1), c = NULL)
  expect_identical(x[[c("a", "b")]], 1)
  expect_null(x[["zz"]])
  expect_error(x[[c("zz", "b")]], "no such index at level 1")
  expect_null(x[[c("c", "b")]])
  expect_error(x[[c("a", "zz")]], "subscript out of bounds")
  y <- as_ragged(list(matrix(1:4, 2)))
  expect_identical(y[[1]][2, 1], 2L)
})
