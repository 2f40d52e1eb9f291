# What needs no reticulate; what does is tested from Python, where it can be installed.

call_internal <- function(name) get(name, envir = environment(raggedkit_python))

expect_parts <- function(x, ...) {
  parts <- call_internal("reticulate_parts")(call_internal("border_parts")(x))
  wanted <- list(...)
  expect_identical(parts[names(wanted)], wanted)
}

ragged_of <- function(...) call_internal("ragged_of_parts")(...)

rows <- list(c(0L, 2L, 2L, 3L))

test_that("R inside Python raises an error, whatever is installed", {
  check <- call_internal("reticulate_check")
  inside <- paste0("current_pid=", Sys.getpid(), ":sys.executable=/usr/bin/python3")
  expect_raises(check("R", inside, NULL), "RuntimeError", "must be called in a separate R process")
  expect_raises(check("rpy2", "", NULL), "RuntimeError", "must be called in a separate R process")
  another <- paste0("current_pid=", Sys.getpid(), "0:sys.executable=/usr/bin/python3")
  expect_null(check("R", another, package_version("1.41")))
  expect_null(check("R", "", package_version("1.100.2")))
})

test_that("a missing or old reticulate raises an error with a remedy", {
  check <- call_internal("reticulate_check")
  expect_raises(check("R", "", NULL), "ImportError", "is not; install.packages(\"reticulate\")")
  expect_raises(check("R", "", package_version("1.28")), "ImportError", "1.41 or newer, which supports NumPy 2, not 1.28;")
})

test_that("convert must be TRUE or FALSE", {
  expect_raises(raggedkit_python(NA), "TypeError", "`convert` must be TRUE or FALSE, not NA")
  expect_raises(raggedkit_python("no"), "TypeError", "not \"no\"")
})

test_that("loading raggedkit neither loads reticulate nor starts a Python", {
  code <- "library(raggedkit); cat('reticulate' %in% loadedNamespaces())"
  paths <- paste(c(dirname(system.file(package = "raggedkit")), .libPaths()), collapse = .Platform$path.sep)
  rscript <- file.path(R.home("bin"), "Rscript")
  said <- system2(rscript, c("-e", shQuote(code)), stdout = TRUE, env = paste0("R_LIBS=", shQuote(paths)))
  expect_identical(said, "FALSE")
})

test_that("every vector is passed as an array with a mask of NA", {
  expect_parts(ragged_of(c(1L, NA, 3L), rows),
    kind = "integer", data = array(c(1L, NA, 3L)), na = array(c(FALSE, TRUE, FALSE)), splits = list(array(rows[[1]]))
  )
  expect_parts(ragged_of(c(TRUE, NA), list(c(0L, 2L))), data = array(c(TRUE, NA)), na = array(c(FALSE, TRUE)))
  expect_parts(ragged_of(c(1, NA), list(c(0L, 2L))), kind = "numeric", data = array(c(1, NA)), na = NULL)
  expect_parts(ragged_of(7, list(c(0L, 1L))), data = array(7))
  expect_parts(ragged_of(numeric(), list(0L)), data = array(numeric()), splits = list(array(0L)))
  expect_parts(ragged_of(as.raw(c(1, 255)), list(c(0L, 2L))), kind = "raw", data = array(c(1L, 255L)))
  expect_parts(ragged_of(c(1+2i, NA_complex_), list(c(0L, 2L))), kind = "complex", data = array(c(1, 2, NA, NA)))
})

test_that("objects with attributes are passed with their type", {
  f <- factor(c("b", NA, "a"), ordered = TRUE)
  expect_parts(ragged_of(f, rows), kind = "factor", data = array(c(2L, NA, 1L)), na = array(is.na(f)), ordered = TRUE)
  dates <- structure(c(19000L, NA, 1L), class = "Date")
  expect_parts(ragged_of(dates, rows), kind = "Date", data = array(c(19000, NA, 1)), na = NULL)
  times <- as.POSIXct(c(0, 1, 2), origin = "1970-01-01", tz = "Asia/Tokyo")
  expect_parts(ragged_of(times, rows), kind = "POSIXct", data = array(c(0, 1, 2)), tz = "Asia/Tokyo")
  expect_parts(ragged_of(array(1:6, c(3L, 2L)), rows), data = array(1:6), dim = list(3L, 2L))
  x <- ragged_of(1:3, rows,
    null = list(c(FALSE, TRUE, FALSE)), names = list(c("a", "", "b"), NULL),
    python = list(dtype = "int64", splits = "int32")
  )
  expect_parts(ragged_of(1:4, list(c(0L, 1L, 2L), c(0L, 2L, 4L)), uniform = c(NA, 2L)), uniform = array(c(-1L, 2L)))
  expect_parts(x,
    null = list(array(c(FALSE, TRUE, FALSE))), python = list("int64", "int32"),
    names = list(list(as.raw(c(97, 0, 0, 98, 0)), NULL), NULL)
  )
})

# As reticulate gives Python's dict: vectors have a dimension, text is a list where there is none.
from_python <- function(...) {
  none <- c("dim", "na", "null", "names", "uniform", "levels", "tz", "units", "python")
  parts <- c(list(splits = list(array(rows[[1]])), ordered = FALSE), sapply(none, function(n) NULL))
  given <- list(...)
  call_internal("reticulate_ragged")(c(given, parts[setdiff(names(parts), names(given))]))
}

test_that("values from Python are converted to R", {
  expect_identical(from_python(kind = "numeric", data = array(c(1, NA, 3))), ragged_of(c(1, NA, 3), rows))
  expect_identical(
    from_python(kind = "integer", data = array(c(1L, 0L, 3L)), na = array(c(FALSE, TRUE, FALSE))),
    ragged_of(c(1L, NA, 3L), rows)
  )
  expect_identical(
    from_python(kind = "character", data = c("a", "", "b"), na = array(c(FALSE, TRUE, FALSE))),
    ragged_of(c("a", NA, "b"), rows)
  )
  empty <- from_python(kind = "character", data = list(), splits = list(array(0L)))
  expect_identical(empty, ragged_of(character(), list(0L)))
  expect_identical(from_python(kind = "raw", data = array(c(1L, 2L, 255L))), ragged_of(as.raw(c(1, 2, 255)), rows))
  f <- factor(c("b", NA, "a"), levels = c("a", "b", "c"), ordered = TRUE)
  made <- from_python(
    kind = "factor", data = array(c(2L, 0L, 1L)), na = array(c(FALSE, TRUE, FALSE)),
    levels = c("a", "b", "c"), ordered = TRUE
  )
  expect_identical(made, ragged_of(f, rows))
  inner <- from_python(kind = "integer", data = array(1:6), dim = c(3L, 2L))
  expect_identical(inner, ragged_of(array(1:6, c(3L, 2L)), rows))
})

test_that("masks, names and dtypes from Python are converted", {
  made <- from_python(
    kind = "integer", data = array(1:3), null = list(array(c(FALSE, TRUE, FALSE))),
    names = list(c("a", "", "b"), NULL), uniform = array(-1L), python = c("int64", "int32")
  )
  expect_identical(made, ragged_of(1:3, rows,
    null = list(c(FALSE, TRUE, FALSE)), names = list(c("a", "", "b"), NULL),
    python = list(dtype = "int64", splits = "int32")
  ))
})
