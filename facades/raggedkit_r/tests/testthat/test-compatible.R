test_that("the predicates of two shapes agree with their lists of dimensions", {
  set.seed(11)
  some <- random_dims(8)
  for (one in some) {
    for (other in some) {
      x <- of_dims(one)
      y <- of_dims(other)
      same_rank <- length(one) == length(other)
      fits <- function(a, b) is.null(a) || is.null(b) || a == b
      says <- function(a, b) is.null(b) || identical(a, b)
      expect_identical(is_compatible_with(x, y), same_rank && all(as.logical(Map(fits, one, other))))
      expect_identical(is_subtype_of(x, y), same_rank && all(as.logical(Map(says, one, other))))
      common <- if (same_rank) Map(function(a, b) if (identical(a, b)) a, one, other)
      expect_identical(most_specific_compatible_shape(x, y), shape(dims = common))
      expect_identical(most_specific_common_supertype(x, list(x, y)), shape(dims = common))
    }
  }
})

test_that("an unknown rank is compatible with every shape", {
  unknown <- shape(dims = NULL)
  expect_true(is_compatible_with(unknown, shape(2)))
  expect_true(is_compatible_with(shape(2), NULL))
  expect_true(is_subtype_of(shape(2), unknown))
  expect_false(is_subtype_of(unknown, shape(2)))
  expect_true(is_subtype_of(unknown, unknown))
  expect_identical(most_specific_compatible_shape(unknown, shape(2)), unknown)
})

test_that("only shapes are subtypes of shapes", {
  expect_false(is_subtype_of(shape(1), 1L))
  expect_null(most_specific_common_supertype(shape(1, 2), list(shape(1, 2), c(1, 2))))
  expect_identical(most_specific_common_supertype(shape(1, 2), list()), shape(1, 2))
  expect_identical(most_specific_common_supertype(shape(1, 2), shape(1, 3)), shape(1, NA))
})

test_that("an error names the dimension that contradicts", {
  expect_null(assert_is_compatible_with(shape(NA, 2), shape(1, 2)))
  expect_raises(
    assert_is_compatible_with(shape(1, 2), shape(1, 3)), "ValueError",
    "`other[[2]]` must be 2 or NA as in (1, 2), not 3 as in (1, 3); most_specific_compatible_shape(x, other) keeps"
  )
})
