printed <- function(x, ...) capture.output(print(x, ...))

test_that("a row is a line", {
  expect_identical(
    printed(ragged(c(3, 1, 4, 1), numeric(0), NULL, c(5.25, NA, Inf))),
    c("ragged list: 4 rows, 7 numeric values", "1  [3, 1, 4, 1]", "2  []", "3  NULL", "4  [5.25, NA, Inf]")
  )
  expect_identical(
    printed(ragged(a = c(p = 1L, q = 2L), long = 3L)),
    c("ragged list: 2 rows, 3 integer values", "a     [p = 1, q = 2]", "long  [3]")
  )
  expect_identical(printed(ragged()), "ragged list: 0 rows, 0 logical values")
  expect_identical(printed(ragged("a")), c("ragged list: 1 row, 1 character value", "1  [\"a\"]"))
})

test_that("every type has a format", {
  texts <- function(...) format(ragged(...))
  expect_identical(texts(c(TRUE, NA)), "[TRUE, NA]")
  expect_identical(texts(c(1L, NA)), "[1, NA]")
  expect_identical(texts(c(1e5, 123456789, 1 / 3, 1e-10, 1e20, NaN, -Inf)), "[100000, 123456789, 0.3333333, 1e-10, 1e+20, NaN, -Inf]")
  expect_identical(texts(c(1 + 2i, NA)), "[1+2i, NA]")
  expect_identical(texts(c("a, b", "\n\"", NA)), "[\"a, b\", \"\\n\\\"\", NA]")
  expect_identical(texts(as.raw(c(1, 255))), "[01, ff]")
  expect_identical(texts(factor(c("u", NA))), "[u, NA]")
  expect_identical(texts(as.Date(c("2024-01-02", NA))), "[2024-01-02, NA]")
  expect_identical(texts(as.POSIXct(c("2024-01-02 03:04", NA), tz = "UTC")), "[2024-01-02 03:04:00, NA]")
  expect_identical(texts(as.difftime(c(1.5, NA), units = "mins")), "[1.5, NA]")
  expect_match(printed(ragged(factor("u", c("u", "v"))))[3], "Levels: u v", fixed = TRUE)
  expect_match(printed(ragged(factor("u", c("u", "v"), ordered = TRUE)))[3], "Levels: u < v", fixed = TRUE)
  expect_match(printed(ragged(as.POSIXct(0, origin = "1970-01-01", tz = "UTC")))[1], "1 POSIXct (UTC) value", fixed = TRUE)
  expect_match(printed(ragged(as.difftime(1, units = "mins")))[1], "1 difftime (mins) value", fixed = TRUE)
})

test_that("rows of rows and inner dimensions are nested", {
  x <- ragged(list(list(a = 1:2, 3L), list(), list(NULL, 4:6)))
  expect_identical(
    printed(x),
    c("ragged list: 3 rows of rows, 4 of these, 6 integer values", "1  [a = [1, 2], [3]]", "2  []", "3  [NULL, [4, 5, 6]]")
  )
  expect_identical(
    printed(as_ragged(list(matrix(1:4, 2), matrix(5:6, 1)))),
    c("ragged list: 2 rows, 3 integer values of 2 each", "1  [[1, 3], [2, 4]]", "2  [[5, 6]]")
  )
  expect_identical(format(as_ragged(array(1:8, c(1, 2, 2, 2)))), "[[[1, 5], [3, 7]], [[2, 6], [4, 8]]]")
})

test_that("long output is cut and reports the rest", {
  x <- ragged(1:30, 1:2)
  expect_identical(format(x, max = 3), c("[1, 2, 3, ...]", "[1, 2]"))
  expect_identical(as.character(ragged(1:12)), "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]")
  expect_identical(toString(ragged(1, 2:3)), "[1], [2, 3]")
  nested <- ragged(list(list(1:9, 1L, 1L), list(1L)))
  expect_identical(format(nested, max = 2), c("[[1, 2, ...], [1], ...]", "[[1]]"))
  many <- ragged_from_lengths(1:1e5, rep(1, 1e5))
  expect_identical(length(printed(many)), 22L)
  expect_identical(printed(many, max = 1), c("ragged list: 100,000 rows, 100,000 integer values", "1  [1]", "... and 99,999 more rows"))
  wide <- ragged(strrep("x", 500))
  expect_true(all(nchar(printed(wide)) <= 80))
})

test_that("format() keeps names, as a list's does", {
  expect_identical(format(ragged(a = 1, b = NULL)), c(a = "[1]", b = "NULL"))
})

test_that("str() is one line", {
  expect_identical(capture.output(str(ragged(c(1, 2), 3))), " ragged list: 2 rows, 3 numeric values: [1, 2] ...")
  expect_identical(capture.output(str(ragged())), " ragged list: 0 rows, 0 logical values")
})

test_that("the limits of a display must be numbers", {
  x <- ragged(1:30, 1)
  expect_identical(format(x, max = Inf), as.character(x))
  expect_identical(format(x, max = 0), c("[, ...]", "[, ...]"))
  expect_identical(length(printed(x, max = Inf)), 3L)
  for (max in list(NA, -1, 1:2, "a", NULL)) {
    expect_raises(format(x, max = max), "ValueError", "`max` must be at least 0, not ")
    expect_raises(print(x, max = max), "ValueError", "`max` must be at least 0, not ")
  }
})

test_that("digits must be a number", {
  for (digits in list(NA, "a", 1:2, -1)) expect_raises(format(ragged(1), digits = digits), "ValueError", "`digits` must be a whole number")
})

test_that("dates and times use the given format", {
  d <- ragged(as.Date(c("2024-02-29", NA)), as.Date(character()))
  expect_identical(format(d, format = "%d.%m.%Y"), c("[29.02.2024, NA]", "[]"))
  expect_identical(printed(d, format = "%d")[2], "1  [29, NA]")
  expect_raises(format(d, "%d.%m.%Y"), "ValueError", "; Inf shows all, and format = is the format of dates")
  expect_raises(format(d, format = 1), "ValueError", "`format` must be one text such as \"%d.%m.%Y\", not 1")
  expect_raises(format(ragged(1), format = "%d"), "ValueError", "`format` must be NULL for numeric values, not \"%d\"")
})

test_that("all times have the same format, as in format()", {
  at <- function(seconds, zone) as.POSIXct(seconds, origin = "1970-01-01", tz = zone)
  texts <- function(times) sub("^\\[(.*)\\]$", "\\1", format(ragged_from_lengths(times, rep(1L, length(times)))))
  for (zone in c("UTC", "Europe/Berlin", "Asia/Kolkata")) {
    for (seconds in list(
      c(0, 86400 * 3, NA), c(1e9 + 0:99 * 1234567, NA, 1e9), c(0.5, 59.9999, -1.25, 1711846800 + 0:3 * 1800),
      numeric(), NA_real_, -1e11, rep(1e9, 5)
    )) {
      told <- format(at(seconds, zone))
      told[is.na(told)] <- "NA"
      expect_identical(texts(at(seconds, zone)), told)
    }
  }
})

test_that("repeated values have the same format as all values", {
  values <- rep(c(1.5, NA, NaN, Inf, 1e5, 123456789, 1 / 3, 1e-10), 5)
  one_by_one <- vapply(values, function(value) format(ragged(value)), "")
  expect_identical(format(ragged_from_lengths(values, rep(1L, 40))), one_by_one)
  expect_identical(as.character(ragged(c(1e5, 1 / 3, 1))), "[1e+05, 0.333333333333333, 1]")
})

test_that("the decimal mark is a point for every option OutDec", {
  old <- options(OutDec = ",")
  on.exit(options(old))
  expect_identical(format(ragged(c(1.5, 2))), "[1.5, 2]")
  expect_identical(as.character(ragged(c(1.5, 2))), "[1.5, 2]")
  expect_identical(format(ragged(1.5 + 2i)), "[1.5+2i]")
  expect_identical(getOption("OutDec"), ",")
})

test_that("integers have all digits", {
  values <- c(.Machine$integer.max, -.Machine$integer.max, NA, 0L, 100000L)
  told <- "[2147483647, -2147483647, NA, 0, 100000]"
  expect_identical(format(ragged(values)), told)
  expect_identical(as.character(ragged(rep(values, 3))[, 1:5]), told)
  expect_identical(format(ragged(NA_integer_, integer())), c("[NA]", "[]"))
})
