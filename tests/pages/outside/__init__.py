"""Imported pages judged by the tools that make books of them: too heavy for `make test`, run by `make outside`."""
