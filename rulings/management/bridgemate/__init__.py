"""Bridgemate units beside an event: calls, results and hands in, ruled scores out."""
