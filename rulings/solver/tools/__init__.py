"""What commands and workers run: batches, golden cases, child processes."""
