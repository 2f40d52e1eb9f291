names.raggedkit_store <- function(x) axis_names(x, 1L)

`names<-.raggedkit_ragged` <- function(x, value) {
  n <- length(x)
  if (length(value) > n) stop_names(n, length(value))
  rows <- plain_list(x)
  value <- if (!is.null(value)) as.character(value)[seq_len(n)]
  names(rows) <- value
  like_rows(rows, x, attr(x, "uniform", exact = TRUE))
}

stop_names <- function(n, given) {
  stop_value("`names(x)` must be ", n, " texts, one for each row, not ", given, "; NULL removes them")
}

`names<-.raggedkit_store` <- function(x, value) {
  n <- count_rows(x)
  if (length(value) > n) {
    stop_names(n, length(value))
  }
  names <- part(x, "names") %||% vector("list", rank_of(x) + 1L)
  # Names beyond those given are NA, as for a list.
  names[1L] <- list(if (!is.null(value)) as.character(value)[seq_len(n)])
  build_ragged(part(x, "values"), part(x, "splits"), part(x, "null"), names, part(x, "uniform"))
}

levels.raggedkit_ragged <- function(x) levels(ptype_of(x))

`levels<-.raggedkit_ragged` <- function(x, value) {
  x <- store_of(x)
  values <- part(x, "values")
  if (!is.factor(values)) {
    stop_type("`x` must contain factors, not ", kind_label(values), " values; with_values(x, factor) makes factors")
  }
  levels(values) <- value
  rows_of(rewrap(x, values))
}

`dim<-.raggedkit_ragged` <- function(x, value) {
  stop_type("`dim(x)` must not be set, since rows differ in length; as.matrix(x) pads them to a matrix")
}

# `$` selects rows by name, not the fields of the list that a ragged list consists of.
with.raggedkit_ragged <- function(data, expr, ...) {
  rows <- lapply(seq_along(data), function(i) data[[i]])
  names(rows) <- names(data)
  eval(substitute(expr), rows[nzchar(names(rows))], enclos = parent.frame())
}
