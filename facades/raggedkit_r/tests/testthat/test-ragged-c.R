test_that("c() joins ragged lists as lists", {
  set.seed(9)
  for (kind in names(value_makers())) {
    make <- value_makers()[[kind]]
    rows <- c(list(make(2)), random_rows(make, names = TRUE))
    others <- random_rows(make, names = TRUE)
    expect_rows(c(as_ragged(rows), as_ragged(others)), c(rows, others))
    expect_rows(c(as_ragged(rows), others, NULL), c(rows, others))
    added <- list(make(1))
    expect_rows(c(as_ragged(rows), new = added, two = others), c(rows, new = added, two = others))
  }
})

test_that("a vector is a row for each value in c(), one row in rbind()", {
  x <- ragged(1:2)
  expect_identical(as.list(c(x, 3:4)), list(1:2, 3L, 4L))
  expect_identical(as.list(rbind(x, 3:4)), list(1:2, 3:4))
  expect_identical(as.list(rbind(x, a = 3L, x)), list(1:2, a = 3L, 1:2))
  expect_identical(as.list(c(x, matrix(5:8, 2))), list(1:2, c(5L, 7L), c(6L, 8L)))
})

test_that("types are promoted as in c() of the rows", {
  expect_identical(as.list(c(ragged(1L), ragged(2.5))), list(1, 2.5))
  expect_identical(levels(c(ragged(factor("b")), ragged(factor("a")))), c("b", "a"))
  expect_identical(as.list(c(ragged(), ragged("a"))), list("a"))
  expect_identical(as.list(c(ragged(NULL), ragged(Sys.Date()[0]))), list(NULL, as.Date(character())))
  expect_raises(c(ragged(1), ragged(factor("a"))), "TypeError", "`..1` must be a factor as `..2` is, not 1")
  expect_raises(c(ragged(1), ragged(list(list(1)))), "ValueError", "`..1` must have ragged rank 2 as `..2` has, not 1")
})

test_that("nested rows are joined, NULL rows included", {
  x <- ragged(list(list(a = 1:2, NULL), list()))
  expect_identical(as.list(c(x, x)), c(as.list(x), as.list(x)))
})

test_that("cbind() joins row by row", {
  set.seed(10)
  for (kind in setdiff(names(value_makers()), "factor")) {
    make <- value_makers()[[kind]]
    n <- 5L
    one <- random_rows(make, n, nulls = FALSE)
    two <- random_rows(make, n, nulls = FALSE)
    expect_rows(cbind(as_ragged(one), as_ragged(two)), Map(c, one, two))
  }
  x <- ragged(a = 1:2, b = integer(), c = NULL)
  expect_identical(as.list(cbind(x, 0L)), list(a = c(1L, 2L, 0L), b = 0L, c = 0L))
  expect_identical(as.list(cbind(7:9, x)), list(a = c(7L, 1L, 2L), b = 8L, c = 9L))
  expect_identical(as.list(cbind(x, x)), list(a = c(1L, 2L, 1L, 2L), b = integer(), c = NULL))
  y <- ragged(list(list(1L, 2L), list(NULL)))
  expect_identical(as.list(cbind(y, y)), list(list(1L, 2L, 1L, 2L), list(NULL, NULL)))
  expect_raises(cbind(x, 1:2), "ValueError", "`..2` must have 3 rows, not 2; cbind() joins row by row")
  expect_raises(cbind(y, ragged(1, 2)), "ValueError", "`..2` must have rows of rows as `..1` has, not values")
})

test_that("rev, head, tail, rep and unique work as on lists", {
  set.seed(11)
  each_kind(times = 2L, names = TRUE, function(rows) {
    x <- as_ragged(rows)
    expect_rows(rev(x), rev(rows))
    expect_rows(head(x, 2), head(rows, 2))
    expect_rows(head(x, -1), head(rows, -1))
    expect_rows(tail(x, 2), tail(rows, 2))
    expect_rows(rep(x, 2), rep(rows, 2))
    expect_rows(rep(x, each = 2), rep(rows, each = 2))
    expect_identical(duplicated(c(x, x)), duplicated(unname(c(as.list(x), as.list(x)))))
    expect_rows(unique(c(x, x)), unique(unname(as.list(c(x, x)))))
  })
})

test_that("c(), unique() and %in% treat rows as the elements of a list", {
  x <- ragged(a = 1:2, b = 3L, c = 3L)
  y <- ragged(3L, 9L)
  expect_identical(as.list(unique(c(x, y))), union(unname(as.list(x)), as.list(y)))
  expect_identical(unname(as.list(x[!x %in% y])), list(1:2))
  expect_identical(as.list(unique(x[x %in% y])), list(3L))
  expect_identical(as.list(c(ragged(1L), x)), c(list(1L), as.list(x)))
})
