"""The runner of verbs, shared with their own tests."""

from tests.cli.conftest import verbs

__all__ = ["verbs"]
