names.raggedkit_ragged <- function(x) axis_names(x, 1L)

`names<-.raggedkit_ragged` <- function(x, value) {
  n <- count_rows(x)
  if (length(value) > n) {
    stop_value("`names(x)` must be ", n, " texts, one for each row, not ", length(value), "; NULL removes them")
  }
  names <- part(x, "names") %||% vector("list", rank_of(x) + 1L)
  # Names beyond those given are NA, as for a list.
  names[1L] <- list(if (!is.null(value)) as.character(value)[seq_len(n)])
  build_ragged(part(x, "values"), part(x, "splits"), part(x, "null"), names, part(x, "uniform"))
}

levels.raggedkit_ragged <- function(x) levels(part(x, "values"))

`levels<-.raggedkit_ragged` <- function(x, value) {
  values <- part(x, "values")
  if (!is.factor(values)) {
    stop_type("`x` must contain factors, not ", kind_label(values), " values; with_values(x, factor) makes factors")
  }
  levels(values) <- value
  rewrap(x, values)
}

`dim<-.raggedkit_ragged` <- function(x, value) {
  stop_type("`dim(x)` must not be set, since rows differ in length; as.matrix(x) pads them to a matrix")
}

# `$` selects rows by name, not the fields of the list that a ragged list consists of.
with.raggedkit_ragged <- function(data, expr, ...) {
  rows <- lapply(seq_len(count_rows(data)), function(i) data[[i]])
  names(rows) <- names(data)
  eval(substitute(expr), rows[nzchar(names(rows))], enclos = parent.frame())
}
