names.raggedkit_ragged <- function(x) axis_names(x, 1L)

`names<-.raggedkit_ragged` <- function(x, value) {
  n <- count_rows(x)
  if (length(value) > n) {
    stop_value("`names(x)` must be ", n, " texts, one for each row, not ", length(value), "; NULL takes them away")
  }
  names <- part(x, "names") %||% vector("list", rank_of(x) + 1L)
  # Names that are too few are NA after those given, as for a list.
  names[1L] <- list(if (!is.null(value)) as.character(value)[seq_len(n)])
  build_ragged(part(x, "values"), part(x, "splits"), part(x, "null"), names, part(x, "uniform"))
}

levels.raggedkit_ragged <- function(x) levels(part(x, "values"))
