"""Which cards obey the stated steps at some moment of the play (Laws 68C, 70B)."""
