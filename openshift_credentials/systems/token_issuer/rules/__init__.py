"""Rules of a token issuer: pure, without an engine, a cloud or a file."""
