"""A fault of the Pulumi program itself, told to the engine without a traceback."""

import pulumi


class FaultError(pulumi.RunError):
    """The program stopped with an exception that nobody expected, which is the cause."""
