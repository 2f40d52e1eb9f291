Summary.raggedkit_ragged <- function(..., na.rm = FALSE) {
  parts <- lapply(list(...), function(x) if (is_ragged(x)) part(store_of(x), "values") else x)
  do.call(.Generic, c(parts, list(na.rm = na.rm)))
}

mean.raggedkit_ragged <- function(x, ...) mean(part(store_of(x), "values"), ...)

median.raggedkit_ragged <- function(x, na.rm = FALSE, ...) median(part(store_of(x), "values"), na.rm = na.rm, ...)

quantile.raggedkit_ragged <- function(x, ...) quantile(part(store_of(x), "values"), ...)

summary.raggedkit_ragged <- function(object, ...) {
  object <- store_of(object)
  lengths <- lengths_of(outer_splits(object))
  structure(
    list(
      headline = headline(object), rows = length(lengths), nulls = sum(row_is_null(object)), empty = sum(lengths == 0L),
      lengths = summary(lengths), missing = sum(is.na(part(object, "values"))), values = summary(c_values(object), ...)
    ),
    class = "summary.raggedkit_ragged"
  )
}

c_values <- function(x) {
  values <- part(x, "values")
  if (is.null(dim(values))) values else as.vector(values)
}

print.summary.raggedkit_ragged <- function(x, ...) {
  cat(x$headline, "\n", sep = "")
  cat(counted(x$empty, "empty row"), ", ", big(x$nulls), " of them NULL, ", sep = "")
  cat(counted(x$missing, "missing value"), "\n", sep = "")
  cat("Row lengths:\n")
  print(x$lengths, ...)
  cat("Values:\n")
  print(x$values, ...)
  invisible(x)
}
