test_that("properties are values, methods are functions", {
  x <- shape(1, NA)
  expect_identical(x$rank, 2L)
  expect_identical(x$ndims, 2L)
  expect_identical(x$dims, list(1L, NULL))
  expect_identical(x$as_list(), list(1L, NULL))
  expect_null(x$num_elements())
  expect_false(x$is_fully_defined())
  expect_true(x$is_compatible_with(list(1L, 2L)))
  expect_true(x$is_subtype_of(shape(NA, NA)))
  expect_identical(x$merge_with(c(NA, 2)), shape(1, 2))
  expect_identical(x$concatenate(3L), shape(1, NA, 3))
  expect_identical(x$concatenate(NULL), shape(dims = NULL))
  expect_identical(x$with_rank(2), x)
  expect_null(shape(dims = NULL)$rank)
  expect_null(shape(dims = NULL)$dims)
})

test_that("every member is accessible and completed", {
  offered <- sub("[(]$", "", .DollarNames(shape(1), ""))
  expect_true(all(c("rank", "with_rank", "as_list") %in% offered))
  for (name in offered) {
    expect_silent(eval(call("$", shape(1), name)))
  }
  expect_identical(.DollarNames(shape(1), "^rank"), "rank")
})

test_that("other names and assignment raise an error", {
  x <- shape(1, 2)
  expect_raises(x$nosuch, "AttributeError", "`x$nosuch` must be a property or method of a shape, not \"nosuch\"; it has rank,")
  expect_raises(x$rank <- 5, "AttributeError", "`x$rank` must not be assigned to")
})
