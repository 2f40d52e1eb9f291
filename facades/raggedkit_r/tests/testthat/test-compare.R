test_that("shapes with the same dimensions are equal", {
  set.seed(7)
  some <- random_dims(8)
  for (one in some) {
    for (other in some) {
      expect_identical(of_dims(one) == of_dims(other), identical(one, other))
      expect_identical(of_dims(one) != of_dims(other), !identical(one, other))
      expect_identical(isTRUE(all.equal(of_dims(one), of_dims(other))), identical(one, other))
    }
  }
})

test_that("either operand may be anything that converts to a shape", {
  expect_true(shape(3, NA) == c(3, NA))
  expect_true(c(3, -1) == shape(3, NA))
  expect_true("3" == shape(3))
  expect_true(shape(dims = NULL) == NULL)
  expect_false(shape(dims = NULL) == shape(NULL))
  expect_false(shape(3) == NULL)
})

test_that("attributes of the user do not affect a comparison", {
  x <- shape(1, 2)
  attr(x, "u") <- "m"
  expect_true(x == shape(1, 2))
})

test_that("all.equal() names the dimensions that differ", {
  expect_identical(all.equal(shape(1, 2), shape(3, 4)), "Shapes (1, 2) and (3, 4) differ in dimensions 1, 2")
  expect_identical(all.equal(shape(1), shape(dims = NULL)), "Shapes (1) and (<unknown>) differ in rank")
  expect_identical(all.equal(shape(1), 1), "target is a shape, current is numeric")
})

test_that("`+` joins whole numbers and raises an error for other doubles", {
  expect_identical(shape(1) + shape(2, NA), shape(1, 2, NA))
  expect_identical(c(2L, 3L) + shape(1), shape(2, 3, 1))
  expect_identical(shape(1) + NULL, shape(dims = NULL))
  expect_raises(shape(1) + 3, "TypeError", "`e2` must be a shape or whole numbers such as 2L, not 3; `+` joins")
})

test_that("other arithmetic and ordering raise an error", {
  x <- shape(3)
  for (wrong in expression(x > 2, x * 2, -x, !x, x & TRUE, x %% 2)) {
    expect_raises(eval(wrong), "TypeError", "not a shape; as.integer(x) gives its dimensions")
  }
  expect_raises(x == -2, "ValueError", "`e2` must be a whole number from 0 to 2147483647, not -2")
})
