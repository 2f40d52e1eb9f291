drawn <- function(x, ..., bg = "white") {
  file <- tempfile(fileext = ".pdf")
  grDevices::pdf(file)
  on.exit({
    grDevices::dev.off()
    unlink(file)
  })
  graphics::par(bg = bg)
  grDevices::dev.control("enable")
  expect_identical(plot(x, ...), x)
  length(grDevices::recordPlot()[[1]])
}

plot_ink_on <- function(bg) {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  graphics::par(bg = bg)
  plot_ink()
}

test_that("every kind draws every edge", {
  edges <- c(lapply(edge_rows(), as_ragged), list(ragged("text", NULL), ragged(list(list(1:2, 3L), list()))))
  for (x in edges) {
    for (kind in c("auto", "rows", "values", "lengths")) expect_gt(drawn(x, kind = kind), 0)
  }
})

test_that("the number of drawn elements is limited for many rows", {
  x <- ragged_from_lengths(seq_len(2e5), rep(2, 1e5))
  expect_lt(drawn(x), 30)
  expect_lt(drawn(x, kind = "values"), 30)
})

test_that("the colours have contrast on a dark background", {
  expect_gt(drawn(ragged(1, 2), bg = "black"), 0)
  expect_identical(plot_ink_on("black")$text, "white")
  expect_identical(plot_ink_on("white")$text, "black")
})

test_that("kinds are checked", {
  expect_error(drawn(ragged(1), kind = "pie"), "should be one of")
})
