"""Second opinions and polls of peers: what is shown, and what they say."""
