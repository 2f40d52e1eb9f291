as.vector.raggedkit_ragged <- function(x, mode = "any") {
  if (mode == "list") as.list(x) else as.vector(unname(flat_values(x)), mode)
}

# The values, with the names that unlist() makes of the names of rows and values. Unlike those of a
# list, dates stay dates.
unlist.raggedkit_ragged <- function(x, recursive = TRUE, use.names = TRUE) {
  x <- store_of(x)
  values <- part(x, "values")
  if (!is.null(dim(values))) {
    return(unlist(list_rows(x), use.names = use.names))
  }
  if (use.names && !is.null(part(x, "names"))) {
    numbered <- rewrap(x, seq_along(values))
    names(values) <- names(unlist(list_rows(numbered)))
  }
  values
}

as.double.raggedkit_ragged <- function(x, ...) as.double(part(store_of(x), "values"), ...)

as.integer.raggedkit_ragged <- function(x, ...) as.integer(part(store_of(x), "values"), ...)

# ifelse() calls it, and would continue with values in place of rows.
as.logical.raggedkit_ragged <- function(x, ...) {
  stop_type(
    "`x` must be a vector for `as.logical` and `ifelse`, not a ragged list; with_values(x, as.logical) keeps the ",
    "rows, x[mask] <- value replaces where a mask is TRUE"
  )
}

as.complex.raggedkit_ragged <- function(x, ...) as.complex(part(store_of(x), "values"), ...)
