"""One line of the tables of AWS: the IAM actions of each call, and their resources."""

from collections.abc import Mapping
from dataclasses import dataclass

from openshift_credentials.deployer.aws_targets import Target
from openshift_credentials.deployer.registered import Call


@dataclass(frozen=True, slots=True, kw_only=True)
class Right:
    """Actions on a target by call; with ``where`` only if the resource has that input.

    ``unless`` is the opposite. ``only_with`` is a condition key whose value must be that input,
    ``condition`` a key and its value.
    """

    target: Target
    read: tuple[str, ...] = ()
    create: tuple[str, ...] = ()
    update: tuple[str, ...] = ()
    delete: tuple[str, ...] = ()
    where: str = ""
    unless: str = ""
    only_with: str = ""
    condition: tuple[str, str] | tuple[()] = ()

    def actions(self, call: Call) -> tuple[str, ...]:
        """The actions of a call."""
        by_call: Mapping[Call, tuple[str, ...]] = {
            Call.READ: self.read,
            Call.CREATE: self.create,
            Call.UPDATE: self.update,
            Call.DELETE: self.delete,
        }
        return by_call[call]
