"""A flow for readers: sheets, drawings, the printed handbook, tables of the docs."""
