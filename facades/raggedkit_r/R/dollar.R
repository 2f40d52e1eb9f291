`$.raggedkit_shape` <- function(x, name) {
  property <- shape_properties()[[name]]
  if (!is.null(property)) {
    return(property(x))
  }
  method <- shape_methods()[[name]]
  if (is.null(method)) {
    stop_as(
      "AttributeError", "`x$", name, "` must be a property or method of a shape, not ", shown(name), "; it has ",
      toString(c(names(shape_properties()), names(shape_methods())))
    )
  }
  function(...) method(x, ...)
}

`$<-.raggedkit_shape` <- function(x, name, value) {
  stop_as(
    "AttributeError", "`x$", name, "` must not be assigned to, not even ", shown(value),
    "; x[[1]] <- 5 replaces a dimension, with_rank() sets an unknown rank"
  )
}

.DollarNames.raggedkit_shape <- function(x, pattern = "") {
  found <- c(names(shape_properties()), paste0(names(shape_methods()), "("))
  grep(pattern, found, value = TRUE)
}

shape_properties <- function() {
  rank <- function(x) if (rank_is_known(x)) length(x)
  list(rank = rank, ndims = rank, dims = function(x) if (rank_is_known(x)) as.list(x))
}

shape_methods <- function() {
  list(
    as_list = function(x) as.list(x),
    num_elements = num_elements,
    is_fully_defined = is_fully_defined,
    is_compatible_with = is_compatible_with,
    is_subtype_of = is_subtype_of,
    merge_with = function(x, other) merge(x, as_shape(other, "other")),
    # Here NULL is a shape of unknown rank; c() would skip it.
    concatenate = function(x, other) c(x, as_shape(other, "other")),
    most_specific_compatible_shape = most_specific_compatible_shape,
    most_specific_common_supertype = most_specific_common_supertype,
    with_rank = with_rank,
    with_rank_at_least = with_rank_at_least,
    with_rank_at_most = with_rank_at_most,
    assert_has_rank = assert_has_rank,
    assert_same_rank = assert_same_rank,
    assert_is_compatible_with = assert_is_compatible_with,
    assert_is_fully_defined = assert_is_fully_defined
  )
}
