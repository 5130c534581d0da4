"""Figures on fixed data: solver and batches; each can go into docs/benchmarks.md."""
