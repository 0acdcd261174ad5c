"""Chains of dependencies that are long, and how the SDK copes with them."""

import asyncio
from collections.abc import Awaitable, Sequence

import pulumi
from pulumi.resource import DependencyResource
from pulumi.runtime import get_root_resource


def by_urn(resource: pulumi.Resource) -> Awaitable[pulumi.Resource]:
    """Stands for a resource in ``depends_on``, and has no dependencies of its own.

    The SDK looks for cycles by walking all dependencies of a dependency, recursively: a chain of
    some 900 resources ends in a RecursionError, and its time grows with the square of its length.
    """

    async def when_registered() -> pulumi.Resource:
        return DependencyResource(await resource.urn.future() or "")

    return asyncio.ensure_future(when_registered())


def await_all(resources: Sequence[pulumi.Resource]) -> None:
    """Let the program end only once all of these are registered.

    The SDK then has little left to wait for. By itself it looks at everything that is outstanding
    each time one thing is done, which takes seconds with 1,000 resources in chains, and minutes in
    one chain. Once a program only, as :func:`pulumi.run`.
    """

    async def registered() -> None:
        urns = (resource.urn.future() for resource in resources)
        await asyncio.gather(*urns, return_exceptions=True)

    if get_root_resource():
        pulumi.run(registered)
