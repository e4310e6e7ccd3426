"""Ages by the norms of a bank: the age function, and fitting one to people."""
