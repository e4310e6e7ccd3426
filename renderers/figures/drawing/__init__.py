"""What figures are drawn with: sheets, panels, marks, words and keys."""
