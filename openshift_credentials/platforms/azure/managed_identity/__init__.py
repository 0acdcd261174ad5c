"""Credentials of an Azure managed identity: the file, and the certificate in it."""
