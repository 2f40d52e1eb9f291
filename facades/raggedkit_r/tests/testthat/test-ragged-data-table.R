# data.table calls no method of a column: it copies rows and attributes, and the type is read from the rows.
rows <- ragged(1:3, integer(), 4:5, NULL)

test_that("rows that were changed without a method are read again", {
  x <- rows
  attributes <- attributes(x)
  x <- unclass(x)
  x[[2]] <- 0.5
  attributes(x) <- attributes
  expect_identical(flat_values(x), c(1, 2, 3, 0.5, 4, 5))
  expect_identical(x * 2, ragged(c(2, 4, 6), 1, c(8, 10), NULL))
  x[[2]] <- 1L
  attributes(x) <- NULL
  x[[2]] <- as.Date("2024-01-31")
  attributes(x) <- attributes
  expect_raises(row_sums(x), "TypeError", "`x[[1]]` must be a Date as `x[[2]]` is, not 1:3")
})

if (requireNamespace("data.table", quietly = TRUE)) {
  made <- function() data.table::data.table(id = 1:4, x = rows)
  # In the namespace of a package, `[` is that of a data frame.
  with_table <- function(code) {
    frame <- new.env(parent = globalenv())
    frame$d <- made()
    eval(code, frame)
  }

  test_that("a column of a data.table keeps its rows", {
    expect_identical(made()$x, rows)
    expect_identical(with_table(quote(d[2]))$x, rows[2])
    expect_identical(with_table(quote(d[c(4, 1)]))$x, rows[c(4, 1)])
    expect_identical(with_table(quote(d[order(-id)]))$x, rows[4:1])
    expect_match(utils::capture.output(print(made())), "1,2,3", fixed = TRUE, all = FALSE)
  })

  test_that("`:=` and `by` compute with the rows", {
    expect_identical(with_table(quote(d[, x := x * 2]))$x, rows * 2)
    expect_identical(with_table(quote(d[, list(s = row_sums(x)), by = id]))$s, c(6L, 0L, 9L, 0L))
    expect_identical(with_table(quote(d[, list(n = sum(lengths(x))), by = list(id > 2)]))$n, c(3L, 2L))
    expect_identical(with_table(quote(d[, unlist(x), by = id]))$V1, 1:5)
    expect_identical(with_table(quote(d[id > 2, x := ragged(9L, 8L)]))$x, ragged(1:3, integer(), 9L, 8L))
  })

  test_that("data tables are bound and merged", {
    both <- data.table::rbindlist(list(made(), data.table::data.table(id = 9L, x = ragged(0.5))))$x
    expect_identical(both * 1, c(rows, ragged(0.5)))
    expect_identical(rbind(made(), made())$x, c(rows, rows))
    other <- data.table::data.table(id = 2:5, z = 1:4)
    expect_identical(merge(made(), other, by = "id")$x, rows[2:4])
    expect_identical(merge(made(), other, by = "id", all = TRUE)$x, rows[c(1:4, NA)])
    expect_identical(data.table::setDT(data.frame(id = 1:4, x = rows))$x, rows)
    expect_error(with_table(quote(unique(d))), "not yet supported")
  })
}
