"""Lives through stacks in an account, or on a stand-in: ``python -m tests.acceptance``."""
