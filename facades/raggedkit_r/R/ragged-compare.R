is.na.raggedkit_ragged <- function(x) map_values(x, is.na)

is.nan.raggedkit_ragged <- function(x) map_values(x, is.nan)

is.finite.raggedkit_ragged <- function(x) map_values(x, is.finite)

is.infinite.raggedkit_ragged <- function(x) map_values(x, is.infinite)

anyNA.raggedkit_ragged <- function(x, recursive = FALSE) anyNA(part(store_of(x), "values"))

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
  target <- store_of(target)
  current <- store_of(current)
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
