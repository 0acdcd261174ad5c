"""Rules of Azure: identifiers, names and credentials of managed identities."""
