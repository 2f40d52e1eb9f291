test_that("operators apply to the values", {
  set.seed(12)
  each_kind(kinds = numbers, nulls = FALSE, function(rows) {
    x <- as_ragged(rows)
    per_row <- seq_along(rows) + 0.5
    for (op in c("+", "-", "*", "/", "^", "%%", "%/%", "==", "!=", "<", ">=", "&", "|")) {
      f <- get(op)
      expect_rows(f(x, 2), lapply(rows, f, 2))
      expect_rows(f(2, x), lapply(rows, function(row) f(2, row)))
      expect_rows(f(x, x), Map(f, rows, rows))
      expect_rows(f(x, rows), Map(f, rows, rows))
      if (length(rows) > 1L) {
        expect_rows(f(x, per_row), Map(f, rows, per_row))
        expect_rows(f(per_row, x), Map(f, per_row, rows))
      }
    }
    expect_rows(-x, lapply(rows, `-`))
    expect_rows(!x, lapply(rows, `!`))
  })
})

test_that("texts, factors and times are compared and shifted", {
  expect_identical(as.list(ragged("a", c("b", NA)) == "b"), list(FALSE, c(TRUE, NA)))
  expect_identical(as.list(ragged(factor("u"), factor("v")) == "v"), list(FALSE, TRUE))
  days <- ragged(as.Date("2024-01-01") + 0:1, as.Date("2024-03-01"))
  expect_identical(as.list(days + 1), list(as.Date("2024-01-02") + 0:1, as.Date("2024-03-02")))
  expect_identical(as.list(days > "2024-01-01"), list(c(FALSE, TRUE), TRUE))
  expect_identical(units(flat_values(days - days)), "days")
})

test_that("names and NULL rows are kept", {
  x <- ragged(a = c(p = 1, q = 2), b = NULL)
  expect_identical(as.list(x + 1), list(a = c(p = 2, q = 3), b = NULL))
  expect_identical(as.list(1 + x), list(a = c(p = 2, q = 3), b = NULL))
  expect_identical(as.list(ragged(c(1, 2), numeric()) + x), list(a = c(p = 2, q = 4), b = NULL))
  expect_identical(as.list(x > 1), list(a = c(p = FALSE, q = TRUE), b = NULL))
})

test_that("an operand with fewer axes is broadcast over the inner rows", {
  x <- ragged(list(list(1:2, 3L), list(), list(NULL, 4:6)))
  expect_identical(as.list(x * c(1L, 2L, 10L)), list(list(1:2, 3L), list(), list(NULL, c(40L, 50L, 60L))))
  inner <- ragged(c(10L, 20L), integer(), c(30L, 40L))
  expect_identical(as.list(x + inner), list(list(11:12, 23L), list(), list(NULL, 44:46)))
  expect_identical(as.list(inner + x), as.list(x + inner))
})

test_that("inner dimensions are kept", {
  x <- as_ragged(list(matrix(1:4, 2), matrix(5:6, 1)))
  expect_identical(as.list(x * 2L), list(matrix(1:4, 2) * 2L, matrix(5:6, 1) * 2L))
  expect_identical(as.list(x + c(10L, 20L)), list(matrix(1:4, 2) + 10L, matrix(5:6, 1) + 20L))
})

test_that("an error names the row that does not fit", {
  x <- ragged(c(1, 2), numeric(), 3)
  expect_raises(x + 1:2, "ValueError", "`e2` must be one value, one for each of the 3 rows, or ragged with the same row lengths, not 2 values")
  expect_raises(1:2 + x, "ValueError", "`e1` must be one value")
  expect_raises(x + ragged(1, 2, 3), "ValueError", "`e2` must have 2 values in row 1, not 1; both must have rows of the same lengths")
  expect_raises(x + ragged(1), "ValueError", "`e2` must have 3 rows, not 1; both must have the same rows")
  expect_raises(x + diag(3), "ValueError", "`e2` must be one value, one for each of the 3 rows, or ragged with the same row lengths, not a matrix")
})

test_that("an array of one dimension is a vector", {
  x <- ragged(c(3, 1), numeric(), c(5, 9, 2))
  ones <- array(1:3)
  expect_identical(x + ones, x + 1:3)
  expect_identical(ones - x, 1:3 - x)
  expect_identical(x > array(2), x > 2)
  expect_identical(c(x, ones), c(x, 1:3))
  expect_identical(rbind(x, ones), rbind(x, 1:3))
  expect_identical(cbind(x, ones), cbind(x, 1:3))
  expect_raises(x + matrix(1:3), "ValueError", "not a matrix")
})
