"""The resources of a preview, in the form that the deployer's permissions are derived from."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Final

from openshift_credentials.deployer.registered import Registered

from .run import Preview, PreviewStep, known

_SUBSCRIPTION: Final = re.compile(r"/subscriptions/([0-9a-f-]{36})")


def registered_resources(preview: Preview) -> list[Registered]:
    """Every resource with a provider, each after those that its inputs come from."""
    steps = {step.urn: step for step in preview.steps if step.request.custom}
    found: dict[str, Registered] = {}
    for step in steps.values():
        _add(step, steps, found, preview)
    return list(found.values())


def _add(
    step: PreviewStep, steps: Mapping[str, PreviewStep], found: dict[str, Registered], preview: Preview
) -> Registered:
    if step.urn in found:
        return found[step.urn]
    depends_on = {
        name: tuple(_add(steps[urn], steps, found, preview) for urn in dependencies.urns if urn in steps)
        for name, dependencies in step.request.propertyDependencies.items()
    }
    provider = steps.get(step.request.provider.rpartition("::")[0])
    resource = Registered(
        type=step.type,
        name=step.name,
        inputs=known(step.inputs),
        provider=known(provider.inputs) if provider else _default_provider(preview),
        provider_name=provider.name if provider else "",
        read_id=step.read_id,
        is_imported=bool(step.request.importId),
        is_kept=step.request.protect or step.request.retainOnDelete,
        depends_on=depends_on,
    )
    found[step.urn] = resource
    return resource


def _default_provider(preview: Preview) -> Mapping[str, object]:
    settings: dict[str, object] = {}
    for key, value in preview.stack.config.items():
        package, _, name = key.rpartition(":")
        if package in ("aws", "azure-native", "kubernetes"):
            settings[name] = value
    named = next(_subscriptions(preview), None)
    return {**({"subscriptionId": named} if named else {}), **settings}


def _subscriptions(preview: Preview) -> Iterator[str]:
    for step in preview.steps:
        if match := _SUBSCRIPTION.search(json.dumps(step.inputs)):
            yield match[1]
