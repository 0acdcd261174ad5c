"""Reading a live cluster: requests, checks and reports. Nothing is written."""
