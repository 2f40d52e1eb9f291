# A ragged list is a list of its rows, so that functions which call no method (for, do.call, c(list(1), x)) see rows.
# Attributes: `ptype`, the values without any, which keeps the type of rows that have none; `rank` if rows have rows;
# `uniform`, the declared row length of each axis; `python`, the dtypes of a tensor that came from Python unchanged.
# The class includes "list", since vctrs, tidyr and purrr treat only such classes as lists.
new_rows <- function(rows, ptype, rank = 1L, uniform = NULL, python = NULL) {
  # All at once: each assignment of an attribute would copy the list.
  attributes(rows) <- row_attributes(names(rows), ptype, rank, uniform, python)
  rows
}

row_attributes <- function(names, ptype, rank = 1L, uniform = NULL, python = NULL) {
  class <- c(if (rank > 1L) "raggedkit_nested", "raggedkit_ragged", "list")
  all <- list(
    names = names, ptype = ptype, rank = if (rank > 1L) rank, uniform = uniform, python = python, class = class
  )
  all[!vapply(all, is.null, NA)]
}

# Verbs compute on a store: one vector of all values and, for each ragged axis from the outermost inwards,
# `splits`: the number of items before each row, from 0, one more than there are rows. `null` marks rows
# that are NULL. `names` has the names of the rows of each axis, then those of the values, `uniform`
# the declared row length of each axis, or NA.
new_store <- function(values, splits, null = NULL, names = NULL, uniform = NULL, python = NULL) {
  structure(
    list(
      values = values, splits = splits, null = null, names = names, uniform = uniform, python = python
    ),
    class = "raggedkit_store"
  )
}

is_ragged <- function(x) inherits(x, c("raggedkit_ragged", "raggedkit_store"))

is_store <- function(x) inherits(x, "raggedkit_store")

rank_attribute <- function(x) attr(x, "rank", exact = TRUE) %||% 1L

ptype_of <- function(x) attr(x, "ptype", exact = TRUE)

# Anything else is returned unchanged.
stored <- function(x) if (inherits(x, "raggedkit_ragged")) store_of(x) else x

# The rows are read again each time: functions that call no method, such as those of data.table, may have
# selected or changed rows and kept the attributes.
store_of <- function(x) {
  if (is_store(x)) {
    return(x)
  }
  rank <- rank_attribute(x)
  ptype <- ptype_of(x)
  rows <- plain_list(x)
  store <- (if (rank == 1L) store_of_plain(rows, ptype)) %||% ragged_from_list(rows, rank, "x")
  if (!nvals(store)) store$values <- ptype
  store["uniform"] <- list(kept_uniform(store, attr(x, "uniform", exact = TRUE)))
  store["python"] <- list(attr(x, "python", exact = TRUE))
  store
}

# Vectors without other attributes than names, in two calls; NULL if there are others.
store_of_plain <- function(rows, ptype) {
  names <- names(rows)
  rows <- unname(rows)
  marks <- unlist(lapply(rows, attributes), recursive = FALSE)
  if (is.object(ptype) || !is.null(dim(ptype)) || !all(names(marks) == "names")) {
    return(NULL)
  }
  values <- unlist(rows, recursive = FALSE, use.names = !is.null(marks)) %||% ptype
  if (!is.atomic(values)) {
    return(NULL)
  }
  sizes <- lengths(rows)
  build_ragged(unname(values), list(splits_of(sizes)), list(null_rows(rows, sizes)), list(names, names(values)))
}

kept_uniform <- function(store, uniform) {
  if (!is.null(uniform)) {
    alike <- function(splits, n) is.na(n) || all(lengths_of(splits) == n)
    uniform[!unlist(Map(alike, part(store, "splits"), uniform))] <- NA
    if (!all(is.na(uniform))) uniform
  }
}

# The inverse. Vectors, which some verbs return, are unchanged.
rows_of <- function(x) {
  if (!is_store(x)) {
    return(x)
  }
  uniform <- part(x, "uniform")
  if (all(is.na(uniform))) uniform <- NULL
  new_rows(list_rows(x), take_values(part(x, "values"), 0L), rank_of(x), uniform, part(x, "python"))
}

# The ragged list of these parts.
ragged_of_parts <- function(...) rows_of(new_store(...))

# Other rows of the type of `x`.
like_rows <- function(rows, x, uniform = NULL) {
  new_rows(rows, ptype_of(x), rank_attribute(x), uniform)
}

# A function of the values, with one result for each.
map_values <- function(x, f, ...) {
  x <- store_of(x)
  rows_of(rewrap(x, f(part(x, "values"), ...)))
}
