"""The words of a reply: made plain, without what stands round them and is no answer."""
