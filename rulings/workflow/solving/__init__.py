"""The solver at work: queue a question, run it in a child, store the answer (R15)."""
