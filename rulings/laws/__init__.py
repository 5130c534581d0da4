"""Laws as data: editions, flows, regulations, periods, and the engine for them."""
