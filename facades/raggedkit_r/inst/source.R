# A function that returns the package's functions: those of an installed copy if they are the same, else
# those of these files, sourced. Afterwards R has their methods; `attach` works like library(raggedkit).
function(folder, version) {
  namespace <- parseNamespaceFile(basename(folder), dirname(folder))
  imports <- new.env(parent = .BaseNamespaceEnv)
  for (import in namespace$imports) {
    from <- asNamespace(import[[1L]])
    names <- if (length(import) > 1L) import[[2L]] else getNamespaceExports(from)
    for (name in names) assign(name, get(name, envir = from), envir = imports)
  }
  package <- new.env(parent = imports)
  # topenv() must stop here: R looks there for the methods of the package's own generics.
  assign(".packageName", "raggedkit", envir = package)
  for (file in list.files(file.path(folder, "R"), "[.]R$", full.names = TRUE)) {
    eval(parse(file, keep.source = FALSE, encoding = "UTF-8"), package)
  }
  installed <- tryCatch(as.character(utils::packageVersion("raggedkit")), error = function(e) "")
  copy <- if (installed == version) tryCatch(loadNamespace("raggedkit"), error = function(e) NULL)
  alike <- function(name) {
    theirs <- get0(name, envir = copy, inherits = FALSE)
    identical(theirs, get(name, envir = package), ignore.environment = TRUE, ignore.srcref = TRUE)
  }
  if (!is.null(copy) && all(vapply(ls(package, all.names = TRUE), alike, NA))) {
    attach_it <- function() {
      if (!"package:raggedkit" %in% search()) attachNamespace(copy)
      invisible()
    }
    return(list(package = copy, attach = attach_it))
  }
  # Columns: generic, class, the method if it has another name, the package of the generic.
  methods <- namespace$S3methods
  for (i in seq_len(nrow(methods))) {
    name <- if (is.na(methods[i, 3L])) paste0(methods[i, 1L], ".", methods[i, 2L]) else methods[i, 3L]
    owner <- if (ncol(methods) > 3L) methods[i, 4L] else NA
    if (is.na(owner)) {
      registerS3method(methods[i, 1L], methods[i, 2L], get(name, envir = package), envir = package)
    } else {
      local({
        arguments <- list(methods[i, 1L], methods[i, 2L], get(name, envir = package))
        register <- function(...) do.call(registerS3method, c(arguments, list(envir = asNamespace(owner))))
        if (isNamespaceLoaded(owner)) register() else setHook(packageEvent(owner, "onLoad"), register)
      })
    }
  }
  attach_it <- function() {
    if (!"raggedkit (sourced)" %in% search()) {
      attach(mget(namespace$exports, package), name = "raggedkit (sourced)", warn.conflicts = FALSE)
    }
    invisible()
  }
  list(package = package, attach = attach_it)
}
