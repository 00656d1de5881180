"""The command line: `apiref-nb render`, `check`, `export`, `bundle`, `import`, `verify` and `mock`.

A command turns its words into one call of a room below, writes what comes back, and says on standard error what a
person should know. Exit codes: 0 done, 1 done and something was found, 2 could not be done.
"""

from apiref_nb.cli.app import main

__all__ = ["main"]
