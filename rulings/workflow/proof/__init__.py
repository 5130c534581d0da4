"""Proofs of the record: verify the chain, and a dossier that proves itself."""
