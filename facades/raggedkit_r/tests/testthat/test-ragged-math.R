test_that("functions of values keep the rows", {
  set.seed(13)
  each_kind(kinds = c("integer", "numeric"), names = TRUE, nulls = FALSE, function(rows) {
    x <- as_ragged(rows)
    for (f in list(abs, sign, floor, exp, ceiling, trunc)) {
      expect_rows(f(x), lapply(rows, f))
    }
    expect_rows(round(x, 1), lapply(rows, round, 1))
  })
})

test_that("running sums start again at zero in each row", {
  set.seed(14)
  each_kind(kinds = c("integer", "numeric"), function(rows) {
    x <- as_ragged(rows)
    for (f in list(cumsum, cumprod, cummax, cummin)) {
      expect_rows(f(x), lapply(rows, function(row) if (!is.null(row)) f(row)))
    }
  })
  for (rows in edge_rows()) expect_rows(cumsum(as_ragged(rows)), lapply(rows, function(row) if (!is.null(row)) cumsum(row)))
  expect_identical(row_cumsum(list(c(1, 1e300), c(1, NaN), 1)), ragged(c(1, 1e300), c(1, NaN), 1))
  nested <- ragged(list(list(1:3, 4L), list(5:6)))
  expect_identical(as.list(cumsum(nested)), list(list(c(1L, 3L, 6L), 4L), list(c(5L, 11L))))
  wide <- as_ragged(list(matrix(1:4, 2), matrix(5:6, 1)))
  expect_identical(as.list(cumsum(wide)), list(matrix(c(1L, 3L, 3L, 7L), 2), matrix(5:6, 1)))
})

test_that("values that a base R function refuses raise its error", {
  expect_error(sqrt(ragged("a")), "non-numeric argument")
  expect_error(cumsum(ragged(Sys.Date())), "not defined|not allowed")
  expect_error(exp(ragged(factor("a"))), "not meaningful for factors")
})

test_that("rounded times are times in the same rows", {
  for (zone in c("UTC", "Europe/Berlin")) {
    times <- as.POSIXct(c(1e9, NA, 2e9 + 1234, 5), origin = "1970-01-01", tz = zone)
    x <- ragged_from_lengths(times, c(1L, 0L, 3L))
    for (unit in c("hours", "days", "mins")) {
      expect_identical(flat_values(round(x, unit)), as.POSIXct(round(times, unit)))
      expect_identical(flat_values(trunc(x, unit)), as.POSIXct(trunc(times, unit)))
    }
    expect_identical(lengths(round(x, "hours")), c(1L, 0L, 3L))
    expect_identical(with_values(x, function(values) round(values, "hours")), round(x, "hours"))
  }
  local <- as.POSIXct(5, origin = "1970-01-01")
  expect_identical(round(ragged(local), "secs"), ragged(local))
  expect_identical(trunc(ragged(as.Date("2024-02-29")), "month")[[1]], trunc(as.Date("2024-02-29"), "month"))
  expect_identical(round(ragged(c(1.26, -0.04), 7), 1), ragged(c(1.3, 0), 7))
})
