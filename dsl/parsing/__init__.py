"""From the text of a script to its parse tree: lines, layout, grammar, and mending after a slip."""
