# A shape is a list, so base R would return plausible but wrong results for these functions.
refuse <- function(verb, way_out = "as.integer(x) gives its dimensions") {
  stop_type("`x` must be numbers for `", verb, "`, not a shape; ", way_out)
}

Math.raggedkit_shape <- function(x, ...) refuse(.Generic)

Summary.raggedkit_shape <- function(..., na.rm = FALSE) {
  if (.Generic == "prod") refuse(.Generic, "num_elements(x) gives the product") else refuse(.Generic)
}

as.logical.raggedkit_shape <- function(x, ...) refuse("as.logical")

as.complex.raggedkit_shape <- function(x, ...) refuse("as.complex")

as.raw.raggedkit_shape <- function(x) refuse("as.raw")

as.array.raggedkit_shape <- function(x, ...) refuse("as.array", "as_tensor(x) is a 1-d array")

as.matrix.raggedkit_shape <- function(x, ...) refuse("as.matrix")

xtfrm.raggedkit_shape <- function(x) refuse("sort` and `order", "sort(as.integer(x)) sorts its dimensions")

rbind.raggedkit_shape <- function(..., deparse.level = 1) {
  refuse("rbind", "rbind(as.integer(x), as.integer(y)) makes a matrix, c(x, y) joins shapes")
}

cbind.raggedkit_shape <- function(..., deparse.level = 1) {
  refuse("cbind", "cbind(as.integer(x), as.integer(y)) makes a matrix, c(x, y) joins shapes")
}
