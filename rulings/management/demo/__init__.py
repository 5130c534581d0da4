"""The demo event: made-up pairs, published rulings, a case in every state."""
