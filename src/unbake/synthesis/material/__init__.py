"""What motion is put together from: the frames of several clips of one skeleton, and stretches cut from them."""
