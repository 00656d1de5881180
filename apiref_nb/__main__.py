"""`python -m apiref_nb`: the command line without the script's folder on PATH."""

from apiref_nb.cli import main

main()
