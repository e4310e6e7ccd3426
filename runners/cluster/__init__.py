"""One study on many computers: engines that share it by its store."""
