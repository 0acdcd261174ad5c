"""The visible wait between a change of permissions and the first use of them."""

from collections.abc import Mapping, Sequence

import pulumi

from .options import waiting_for


def wait_until_effective(
    name: str,
    seconds: int,
    *,
    after: Sequence[pulumi.Resource],
    triggers: Mapping[str, pulumi.Input[str]],
    opts: pulumi.ResourceOptions,
) -> tuple[pulumi.Resource, ...]:
    """Dependencies that ensure that everything in ``after`` is effective in the cloud.

    The operator's first failure is final, and IAM and Entra ID are eventually consistent. The sleep
    is replaced, and so waits again, only when one of ``triggers`` changes; with 0 seconds there is
    no sleep, and the result is ``after`` itself.
    """
    if not seconds:
        return tuple(after)
    import pulumiverse_time  # noqa: PLC0415 - only stacks that wait pay for it

    sleep = pulumiverse_time.Sleep(
        name, create_duration=f"{seconds}s", triggers=triggers, opts=waiting_for(after, opts)
    )
    return (sleep,)
