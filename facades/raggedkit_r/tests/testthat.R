if (requireNamespace("testthat", quietly = TRUE)) {
  library(testthat)
  library(raggedkit)
  test_check("raggedkit")
}
