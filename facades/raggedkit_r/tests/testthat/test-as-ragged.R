test_that("a list of vectors comes back as it was", {
  set.seed(1)
  each_kind(function(rows) expect_rows(as_ragged(rows), rows))
  each_kind(function(rows) expect_rows(as_ragged(rows), rows), names = TRUE)
  for (rows in edge_rows()) expect_rows(as_ragged(rows), rows)
})

# Names that are all blank are none.
named_rows <- function(rows) if (any(nzchar(names(rows)))) rows else unname(rows)

test_that("so does a nested list", {
  set.seed(2)
  for (kind in names(value_makers())) {
    inner <- function(n) named_rows(random_rows(value_makers()[[kind]], n, names = TRUE))
    nested <- lapply(sample(1:4, 4, replace = TRUE), inner)
    nested[[1L]][[1L]] <- value_makers()[[kind]](2)
    nested[3L] <- list(NULL)
    names(nested) <- c("a", "", "c", "d")
    expect_identical(as.list(as_ragged(nested)), nested)
    expect_identical(as.list(as_ragged(list(nested, list(), nested))), list(nested, list(), nested))
    expect_identical(ragged_rank(as_ragged(list(nested))), 3L)
  }
})

test_that("ragged() takes rows or a list of them", {
  expect_identical(ragged(c(1, 2), 3, NULL), as_ragged(list(c(1, 2), 3, NULL)))
  expect_identical(ragged(list(c(1, 2), 3, NULL)), as_ragged(list(c(1, 2), 3, NULL)))
  expect_identical(ragged(a = 1:2, b = 3L), as_ragged(list(a = 1:2, b = 3L)))
  expect_identical(ragged(list(1, 2), list(3)), as_ragged(list(list(1, 2), list(3))))
  expect_identical(ragged(a = list(1, 2)), as_ragged(list(a = list(1, 2))))
  expect_identical(ragged(1:3), as_ragged(list(1:3)))
  expect_identical(ragged(), as_ragged(list()))
  expect_identical(ragged(NULL), as_ragged(list(NULL)))
  expect_identical(ragged(ragged(1)), ragged(1))
})

test_that("mixed types are promoted as in c()", {
  expect_identical(as.list(ragged(1L, 2.5, TRUE)), list(1, 2.5, 1))
  expect_identical(as.list(ragged(1L, "a")), list("1", "a"))
  expect_identical(as.list(ragged(2.5, integer())), list(2.5, numeric()))
  expect_identical(as.list(ragged(NA, 1L)), list(NA_integer_, 1L))
  expect_identical(as.list(ragged(1, 2i)), list(1 + 0i, 2i))
})

test_that("levels are unified, units converted, the first time zone is kept", {
  x <- ragged(factor(c("b", "a")), factor("c"), factor("a"))
  expect_identical(levels(x), c("a", "b", "c"))
  expect_identical(lapply(as.list(x), as.character), list(c("b", "a"), "c", "a"))
  expect_identical(x[[2]], factor("c", c("a", "b", "c")))
  expect_false(is.ordered(ragged(factor("a", ordered = TRUE), factor("b", ordered = TRUE))[[1]]))
  expect_identical(as.numeric(ragged(as.difftime(1, units = "hours"), as.difftime(90, units = "mins"))[[2]]), 1.5)
  utc <- as.POSIXct("2024-01-01 12:00", tz = "UTC")
  x <- ragged(utc, as.POSIXct("2024-06-01", tz = "America/New_York"))
  expect_identical(x[[1]], utc)
  expect_equal(x[[2]], as.POSIXct("2024-06-01 04:00", tz = "UTC"))
  expect_identical(ragged(as.POSIXlt(utc)), ragged(utc))
})

test_that("missing and empty rows combine with every type", {
  day <- as.Date("2024-01-01")
  expect_identical(as.list(ragged(NA, day, character(), NULL)), list(as.Date(NA), day, day[0], NULL))
  expect_identical(as.list(ragged(factor("a"), NA, NULL)), list(factor("a"), factor(NA, "a"), NULL))
})

test_that("an empty list is an empty row of any kind", {
  expect_identical(as.list(as_ragged(list(1:2, list(), NULL))), list(1:2, integer(), NULL))
  expect_identical(as.list(as_ragged(list(list(), factor("a")))), list(factor(character(), "a"), factor("a")))
  expect_identical(as.list(as_ragged(list(list(1:2), numeric()))), list(list(1:2), list()))
})

test_that("matrices as rows and I() are accepted", {
  rows <- list(matrix(1:4, 2), matrix(5:10, 3), matrix(integer(), 0, 2))
  x <- as_ragged(rows)
  expect_identical(as.list(x), rows)
  expect_identical(x[[2]], rows[[2]])
  expect_identical(flat_values(x), do.call(rbind, rows))
  cubes <- list(array(1:8, c(2, 2, 2)), array(1:12, c(3, 2, 2)))
  expect_identical(as.list(as_ragged(cubes)), cubes)
  expect_identical(as_ragged(I(list(1, 2:3))), ragged(1, 2:3))
  expect_identical(ragged(I(1:2), 3L), ragged(1:2, 3L))
  expect_identical(as.list(ragged(table(c("a", "b", "b")))), list(c(a = 1L, b = 2L)))
})

test_that("groups of split() and by() are rows", {
  groups <- split(mtcars$mpg, mtcars$cyl)
  expect_identical(as.list(as_ragged(groups)), groups)
  expect_identical(as.list(as_ragged(by(mtcars, mtcars$cyl, function(d) d$hp))), split(mtcars$hp, mtcars$cyl))
})

test_that("ragged lists in a list are rows of rows", {
  x <- ragged(1:2, NULL)
  expect_identical(as_ragged(list(x, x)), ragged(list(1:2, NULL), list(1:2, NULL)))
})

test_that("ragged_rank is the number of list levels that become axes", {
  json <- list(list(1, 2), list(), list(3))
  expect_identical(ragged_rank(as_ragged(json)), 2L)
  expect_identical(as.list(as_ragged(json, ragged_rank = 1)), list(c(1, 2), numeric(), 3))
  expect_identical(ragged_rank(as_ragged(list(list(), list()))), 2L)
  expect_identical(as.list(as_ragged(list(list(), list()))), list(list(), list()))
  expect_identical(as.list(as_ragged(list(list(), list()), ragged_rank = 1)), list(logical(), logical()))
  expect_identical(ragged_rank(as_ragged(list(), ragged_rank = 3)), 3L)
  expect_raises(as_ragged(json, ragged_rank = 3), "ValueError", "`ragged_rank` must be how deep `x` is nested, 2, not 3")
  expect_raises(as_ragged(list(list(1:2)), ragged_rank = 1), "ValueError", "nested, more than 1, not 1; lapply(x, unlist)")
  expect_raises(as_ragged(json, ragged_rank = 0), "ValueError", "`ragged_rank` must be a whole number, at least 1, not 0")
})

test_that("an argument that is not a list of rows raises an error with an alternative", {
  expect_raises(as_ragged(1:3), "TypeError", "`x` must be a list of rows, not 1:3; list(x) is one row, as.list(x)")
  expect_raises(as_ragged(NULL), "TypeError", "`x` must be a list of rows, not NULL; ragged() has no rows")
  expect_raises(as_ragged(sum), "TypeError", "`x` must be a list of rows, not an object of type builtin")
  expect_raises(as_ragged(as.POSIXlt("2024-01-01")), "TypeError", "not an object of class POSIXlt; as.POSIXct()")
  expect_raises(as_ragged(shape(1, 2)), "TypeError", "not an object of class raggedkit_shape")
})

test_that("an error names the row of another type", {
  expect_raises(ragged(1, factor("a")), "TypeError", "`..1` must be a factor as `..2` is, not 1; as.character()")
  expect_raises(
    as_ragged(list(list(Sys.Date()), list(Sys.Date(), 3))), "TypeError",
    "`x[[2]][[2]]` must be a Date as `x[[1]][[1]]` is, not 3; as.Date() makes dates"
  )
  expect_raises(ragged(Sys.time(), Sys.Date()), "TypeError", "`..2` must be a POSIXct as `..1` is, not a Date")
  expect_raises(as_ragged(list(1, sum)), "TypeError", "`x[[2]]` must be a vector, not an object of type builtin")
  expect_raises(
    as_ragged(list(1, structure(2, class = "integer64"))), "TypeError",
    "`x[[2]]` must be a plain vector, factor, Date, POSIXct or difftime, not an object of class integer64"
  )
  expect_raises(as_ragged(list(1, mtcars)), "TypeError", "`x[[2]]` must be a vector or a list of vectors, not an object of class data.frame")
  expect_raises(
    as_ragged(list(list(1), list(2, list(3)))), "TypeError",
    "`x[[2]][[2]]` must be a vector as `x[[1]][[1]]` is, not list(3); all rows must be nested equally deep"
  )
  expect_raises(as_ragged(list(list(1:2), 3)), "TypeError", "`x[[2]]` must be a list as `x[[1]]` is, not 3")
  expect_raises(as_ragged(list(3, list(1:2))), "TypeError", "`x[[2]]` must be a vector as `x[[1]]` is, not list(1:2)")
  expect_raises(
    as_ragged(list(matrix(1:4, 2), matrix(1:6, 2))), "ValueError",
    "`x[[2]]` must have dimensions n x 2 as `x[[1]]` has, not 2 x 3"
  )
})

test_that("times with equal and with different attributes are joined alike", {
  day <- as.Date("2024-01-01")
  for (time in list(day, as.POSIXct(day), as.POSIXct("2024-01-01", tz = "Asia/Tokyo"), as.difftime(2, units = "mins"))) {
    x <- as_ragged(list(time, NULL, time[0L], time[c(1, NA)]))
    expect_identical(flat_values(x), time[c(1, 1, NA)])
    expect_identical(row_is_null(x), c(FALSE, TRUE, FALSE, FALSE))
    named <- time
    names(named) <- "a"
    expect_identical(as.list(as_ragged(list(named, time))), list(named, time))
    expect_identical(as_ragged(list(time, numeric(), list())), as_ragged(list(time, time[0L], time[0L])))
    expect_error(as_ragged(list(time, 3)), "`x[[2]]` must be a", fixed = TRUE)
    expect_error(as_ragged(list(time, TRUE)), "`x[[2]]` must be a", fixed = TRUE)
  }
  integers <- structure(19000:19001, class = "Date")
  expect_identical(flat_values(as_ragged(list(integers, integers[1]))), integers[c(1, 2, 1)])
  mins <- as.difftime(c(1, 2), units = "mins")
  expect_identical(flat_values(as_ragged(list(mins, as.difftime(30, units = "secs")))), as.difftime(c(1, 2, 0.5), units = "mins"))
})

test_that("lists with dimensions raise an error", {
  cells <- matrix(list(1, 2, 3, 4), 2)
  for (make in list(as_ragged, ragged)) {
    expect_raises(
      make(cells), "TypeError",
      "`x` must be a list of rows, not a list with dimensions 2 x 2; c(x) has its elements column by column, asplit(x, 1) row by row"
    )
  }
  groups <- by(mtcars, mtcars[c("cyl", "am")], function(d) d$mpg)
  expect_raises(as_ragged(groups), "TypeError", "not a list with dimensions 3 x 2; c(x) has its elements")
  expect_identical(nrows(as_ragged(c(groups))), 6L)
  expect_identical(as.list(as_ragged(c(cells))), list(1, 2, 3, 4))
  expect_identical(as.list(as_ragged(asplit(cells, 1), ragged_rank = 1)), list(c(1, 3), c(2, 4)))
})

test_that("unknown arguments raise an error", {
  expect_raises(as_ragged(list(1), foo = 2), "TypeError", "`as_ragged()` takes `ragged_rank` for a list, not `foo`; `lengths` and `padding` cut")
  expect_raises(as_ragged(list(1), padding = 2), "TypeError", "not `padding`")
  expect_raises(as_ragged(ragged(1), foo = 2), "TypeError", "takes `ragged_rank` for a ragged list, not `foo`; leave it away")
  expect_identical(ragged(ragged(1), ragged_rank = 1), ragged(1))
  expect_raises(as_ragged(ragged(1), ragged_rank = 2), "ValueError", "`ragged_rank` must be that of `x`, 1, not 2")
  expect_raises(as_ragged(matrix(1:4, 2), foo = 2), "TypeError", "takes `lengths` or `padding` for a matrix, not `foo`")
  columns <- data.frame(id = 1:2)
  columns$x <- list(1, 2:3)
  expect_identical(ragged(columns), ragged(1, 2:3))
  expect_raises(as_ragged(mtcars, "mpg", "cyl", 3), "TypeError", "takes `column` and `by` for a data frame, not 3")
  expect_identical(as_ragged(matrix(1:4, 2), ragged_rank = 1), as_ragged(matrix(1:4, 2)))
  expect_raises(as_ragged(matrix(1:4, 2), ragged_rank = 2), "ValueError", "`ragged_rank` must be 1 for a matrix or array, not 2")
  expect_raises(as_ragged(matrix(1:4, 2), padding = 1:2), "ValueError", "`padding` must be one value, not 1:2")
})
