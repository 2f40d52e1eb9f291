is.na.raggedkit_ragged <- function(x) rewrap(x, is.na(part(x, "values")))

is.nan.raggedkit_ragged <- function(x) rewrap(x, is.nan(part(x, "values")))

is.finite.raggedkit_ragged <- function(x) rewrap(x, is.finite(part(x, "values")))

is.infinite.raggedkit_ragged <- function(x) rewrap(x, is.infinite(part(x, "values")))

anyNA.raggedkit_ragged <- function(x, recursive = FALSE) anyNA(part(x, "values"))

xtfrm.raggedkit_ragged <- function(x) {
  stop_type(
    "`x` must be a vector for `sort`, `order` and `factor`, not a ragged list; sort_rows(x) sorts each row, ",
    "x[order(row_sums(x))] the rows by a number of each, with_values(x, factor) makes factors of them"
  )
}

# match() and %in% compare rows.
mtfrm.raggedkit_ragged <- function(x) unname(as.list(x))

all.equal.raggedkit_ragged <- function(target, current, ..., check.names = TRUE) {
  if (!is_ragged(current)) {
    return(paste("target is a ragged list, current is", class(current)[[1L]]))
  }
  differences <- tryCatch(check_same_rows(target, current, "current"), error = conditionMessage)
  if (!is.null(differences)) {
    return(differences)
  }
  differences <- all.equal(part(target, "values"), part(current, "values"), ...)
  differences <- if (isTRUE(differences)) NULL else paste("Values:", differences)
  if (!identical(part(target, "null"), part(current, "null"))) differences <- c(differences, "NULL rows differ")
  if (check.names && !identical(part(target, "names"), part(current, "names"))) differences <- c(differences, "Names differ")
  differences %||% TRUE
}
