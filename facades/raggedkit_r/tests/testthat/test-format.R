test_that("format() is R's notation, print() Python's", {
  cases <- list(
    list(shape(), "()", "TensorShape([])"),
    list(shape(3), "(3)", "TensorShape([3])"),
    list(shape(3, NA), "(3, NA)", "TensorShape([3, None])"),
    list(shape(100000), "(100000)", "TensorShape([100000])"),
    list(shape(dims = NULL), "(<unknown>)", "TensorShape(None)")
  )
  for (case in cases) {
    x <- case[[1]]
    expect_identical(format(x), case[[2]])
    expect_identical(as.character(x), case[[3]])
    expect_identical(toString(x), case[[3]])
    expect_identical(paste(x), case[[3]])
    expect_output(expect_identical(print(x), x), case[[3]], fixed = TRUE)
    expect_output(expect_null(str(x)), case[[3]], fixed = TRUE)
    expect_output(expect_null(summary(x)), case[[3]], fixed = TRUE)
  }
})

test_that("str() of a list shows its shapes", {
  expect_identical(capture.output(str(list(shape(1, NA)))), c("List of 1", " $ :TensorShape([1, None])"))
})
