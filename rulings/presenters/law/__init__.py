"""The law as pages and handbook show it: flows, effects of outcomes, the book."""
