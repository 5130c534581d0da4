"""What a director's screens send, as typed values."""
