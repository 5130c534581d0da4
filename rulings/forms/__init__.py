"""HTTP in, typed values out; one file per audience."""
