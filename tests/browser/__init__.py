"""Tests that look at pages as a reader does: in Chromium, through JupyterLab, Notebook 7, Voila and nbconvert."""
