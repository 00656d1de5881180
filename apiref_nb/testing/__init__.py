"""Tests of notebooks: a plugin of pytest under which nbval and nbmake run them without a network.

In: `--apiref-offline`. Out: variables of the environment that the kernels inherit, and a guard that each of their
processes loads before anything else.
"""
