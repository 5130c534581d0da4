"""Runs of the solver over records: input, processes, output that can be resumed."""
