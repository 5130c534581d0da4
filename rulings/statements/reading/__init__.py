"""Words into steps: cut into notions, parsed, and given their meaning (Law 68C)."""
