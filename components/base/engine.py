"""What runs the program: Pulumi's engine, or a test on mocks."""

import pulumi
from pulumi.runtime.proto import resource_pb2_grpc


def runs_on_an_engine() -> bool:
    """Whether an engine runs, and not a test on mocks or the offline preview.

    Without one there is no cluster to read, and a resource has no outputs but those of the mocks.
    """
    monitor = pulumi.runtime.settings.get_monitor()
    return isinstance(monitor, resource_pb2_grpc.ResourceMonitorStub)


def value_or_example(value: str | None, *, example: str) -> str:
    """What a cloud has assigned to a resource; an example for mocks that assign nothing."""
    if value is None and runs_on_an_engine():
        raise pulumi.RunError("the provider returned no ID of the resource that it created")
    return example if value is None else value
