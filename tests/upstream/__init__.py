"""Whether the programs that our rules were read from still say the same."""
