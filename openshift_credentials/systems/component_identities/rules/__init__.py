"""Rules of component identities: pure, without an engine, a cloud or a file."""
