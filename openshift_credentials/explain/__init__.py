"""What an identity can do and who can become it, from the documents that are deployed."""
