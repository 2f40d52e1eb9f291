test_that("rows are padded to the longest", {
  x <- ragged(c(3, 1), numeric(), NULL, c(5, 9, 2))
  expect_identical(as.matrix(x), rbind(c(3, 1, NA), NA, NA, c(5, 9, 2)))
  expect_identical(as.matrix(x, fill = 0), rbind(c(3, 1, 0), 0, 0, c(5, 9, 2)))
  expect_identical(as.matrix(x, side = "left"), rbind(c(NA, 3, 1), NA, NA, c(5, 9, 2)))
  expect_identical(as.array(x), as.matrix(x))
  expect_identical(as.matrix(ragged(a = 1L, b = 2:3)), rbind(a = c(1L, NA), b = 2:3))
  expect_identical(as.matrix(ragged(as.raw(1), as.raw(2:3)), fill = as.raw(0)), rbind(as.raw(c(1, 0)), as.raw(2:3)))
})

test_that("edges", {
  expect_identical(as.matrix(ragged()), matrix(NA, 0, 0))
  expect_identical(as.matrix(ragged(integer(), NULL)), matrix(NA_integer_, 2, 0))
  expect_identical(as.matrix(ragged(NULL, 1L)), matrix(c(NA, 1L), 2))
  expect_identical(as.list(as_ragged(as.matrix(ragged(1:2, 3L)), padding = NA)), list(1:2, 3L))
})

test_that("factors and dates become text", {
  expect_identical(as.matrix(ragged(factor(c("u", "v")), factor("v"))), rbind(c("u", "v"), c("v", NA)))
  expect_identical(as.matrix(ragged(as.Date("2024-01-01"))), matrix("2024-01-01"))
})

test_that("more axes make an array", {
  x <- ragged(list(list(1:2, 3L), list(), list(NULL, 4:6)))
  padded <- as.array(x, fill = 0L)
  expect_identical(dim(padded), c(3L, 2L, 3L))
  expect_identical(padded[1, , ], rbind(c(1L, 2L, 0L), c(3L, 0L, 0L)))
  expect_identical(padded[2, , ], matrix(0L, 2, 3))
  expect_identical(padded[3, 2, ], 4:6)
  cube <- array(1:24, 2:4)
  expect_identical(as.array(as_ragged(cube)), cube)
  expect_raises(as.matrix(x), "ValueError", "`x` must have rows of single values, not (3, NA, NA); as.array(x)")
  expect_raises(as.matrix(ragged(1), fill = 1:2), "ValueError", "`fill` must be one value, not 1:2")
})
