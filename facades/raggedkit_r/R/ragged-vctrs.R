# Methods of vctrs and pillar, which tibble, dplyr, tidyr and purrr call. NAMESPACE registers them when somebody
# loads vctrs or pillar; raggedkit loads neither.

vec_restore.raggedkit_ragged <- function(x, to, ...) like_rows(plain_list(x), to)

vec_ptype2.raggedkit_ragged.raggedkit_ragged <- function(x, y, ..., x_arg = "x", y_arg = "y") {
  if (same_type(x, y)) {
    return(x[0L])
  }
  if (rank_attribute(x) != rank_attribute(y)) {
    stop_value(
      "`", y_arg, "` must have ragged rank ", rank_attribute(x), " as `", x_arg, "` has, not ", rank_attribute(y),
      "; all rows must be nested equally deep"
    )
  }
  empty <- x[0L]
  attr(empty, "ptype") <- join_values(list(ptype_of(x), ptype_of(y)), function(i) c(x_arg, y_arg)[[i]])$values
  empty
}

vec_ptype2.raggedkit_ragged.list <- function(x, y, ..., x_arg = "x", y_arg = "y") x[0L]

vec_ptype2.list.raggedkit_ragged <- function(x, y, ..., x_arg = "x", y_arg = "y") y[0L]

vec_cast.raggedkit_ragged.raggedkit_ragged <- function(x, to, ..., x_arg = "x", to_arg = "to") {
  if (same_type(x, to)) {
    return(x)
  }
  store <- store_of(x)
  values <- join_values(list(ptype_of(to), part(store, "values")), function(i) c(to_arg, x_arg)[[i]])$values
  rows_of(rewrap(store, values))
}

vec_cast.raggedkit_ragged.list <- function(x, to, ..., x_arg = "x", to_arg = "to") as_ragged(x)

vec_cast.list.raggedkit_ragged <- function(x, to, ..., x_arg = "x", to_arg = "to") as.list(x)

vec_ptype_abbr.raggedkit_ragged <- function(x, ...) "ragged"

vec_ptype_full.raggedkit_ragged <- function(x, ...) paste0("ragged<", kind_label(ptype_of(x)), ">")

type_sum.raggedkit_ragged <- function(x) vec_ptype_full.raggedkit_ragged(x)

pillar_shaft.raggedkit_ragged <- function(x, ...) {
  pillar::new_pillar_shaft_simple(unname(format(x)), align = "left", min_width = 6L)
}
