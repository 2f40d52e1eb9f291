as_ragged.data.frame <- function(x, column = NULL, by = NULL, ...) {
  check_no_more(list(...), "`column` and `by` for a data frame")
  column <- column %||% only_column(x, by)
  values <- checked_column(x, column, "column")
  if (is.null(by)) {
    if (!is.list(values) && !is_ragged(values)) {
      stop_type(
        "`column` must be a list column where there is no `by`, not \"", column, "\", ", kind_shown(values),
        "; by = groups its values by another column"
      )
    }
    return(as_ragged(values))
  }
  as_ragged(split(values, checked_column(x, by, "by")))
}

only_column <- function(x, by) {
  found <- if (is.null(by)) {
    names(x)[vapply(x, is.list, NA)]
  } else {
    setdiff(names(x), by)
  }
  if (length(found) != 1L) {
    stop_value(
      "`column` must be one of ", shown(names(x)), ", not NULL, since ", length(found), " of them ",
      if (is.null(by)) "are list columns" else "are left", "; as_ragged(x, column = , by = ) groups values"
    )
  }
  found
}

checked_column <- function(x, column, argument) {
  if (!is.character(column) || length(column) != 1L || !column %in% names(x)) {
    stop_value(
      "`", argument, "` must be one of ", shown(names(x)), ", not ", shown(column), "; names(x) are the columns"
    )
  }
  x[[column]]
}
