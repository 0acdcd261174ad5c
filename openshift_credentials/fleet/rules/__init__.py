"""Rules of fleets: the model of an inventory, and the objects for it. Pure."""
