"""A fault of the Pulumi program itself, reported to the engine without a traceback."""

import pulumi


class FaultError(pulumi.RunError):
    """The program stopped with an unexpected exception, which is the cause."""
