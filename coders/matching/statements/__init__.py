"""Replies to choices: where one says outright which choice it takes."""
