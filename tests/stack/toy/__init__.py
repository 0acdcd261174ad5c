"""A system with every part, for ``test_toy_system.py``, and its facade."""
