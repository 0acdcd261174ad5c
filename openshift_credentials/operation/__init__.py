"""Looking at a live cluster: what is read, what it says, and how it is told. Nothing is written."""
