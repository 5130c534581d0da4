"""Laws as data: editions, flows, regulations and periods, and the engine that walks them."""
