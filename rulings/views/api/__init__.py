"""What programs send and read: JSON in, JSON out, a key in every request."""
