test_that("R's Jupyter kernel shows ragged lists as the console does", {
  skip_if_not_installed("repr")
  for (x in list(ragged(a = 1:3, b = NULL), ragged(list(1, 2:3), list()), ragged())) {
    expect_null(repr::repr_html(x))
    expect_null(repr::repr_latex(x))
    expect_null(repr::repr_markdown(x))
    expect_identical(repr::repr_text(x), paste(capture.output(print(x)), collapse = "\n"))
  }
})
