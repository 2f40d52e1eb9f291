same <- function(x) {
  parts <- border_out(x)
  expect_false(parts$kind == "error", info = parts$message)
  parts
}

text_of <- function(parts) border_read_text(parts[[1]], sum(parts[[1]] == 0), parts[[2]], FALSE)

test_that("vectors are passed without conversion", {
  x <- c(3.5, NA, NaN)
  parts <- same(x)
  expect_identical(parts[c("kind", "data")], list(kind = "numeric", data = x))
  expect_identical(same(c(1L, NA))$kind, "integer")
  expect_identical(same(as.raw(7))$data, as.raw(7))
  x <- c(1+2i, NA, complex(real = NaN, imaginary = -1))
  expect_identical(border_read_complex(as.vector(same(x)$data)), x)
  expect_identical(same(matrix(1:6, 2))$dim, 2:3)
})

test_that("a passed vector is copied before a change", {
  x <- c(1, 2, 3)
  parts <- same(x)
  x[1] <- 9
  expect_identical(parts$data, c(1, 2, 3))
})

test_that("text of any encoding is passed as UTF-8 with a mask of NA", {
  latin <- "\xe9"
  Encoding(latin) <- "latin1"
  text <- c("a", NA, "", "\u00e9", latin, "\U1F600")
  expect_identical(text_of(same(text)$data), text)
  expect_identical(text_of(same(character())$data), character())
  bytes <- "\u00e9"
  Encoding(bytes) <- "bytes"
  expect_identical(text_of(same(c("a", bytes, latin))$data), c("a", "\u00e9", "\u00e9"))
  expect_identical(text_of(same(c(NA_character_, NA))$data), c(NA_character_, NA))
})

test_that("text of unknown encoding raises an error with its position", {
  parts <- border_out(c("a", "\xff\xfe"))
  expect_identical(parts$kind, "error")
  expect_match(parts$message, "at position 2; declare it", fixed = TRUE)
  expect_true("python.builtin.ValueError" %in% parts$class)
})

test_that("factors, dates and times are passed with their type", {
  f <- factor(c("b", NA), levels = c("b", "a"), ordered = TRUE)
  parts <- same(f)
  expect_identical(parts[c("kind", "ordered")], list(kind = "factor", ordered = TRUE))
  expect_identical(text_of(parts$levels), c("b", "a"))
  expect_identical(border_values(as.integer(f), "factor", NULL, levels(f), TRUE, NULL, NULL), f)
  d <- as.Date("2024-02-29")
  expect_identical(border_values(as.double(d), "Date", NULL, NULL, FALSE, NULL, NULL), d)
  t <- as.POSIXct("2024-02-29 12:00", tz = "Asia/Tokyo")
  expect_identical(same(t)$tz, "Asia/Tokyo")
  expect_identical(border_values(as.double(t), "POSIXct", NULL, NULL, FALSE, "Asia/Tokyo", NULL), t)
  expect_null(same(structure(0, class = c("POSIXct", "POSIXt")))$tz)
  u <- as.difftime(3, units = "hours")
  expect_identical(same(u)$units, "hours")
  expect_identical(border_values(3, "difftime", NULL, NULL, FALSE, NULL, "hours"), u)
})

test_that("objects without a counterpart raise an error with their class", {
  expect_match(border_out(sum)$message, "not an object of class function", fixed = TRUE)
  odd <- border_out(structure(1, class = "money"))
  expect_match(odd$message, "class money; unclass(x) gives", fixed = TRUE)
  expect_true("python.builtin.TypeError" %in% odd$class)
  expect_match(border_out(factor(c("a", NA), exclude = NULL))$message, "name that level", fixed = TRUE)
})

test_that("shapes are passed as sizes", {
  for (x in list(shape(2, NA), shape(), shape(dims = NULL), shape(0, 3))) {
    expect_identical(border_shape(same(x)$sizes), x)
  }
})

test_that("ragged lists are passed as their fields", {
  x <- ragged_of_parts(
    c(1L, NA, 3L), list(c(0L, 2L, 2L, 3L)),
    null = list(c(FALSE, TRUE, FALSE)), names = list(c("a", "b", "c"), NULL), uniform = NULL,
    python = list(dtype = "int64", splits = "int32")
  )
  parts <- same(x)
  store <- store_of(x)
  expect_identical(parts[c("data", "splits", "null", "uniform")], list(
    data = store$values, splits = store$splits, null = store$null, uniform = NULL
  ))
  names <- list(text_of(parts$names[[1]]), parts$names[[2]])
  made <- border_ragged(
    parts$data, parts$splits, parts$null, names, parts$uniform, parts$python[["dtype"]], parts$python[["splits"]]
  )
  expect_identical(made, x)
})

if (requireNamespace("Matrix", quietly = TRUE)) test_that("a sparse matrix is passed as its cells", {
  parts <- same(Matrix::sparseMatrix(i = c(3, 1), j = c(1, 2), x = c(6, 5), dims = c(3, 2)))
  expect_identical(parts$rows, c(2L, 0L))
  expect_identical(parts$columns, 0:1)
  expect_identical(parts$values, c(6, 5))
  expect_null(same(Matrix::sparseMatrix(i = 1, j = 1, dims = c(2, 2)))$values)
  whole <- same(Matrix::sparseMatrix(i = 1, j = 2, x = 7, dims = c(2, 2), symmetric = TRUE))
  expect_identical(whole$values, c(7, 7))
  m <- Matrix::sparseMatrix(i = 1, j = 1, x = c(TRUE, NA)[2], dims = c(1, 1))
  expect_match(border_out(m)$message, "without NA", fixed = TRUE)
})

test_that("list columns of a data frame are passed separately, as ragged lists", {
  x <- data.frame(a = 1:2, z = c("u", "v"))
  expect_identical(border_frame(x)$plain, x)
  expect_length(border_frame(x)$columns, 0L)
  x$r <- list(1:2, NULL)
  x$records <- list(list(p = 1), list(p = 2))
  parts <- border_frame(x)
  expect_identical(parts$plain, x[c("a", "z", "records")])
  expect_identical(parts$at, 3L)
  expect_identical(parts$columns, list(border_out(list(1:2, NULL))))
  x$r <- ragged(list(1:2, NULL))
  expect_identical(border_frame(x)$columns, parts$columns)
  expect_match(border_out(x)$message, "not a data frame; take a column of it, x$name", fixed = TRUE)
})
