"""What people should know of a stack that is allowed and yet not as it could be, in sentences."""
