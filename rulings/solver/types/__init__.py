"""What comes out of a solve: its values, its sentences, and how both are read back."""
