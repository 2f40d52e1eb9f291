test_that("the long form has a line for each value", {
  x <- ragged(c(3, 1), numeric(), c(5, NA))
  expect_identical(as.data.frame(x), data.frame(row = c(1L, 1L, 3L, 3L), position = c(1L, 2L, 1L, 2L), value = c(3, 1, 5, NA)))
  named <- ragged(a = c(p = 1L, q = 2L), b = integer(), c = 3L)
  long <- as.data.frame(named)
  expect_identical(long$row, factor(c("a", "a", "c"), c("a", "b", "c")))
  expect_identical(long$name, c("p", "q", ""))
  expect_identical(split(long$value, long$row), list(a = 1:2, b = integer(), c = 3L))
  expect_identical(as.data.frame(named, ids = TRUE)$row, c(1L, 1L, 3L))
})

test_that("values keep their type, text does not become a factor", {
  set.seed(20)
  each_kind(times = 1L, function(rows) {
    x <- as_ragged(rows)
    expect_identical(as.data.frame(x)$value, unname(flat_values(x)))
  })
})

test_that("rows of rows have a column for each axis", {
  x <- ragged(list(list(1:2, 3L), list(), list(NULL, 4L)))
  expect_identical(
    as.data.frame(x),
    data.frame(row = c(1L, 1L, 1L, 3L), row2 = c(1L, 1L, 2L, 2L), position = c(1L, 2L, 1L, 1L), value = 1:4)
  )
})

test_that("edges", {
  expect_identical(dim(as.data.frame(ragged())), c(0L, 3L))
  expect_identical(dim(as.data.frame(ragged(NULL, integer()))), c(0L, 3L))
  expect_raises(as.data.frame(as_ragged(array(1:8, c(2, 2, 2)))), "ValueError", "`x` must contain single values for a column")
})

test_that("data.frame() accepts a ragged list as a column", {
  x <- ragged(c(3, 1), numeric(), c(5, NA))
  assigned <- data.frame(id = 1:3)
  assigned$r <- x
  expect_identical(data.frame(id = 1:3, r = x), assigned)
  expect_identical(cbind(data.frame(id = 1:3), r = x), assigned)
  expect_identical(names(data.frame(x)), "x")
  named <- ragged(a = 1L, b = NULL)
  expect_identical(row.names(data.frame(named)), c("a", "b"))
  expect_identical(data.frame(r = named)$r, named)
  expect_identical(dim(data.frame(id = integer(), r = ragged())), c(0L, 2L))
  expect_output(print(assigned), "3  3 [5, NA]", fixed = TRUE)
})

test_that("names of inner rows are kept if they are distinct", {
  x <- ragged(list(a = list(u = 1:2, v = 3L), b = list(w = 4L, u = integer())))
  long <- as.data.frame(x)
  expect_identical(long$row, factor(c("a", "a", "a", "b")))
  expect_identical(long$row2, factor(c("u", "u", "v", "w"), c("u", "v", "w")))
  expect_identical(as.data.frame(x, ids = TRUE)$row2, c(1L, 1L, 2L, 1L))
  twice <- ragged(list(list(u = 1:2, u = 3L)))
  expect_identical(as.data.frame(twice)$row2, c(1L, 1L, 2L))
})
