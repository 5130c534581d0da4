"""A site that runs: checks, readiness, health, measures, and its processes."""
