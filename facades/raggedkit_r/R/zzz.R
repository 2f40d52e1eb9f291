# reticulate is not loaded for it: the conversions are there once somebody else has loaded it.
.onLoad <- function(libname, pkgname) {
  setHook(packageEvent("reticulate", "onLoad"), function(...) reticulate_register())
  if (isNamespaceLoaded("reticulate")) reticulate_register()
}
