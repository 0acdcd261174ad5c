"""Keeps the call stack of the program out of the state."""

from pulumi.runtime import resource
from pulumi.runtime.proto.source_pb2 import StackTrace


def leave_out_positions() -> None:
    """Let the SDK record no frames for a resource; the stack itself is registered before.

    The engine writes them to the state of each resource: a third of a backup there, with the paths
    of the Python installation of whoever ran the update. Where a later SDK has no such function,
    nothing calls the replacement.
    """
    setattr(resource, "_get_stack_trace", StackTrace)  # noqa: B010 - the name is the SDK's own
