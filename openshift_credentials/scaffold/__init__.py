"""The first stack file: what it asks for, what cluster and cloud know already, and its text."""
