"""A flow drawn from its data: charts, their layout, and the picture as SVG text."""
