"""Tables on the screen: how they are laid out (`fitted`, `page`), and a file for each command's."""
