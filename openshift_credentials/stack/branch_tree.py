"""The raw tree of a stack, of which the checks of one system read their branch."""

from typing import ClassVar

from openshift_credentials.base.notices import Notice

from .base import Settings
from .problems import invalid
from .secret_texts import may_be_secret
from .tree import Tree, location


class BranchTree(Tree):
    """A tree that knows which of the branch's settings are secret."""

    key: ClassVar[str]
    model: ClassVar[type[Settings]]

    def problem(self, path: str, rule: str, way_out: str) -> Notice:
        """The problem of a setting, with its value unless that may be secret."""
        value = self.value(path)
        place = location(path.removeprefix(f"{self.key}."))
        shown = isinstance(value, str | int | float) and not may_be_secret(place, value, self.model)
        return invalid(path, rule, way_out, value if shown else None)
