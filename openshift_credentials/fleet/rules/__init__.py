"""Rules of fleets: what an inventory says, and which objects follow from it. Pure."""
