"""Reads with joins and annotations, for screens, reports and the verbs."""
