"""Dependencies that hold in long chains."""

import asyncio
from collections.abc import Awaitable

import pulumi
from pulumi.resource import DependencyResource


def by_urn(resource: pulumi.Resource) -> Awaitable[pulumi.Resource]:
    """Stands for a resource in ``depends_on``, and has no dependencies of its own.

    The SDK looks for cycles by walking all dependencies of a dependency, recursively: a chain of
    some 900 resources ends in a RecursionError, and its time grows with the square of its length.
    """

    async def when_registered() -> pulumi.Resource:
        return DependencyResource(await resource.urn.future() or "")

    return asyncio.ensure_future(when_registered())
