answer <- function(expr) {
  value <- tryCatch(eval(parse(text = expr), new.env()), error = identity)
  if (inherits(value, "error")) {
    c("error", "")
  } else if (inherits(value, "raggedkit_shape")) {
    c("value", as.character(value))
  } else {
    c("value", paste(deparse(value, width.cutoff = 500L), collapse = " "))
  }
}

test_that("every deviation has the result and the reason of the table", {
  rows <- read.delim(test_path("..", "deviations.tsv"), quote = "", colClasses = "character")
  expect_identical(names(rows), c("expr", "kind", "result", "reason"))
  expect_identical(anyDuplicated(rows$expr), 0L)
  expect_true(all(nzchar(rows$reason)))
  for (k in seq_len(nrow(rows))) {
    expect_identical(answer(rows$expr[[k]]), c(rows$kind[[k]], rows$result[[k]]), info = rows$expr[[k]])
  }
})
