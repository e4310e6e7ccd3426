"""Commands about coding: packets, coding, logs, adjudication, agreement."""
