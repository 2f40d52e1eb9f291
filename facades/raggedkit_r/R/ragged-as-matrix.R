as.array.raggedkit_ragged <- function(x, fill = NA, side = c("right", "left"), ...) padded(store_of(x), fill, match.arg(side))

as.matrix.raggedkit_ragged <- function(x, fill = NA, side = c("right", "left"), ...) {
  x <- store_of(x)
  if (rank_of(x) > 1L || !is.null(dim(part(x, "values")))) {
    stop_value(
      "`x` must have rows of single values, not ", format(ragged_shape(x)), "; as.array(x) pads all axes"
    )
  }
  padded(x, fill, match.arg(side))
}

# Rows of a matrix, all as long as the longest. Factors and times are text, as in as.matrix() of a data
# frame, since a matrix has no such class.
padded <- function(x, fill, side) {
  if (length(fill) != 1L || !is.atomic(fill)) {
    stop_value("`fill` must be one value, not ", kind_shown(fill), "; it pads the rows")
  }
  values <- matrix_values(part(x, "values"))
  inner <- dim(values)[-1L]
  splits <- part(x, "splits")
  sizes <- c(count_rows(x), vapply(splits, function(s) max(lengths_of(s), 0L), 0))
  at <- padded_positions(splits, sizes, side)
  filled <- array(c(values[0L], fill), c(prod(sizes), inner))
  filled[] <- fill
  if (is.null(inner)) filled[at] <- values else filled[slice_at(at, prod(sizes), inner)] <- values
  dim(filled) <- c(sizes, inner)
  if (length(sizes) == 2L && !is.null(names(x))) {
    dimnames(filled) <- c(list(names(x)), vector("list", length(dim(filled)) - 1L))
  }
  filled
}

matrix_values <- function(values) {
  if (is.factor(values) || inherits(values, c("Date", "POSIXct"))) {
    as.character(values)
  } else if (is.null(dim(values))) {
    as.vector(unclass(values))
  } else {
    values
  }
}

# The position of each value in an array stored by column: the first axis varies fastest.
padded_positions <- function(splits, sizes, side) {
  at <- seq_len(sizes[[1L]])
  stride <- sizes[[1L]]
  for (axis in seq_along(splits)) {
    lengths <- lengths_of(splits[[axis]])
    shift <- if (side == "left") sizes[[axis + 1L]] - lengths else rep.int(0, length(lengths))
    at <- rep.int(at, lengths) + (ranges(shift + 1, lengths) - 1) * stride
    stride <- stride * sizes[[axis + 1L]]
  }
  at
}

slice_at <- function(at, size, inner) c(outer(at, (seq_len(prod(inner)) - 1) * size, `+`))
