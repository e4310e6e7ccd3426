"""What commands about stores share."""
