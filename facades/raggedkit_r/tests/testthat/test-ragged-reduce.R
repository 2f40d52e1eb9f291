# What base R gives for each row, and NA where it would warn that there is nothing.
of_rows <- function(rows, f, empty = NULL, na.rm = FALSE) {
  values <- lapply(rows, function(row) {
    if (na.rm) row <- row[!is.na(row)]
    if (length(row) || is.null(empty)) f(row) else empty
  })
  unlist(values) %||% logical()
}

unclass_ordered <- function(row) if (is.factor(row)) as.integer(row) else row

test_that("sums, products, means and spreads are computed per row", {
  set.seed(15)
  each_kind(kinds = numbers, names = TRUE, function(rows) {
    x <- as_ragged(rows)
    for (na.rm in c(FALSE, TRUE)) {
      expect_equal(row_sums(x, na.rm), of_rows(rows, sum, na.rm = na.rm))
      expect_equal(row_prod(x, na.rm), of_rows(rows, prod, na.rm = na.rm))
      expect_equal(row_means(x, na.rm), of_rows(rows, mean, NaN, na.rm))
      expect_equal(row_median(x, na.rm), of_rows(rows, function(row) as.numeric(median(row)), NA_real_, na.rm))
      expect_equal(row_sd(x, na.rm), of_rows(rows, sd, NA_real_, na.rm))
    }
  })
})

test_that("extremes are computed per row and keep the type", {
  set.seed(16)
  each_kind(kinds = c("integer", "numeric", "character", "ordered"), function(rows) {
    if (!sum(lengths(rows))) {
      return()
    }
    x <- as_ragged(rows)
    for (na.rm in c(FALSE, TRUE)) {
      for (f in c("max", "min")) {
        wanted <- of_rows(lapply(rows, unclass_ordered), get(f), NA, na.rm)
        found <- get(paste0("row_", f))(x, na.rm)
        expect_identical(typeof(found), typeof(flat_values(x)))
        expect_equal(as.vector(unclass_ordered(found)), unname(wanted))
      }
    }
    expect_identical(row_max(x)[lengths(rows) > 0][0], flat_values(x)[0])
  })
})

test_that("Inf, NaN and NA affect their own row only", {
  x <- ragged(c(Inf, 1), c(1, 2), NaN, 3, c(NA, 1), 4, c(1e308, 1e308), 5, c(1e16, 1, -1e16), 0.1)
  expect_equal(row_sums(x)[c(2, 4, 6, 8, 10)], c(3, 3, 4, 5, 0.1))
  expect_identical(row_sums(x)[[1]], Inf)
  expect_true(is.nan(row_sums(x)[[3]]))
  expect_true(is.na(row_sums(x)[[5]]) && !is.nan(row_sums(x)[[5]]))
  expect_equal(row_means(x)[c(2, 4, 6, 8, 10)], c(1.5, 3, 4, 5, 0.1))
  expect_equal(row_sd(x)[2], sd(c(1, 2)))
  expect_identical(row_median(x)[c(2, 4, 5, 6)], c(1.5, 3, NA, 4))
})

test_that("the result of an empty row is that of an empty vector", {
  x <- ragged(a = integer(), b = NULL, c = 2L)
  expect_identical(row_sums(x), c(a = 0L, b = 0L, c = 2L))
  expect_identical(row_prod(x), c(a = 1, b = 1, c = 2))
  expect_identical(row_max(x), c(a = NA, b = NA, c = 2L))
  expect_identical(row_min(x, empty = Inf), c(a = Inf, b = Inf, c = 2))
  expect_identical(row_means(x), c(a = NaN, b = NaN, c = 2))
  expect_identical(row_any(x > 1), c(a = FALSE, b = FALSE, c = TRUE))
  expect_identical(row_all(x > 5), c(a = TRUE, b = TRUE, c = FALSE))
  expect_identical(row_which_max(x), c(a = NA, b = NA, c = 1L))
  expect_identical(row_range(x), cbind(min = c(a = NA, b = NA, c = 2L), max = c(NA, NA, 2L)))
  for (f in list(row_sums, row_max, row_means, row_median, row_sd, row_any, row_which_max)) {
    expect_identical(length(f(ragged())), 0L)
  }
})

test_that("logicals, positions and their NA", {
  set.seed(17)
  each_kind(kinds = "logical", function(rows) {
    x <- as_ragged(rows)
    for (na.rm in c(FALSE, TRUE)) {
      expect_identical(row_any(x, na.rm), unname(of_rows(rows, function(row) any(row, na.rm = na.rm))))
      expect_identical(row_all(x, na.rm), unname(of_rows(rows, function(row) all(row, na.rm = na.rm))))
    }
  })
  each_kind(kinds = c("integer", "numeric"), function(rows) {
    position <- function(f) vapply(rows, function(row) c(f(row), NA)[[1]], 1L)
    expect_identical(row_which_max(as_ragged(rows)), position(function(row) if (length(row)) which.max(row)))
    expect_identical(row_which_min(as_ragged(rows)), position(function(row) if (length(row)) which.min(row)))
  })
})

test_that("reductions of times are times", {
  days <- ragged(as.Date("2024-01-01") + c(0, 2), as.Date(character()), as.Date("2024-03-01"))
  expect_identical(row_min(days), as.Date(c("2024-01-01", NA, "2024-03-01")))
  expect_equal(row_means(days), as.Date(c("2024-01-02", NA, "2024-03-01")))
  expect_identical(row_median(days), as.Date(c("2024-01-02", NA, "2024-03-01")))
  expect_identical(row_which_max(days), c(2L, NA, 1L))
  spans <- ragged(as.difftime(c(1, 2), units = "hours"), as.difftime(3, units = "hours"))
  expect_identical(row_sums(spans), as.difftime(c(3, 3), units = "hours"))
  zoned <- ragged(as.POSIXct("2024-01-01", tz = "Asia/Tokyo"))
  expect_identical(row_max(zoned), zoned[[1]])
})

test_that("`axis` reduces rows within rows", {
  x <- ragged(list(a = list(1:2, 3L), b = list(), c = list(u = NULL, v = 4:6)))
  expect_identical(row_sums(x), c(a = 6L, b = 0L, c = 15L))
  expect_identical(as.list(row_sums(x, axis = 2)), list(a = c(3L, 3L), b = integer(), c = c(u = 0L, v = 15L)))
  expect_identical(as.list(row_max(x, axis = 2)), list(a = c(2L, 3L), b = integer(), c = c(u = NA, v = 6L)))
})

test_that("inner dimensions are reduced column by column", {
  x <- as_ragged(list(p = matrix(1:4, 2), q = matrix(integer(), 0, 2), r = matrix(5:6, 1)))
  expect_identical(row_sums(x), matrix(c(3L, 0L, 5L, 7L, 0L, 6L), 3, dimnames = list(c("p", "q", "r"), NULL)))
  expect_identical(unname(row_means(x)[c(1, 3), ]), rbind(c(1.5, 3.5), c(5, 6)))
})

test_that("lists are accepted as ragged lists", {
  expect_identical(row_sums(list(a = 1:2, b = NULL)), c(a = 3L, b = 0L))
  expect_identical(row_sums(split(mtcars$mpg, mtcars$cyl)), vapply(split(mtcars$mpg, mtcars$cyl), sum, 0))
})

test_that("an error for a type without this reduction names the types that have it", {
  expect_raises(row_sums(ragged(factor("a"))), "TypeError", "`x` must contain numbers, not factor values; with_values(x, as.character(")
  expect_raises(row_sums(ragged(Sys.Date())), "TypeError", "`x` must contain numbers, not Date values; row_min(), row_max()")
  expect_raises(row_range(ragged(Sys.Date())), "TypeError", "`x` must contain numbers or text, not Date values")
  expect_raises(row_means(ragged("a")), "TypeError", "`x` must contain numbers, not text")
  expect_raises(row_median(ragged("a")), "TypeError", "`x` must contain numbers, not character values")
  expect_raises(row_any(ragged("a")), "TypeError", "`x` must contain logicals, not character values; compare them")
  expect_raises(row_range(as_ragged(array(1:8, c(2, 2, 2)))), "ValueError", "`x` must contain single values for `row_range`, not 2 each")
  for (verb in list(row_sums, row_prod, row_sd)) {
    expect_raises(verb(ragged("a")), "TypeError", "`x` must contain numbers, not text; with_values(x, as.numeric) makes numbers of it")
    expect_raises(verb(ragged(raw(1))), "TypeError", "`x` must contain numbers, not raw values; with_values(x, as.integer)")
  }
  expect_raises(row_sums(matrix(1:4, 2)), "TypeError", "`x` must be a list of rows, not an array of 2 x 2; as_ragged(x) has its rows")
  expect_raises(row_max(ragged(1), empty = 1:2), "ValueError", "`empty` must be one value, not 1:2")
  expect_raises(row_min(ragged(1), empty = NULL), "ValueError", "`empty` must be one value, not NULL")
  expect_raises(row_sums(ragged(1), axis = 2), "ValueError", "`axis` must be from 1 to 1, not 2")
})
