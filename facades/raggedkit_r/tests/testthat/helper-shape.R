# Lists of dimensions as they come: short ones first, unknown dimensions among them.
random_dims <- function(n) {
  lapply(seq_len(n), function(k) {
    dims <- as.list(sample(0:9, sample(0:5, 1), replace = TRUE))
    dims[runif(length(dims)) < 0.3] <- list(NULL)
    dims
  })
}

of_dims <- function(dims) shape(dims = dims)

expect_raises <- function(code, class, words) {
  failure <- expect_error(code, class = paste0("python.builtin.", class))
  expect_s3_class(failure, c("raggedkit_error", "error", "condition"))
  expect_match(conditionMessage(failure), words, fixed = TRUE)
}
