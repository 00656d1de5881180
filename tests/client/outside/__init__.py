"""The client's requests judged by programs that others wrote: too heavy for `make test`, run by `make outside`."""
