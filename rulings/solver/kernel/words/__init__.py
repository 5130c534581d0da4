"""Stated steps as rows of numbers, and which cards obey them."""
