"""What the credentials of a stack can do, who holds them, and the mode that results."""
