"""Others are asked: second opinions, polls of peers, and the links they come by."""
