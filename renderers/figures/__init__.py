"""Figures of a report: from rows to drawings, with the words and the table that belong to each."""
