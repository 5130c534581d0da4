"""After the decision: read out, announced, corrected, kept, appealed."""
