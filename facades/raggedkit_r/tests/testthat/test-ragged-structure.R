declared <- function() {
  ragged_of_parts(1:6, list(c(0L, 2L, 4L, 6L)), uniform = 2L, python = list(dtype = "int32", splits = "int64"))
}

test_that("a declared row length is kept as long as all rows have it", {
  expect_identical(ragged_shape(declared()), shape(3, 2))
  for (same in list(declared()[2:1], declared() + 1L, -declared(), sort_rows(declared()), rev(declared()), is.na(declared()))) {
    expect_identical(part(store_of(same), "uniform"), 2L)
  }
  other <- list(declared()[5], declared()[, 1], declared()[declared() > 1], unique_rows(declared()), c(declared(), declared()))
  for (x in other) expect_null(part(store_of(x), "uniform"))
})

test_that("a changed ragged list does not keep the declaration of Python's tensor", {
  x <- declared()
  expect_false(is.null(part(store_of(x), "python")))
  expect_identical(x[], x)
  names(x) <- c("a", "b", "c")
  replaced <- declared()
  replaced[[1]] <- 1L
  made <- list(x, replaced, declared()[1:3], declared() * 1L, rev_rows(declared()), c(declared()), with_values(declared(), 6:1))
  for (new in made) expect_null(part(store_of(new), "python"))
})

test_that("masks without a TRUE are stored as NULL", {
  x <- ragged(a = c(p = 1), b = NULL, 3)
  plain <- unname(x["b"][0])
  expect_null(part(store_of(x[3]), "null"))
  expect_identical(unname(x)[3], ragged(3))
  expect_identical(unclass(ragged(1, 2)), structure(list(1, 2), ptype = numeric()))
  expect_identical(length(plain), 0L)
})

test_that("row splits are integers unless they exceed the integer range", {
  expect_identical(splits_of(c(1, 2)), c(0L, 1L, 3L))
  expect_identical(splits_of(rep(2^30, 3)), c(0, 2^30, 2^31, 3 * 2^30))
})
