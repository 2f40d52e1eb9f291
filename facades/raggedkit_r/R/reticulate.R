# Conversions are registered when somebody loads reticulate; raggedkit does not load it.
.onLoad <- function(libname, pkgname) {
  setHook(packageEvent("reticulate", "onLoad"), function(...) reticulate_register())
  if (isNamespaceLoaded("reticulate")) reticulate_register()
}

raggedkit_python <- function(convert = TRUE) {
  if (!isTRUE(convert) && !isFALSE(convert)) stop_type("`convert` must be TRUE or FALSE, not ", shown(convert))
  reticulate_check()
  reticulate_module("raggedkit", convert)
}

# Names of classes are those of reticulate: the Python class with its module.
reticulate_methods <- function() {
  list(
    py_to_r = list(
      "raggedkit.tensor.RaggedTensor" = reticulate_ragged_in,
      "raggedkit_r.ragged.ragged_list.RaggedList" = reticulate_ragged_in,
      "raggedkit.shape.TensorShape" = reticulate_shape_in,
      "raggedkit_r.shape.shape.RShape" = reticulate_shape_in,
      "raggedkit.sparse_tensor.SparseTensor" = reticulate_sparse_in
    ),
    r_to_py = list(raggedkit_ragged = reticulate_ragged_out, raggedkit_shape = reticulate_shape_out)
  )
}

reticulate_register <- function() {
  methods <- reticulate_methods()
  for (generic in names(methods)) {
    for (class in names(methods[[generic]])) {
      registerS3method(generic, class, methods[[generic]][[class]], envir = asNamespace("reticulate"))
    }
  }
}

# In a Python that embeds R, such as rpy2's, a second Python would hang the process at its end. rpy2
# passes its name as the program; embeddings through R's older API set the variable.
reticulate_check <- function(
  program = commandArgs()[1L],
  session = Sys.getenv("PYTHON_SESSION_INITIALIZED"),
  version = tryCatch(utils::packageVersion("reticulate"), error = function(e) NULL)
) {
  this <- paste0("current_pid=", Sys.getpid())
  if (program %in% "rpy2" || this %in% strsplit(session, ":", fixed = TRUE)[[1L]]) {
    stop_as(
      "RuntimeError", "raggedkit_python() must be called in a separate R process, not in R inside Python; ",
      "there raggedkit is what `import raggedkit` gives, and raggedkit_r.to_r() converts its objects to R"
    )
  }
  if (is.null(version)) {
    stop_as("ImportError", "the package reticulate must be there, and is not; install.packages(\"reticulate\")")
  }
  if (version < "1.41") {
    stop_as(
      "ImportError", "the package reticulate must be version 1.41 or newer, which supports NumPy 2, not ",
      format(version), "; install.packages(\"reticulate\")"
    )
  }
}

reticulate_module <- function(name, convert = FALSE) {
  if (!reticulate::py_module_available("raggedkit")) {
    stop_as(
      "ModuleNotFoundError", "raggedkit must be installed in the Python that reticulate runs, and is not in ",
      reticulate::py_config()$python, "; reticulate::py_install(\"raggedkit\", pip = TRUE), or name another ",
      "in a new session: Sys.setenv(RETICULATE_PYTHON = \"/path/to/python\")"
    )
  }
  reticulate::import(name, convert = convert)
}

reticulate_bridge <- function() reticulate_module("raggedkit_r.border.reticulate")

# From Python, in one call for all rows.

reticulate_ragged_in <- function(x) {
  reticulate_ragged(reticulate::py_to_r(reticulate_bridge()$ragged_to_r(x)))
}

# Of the parts from Python, empty text is a list, and vectors have a dimension.
reticulate_ragged <- function(parts) {
  data <- switch(parts$kind,
    character = reticulate_text(parts$data),
    raw = as.raw(parts$data),
    as.vector(parts$data)
  )
  if (!is.null(parts$na)) data[as.vector(parts$na)] <- NA
  uniform <- if (!is.null(parts$uniform)) as.vector(parts$uniform)
  if (!is.null(uniform)) uniform[uniform < 0L] <- NA
  border_ragged(
    border_values(
      data, parts$kind, unlist(parts$dim), reticulate_text(parts$levels), parts$ordered, parts$tz, parts$units
    ),
    lapply(parts$splits, as.vector),
    if (!is.null(parts$null)) lapply(parts$null, reticulate_vector),
    if (!is.null(parts$names)) lapply(parts$names, reticulate_text),
    uniform, parts$python[[1L]], parts$python[[2L]]
  )
}

reticulate_text <- function(text) if (!is.null(text)) as.character(unlist(text))

reticulate_vector <- function(x) if (!is.null(x)) as.vector(x)

reticulate_shape_in <- function(x) {
  sizes <- reticulate::py_to_r(reticulate_bridge()$shape_to_r(x))$sizes
  if (!is.null(sizes)) sizes <- replace(as.vector(sizes), as.vector(sizes) < 0, NA)
  border_shape(sizes)
}

# Sparse tensors that Matrix cannot represent stay Python objects.
reticulate_sparse_in <- function(x) {
  parts <- if (requireNamespace("Matrix", quietly = TRUE)) reticulate::py_to_r(reticulate_bridge()$sparse_to_r(x))
  if (is.null(parts)) {
    return(x)
  }
  parts <- lapply(parts, as.vector)
  border_sparse(parts$rows, parts$columns, parts$values, parts$dim)
}

# To Python.

reticulate_ragged_out <- function(x, convert = FALSE) {
  reticulate_bridge()$ragged_from_r(reticulate_parts(border_parts(x)))
}

# Vectors are passed as arrays, so that a single value is not a scalar. A logical NA would be True there and an
# integer NA a number, so masks are passed too.
reticulate_parts <- function(parts) {
  data <- parts$data
  masked <- parts$kind %in% c("logical", "integer", "factor") && anyNA(data)
  list(
    kind = parts$kind,
    data = switch(parts$kind,
      character = reticulate_masked(data),
      raw = array(as.integer(data)),
      Date = ,
      POSIXct = ,
      difftime = array(as.double(unclass(data))),
      array(as.vector(unclass(data)))
    ),
    dim = if (!is.null(parts$dim)) as.list(parts$dim),
    na = if (masked) array(is.na(as.vector(unclass(data)))),
    splits = lapply(parts$splits, array),
    null = if (!is.null(parts$null)) lapply(parts$null, reticulate_array),
    names = if (length(parts$names)) lapply(parts$names, reticulate_masked),
    uniform = if (!is.null(parts$uniform)) array(ifelse(is.na(parts$uniform), -1L, parts$uniform)),
    levels = reticulate_masked(parts$levels),
    ordered = parts$ordered,
    tz = parts$tz,
    units = parts$units,
    python = if (!is.null(parts$python)) as.list(unname(parts$python))
  )
}

reticulate_array <- function(x) if (!is.null(x)) array(x)

reticulate_masked <- function(text) if (!is.null(text)) list(text[[1L]], reticulate_array(text[2L][[1L]]))

reticulate_shape_out <- function(x, convert = FALSE) {
  sizes <- border_parts(x)$sizes
  if (!is.null(sizes)) sizes <- array(ifelse(is.na(sizes), -1, sizes))
  reticulate_bridge()$shape_from_r(sizes)
}
