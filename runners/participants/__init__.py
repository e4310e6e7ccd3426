"""Whoever answers: hosted models, local servers, and simulated participants."""
