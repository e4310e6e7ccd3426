"""Tables that come from elsewhere: ratings, replies, and how any of them is read."""
