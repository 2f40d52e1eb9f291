# Vectors of every type that rows may hold, missing values among them.
value_makers <- function() {
  with_na <- function(values) {
    values[runif(length(values)) < 0.15] <- NA
    values
  }
  list(
    logical = function(n) with_na(runif(n) < 0.5),
    integer = function(n) with_na(sample(-9:9, n, replace = TRUE)),
    numeric = function(n) {
      values <- with_na(round(rnorm(n), 2))
      special <- runif(n) < 0.15
      values[special] <- sample(c(Inf, -Inf, NaN), sum(special), replace = TRUE)
      values
    },
    complex = function(n) with_na(complex(real = sample(-3:3, n, replace = TRUE), imaginary = 1)),
    character = function(n) with_na(sample(c("a", "bb", "", "\u00e9\n\"x"), n, replace = TRUE)),
    raw = function(n) as.raw(sample(0:255, n, replace = TRUE)),
    factor = function(n) factor(with_na(sample(c("u", "v", "w"), n, replace = TRUE)), c("w", "v", "u")),
    ordered = function(n) factor(with_na(sample(c("lo", "hi"), n, replace = TRUE)), c("lo", "hi"), ordered = TRUE),
    Date = function(n) as.Date(with_na(sample(c(0, 19000), n, replace = TRUE)), origin = "1970-01-01"),
    POSIXct = function(n) as.POSIXct(with_na(1e9 * runif(n)), origin = "1970-01-01", tz = "Asia/Tokyo"),
    difftime = function(n) as.difftime(with_na(runif(n)), units = "mins")
  )
}

# Lists of short vectors, empty ones and, if wanted, NULL and names among them.
random_rows <- function(make, n = sample(0:6, 1), nulls = TRUE, names = FALSE) {
  rows <- lapply(seq_len(n), function(k) {
    row <- make(sample(0:4, 1))
    if (names && length(row) && runif(1) < 0.5) names(row) <- sample(c("p", "q", "r"), length(row), replace = TRUE)
    row
  })
  if (nulls) rows[runif(n) < 0.15] <- list(NULL)
  if (names && n) names(rows) <- sample(c("one", "two", "", "three"), n, replace = TRUE)
  rows
}

each_kind <- function(check, kinds = names(value_makers()), times = 4L, ...) {
  for (kind in kinds) {
    for (k in seq_len(times)) check(random_rows(value_makers()[[kind]], ...))
  }
}

numbers <- c("logical", "integer", "numeric")

# Names that are all blank, or of nothing, are none.
without_blank_names <- function(row) {
  if (!any(nzchar(names(row)))) names(row) <- NULL
  row
}

# A list of rows and what it must be as a ragged list; the type of no values at all is not in the list.
expect_rows <- function(x, rows) {
  expect_s3_class(x, "raggedkit_ragged")
  rows <- lapply(rows, without_blank_names)
  if (all(lengths(rows) == 0L)) {
    expect_identical(lapply(as.list(x), length), lapply(rows, length))
    expect_identical(vapply(as.list(x), is.null, NA), vapply(rows, is.null, NA))
  } else {
    expect_identical(as.list(x), rows)
  }
}

edge_rows <- function() {
  list(
    "no rows" = list(), "one row" = list(c(1, 2)), "one empty row" = list(numeric()), "all empty" = list(numeric(), numeric()),
    "first empty" = list(numeric(), 1), "last empty" = list(c(1, 2), numeric()), "middle empty" = list(1, numeric(), 2),
    "a NULL row" = list(c(1, 2), NULL, 3), "all NULL" = list(NULL, NULL), "Inf and NaN beside" = list(c(1, Inf), c(2, 3), NaN, 4),
    "NA beside" = list(NA_real_, c(1, 2), c(3, NA))
  )
}
