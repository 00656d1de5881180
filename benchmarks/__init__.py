"""What apiref-nb costs, beside what its peers cost. `make bench` runs all of `figures` and writes RESULTS.md."""
