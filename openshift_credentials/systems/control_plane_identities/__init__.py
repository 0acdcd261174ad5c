"""Control-plane identities of managed Azure, and workload identities of self-managed Azure."""
