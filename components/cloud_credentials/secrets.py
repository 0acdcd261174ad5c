"""Secrets of a cluster: their content, from a cloud or from settings, and how they are written."""

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pulumi

from openshift_credentials.platforms.credentials_requests import SecretRef
from openshift_credentials.platforms.kubernetes import upstream

from ..base.component import child_options
from ..kubernetes.core_objects import CoreKind, CoreObject, existing_namespace

Content = pulumi.Output[Mapping[str, str]]


@dataclass(frozen=True, kw_only=True)
class Credential:
    """A Secret's content, and the resources that it depends on."""

    secret: SecretRef
    content: Content
    needed_first: Sequence[pulumi.Resource]


_OF_THE_OPERATOR = [
    'metadata.annotations["cloudcredential.openshift.io/mode"]',
    'metadata.annotations["cloudcredential.openshift.io/credentials-request"]',
    'metadata.labels["cloudcredential.openshift.io/credentials-request"]',
]
"""What the operator adds to Secrets."""


@dataclass(frozen=True, kw_only=True)
class WrittenSecretArgs:
    """Place and content of the Secret.

    ``checks_namespace``: the namespace must exist; the stack never creates it.
    """

    secret: SecretRef
    content: pulumi.Input[Mapping[str, str]] = field(repr=False)
    checks_namespace: bool = False


class WrittenSecret(pulumi.ComponentResource):
    """One Secret, written in place: a new credential updates it and does not replace it."""

    def __init__(self, name: str, args: WrittenSecretArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("openshift-credentials:kubernetes:WrittenSecret", name, None, opts)
        place = args.secret
        namespace = (
            [existing_namespace(f"{name}-namespace", place.namespace, child_options(self))]
            if args.checks_namespace
            else []
        )
        self.secret = CoreObject(
            CoreKind.SECRET,
            name,
            {
                "metadata": {
                    "name": place.name,
                    "namespace": place.namespace,
                    # The installer or the operator may already have written it.
                    "annotations": {upstream.PATCH_FORCE_ANNOTATION: "true"},
                },
                "type": "Opaque",
                "data": pulumi.Output.from_input(args.content).apply(_encode),
            },
            pulumi.ResourceOptions.merge(
                child_options(self, opts, after=namespace), pulumi.ResourceOptions(ignore_changes=_OF_THE_OPERATOR)
            ),
        )
        self.register_outputs({"secret": str(place)})


def _encode(content: Mapping[str, str]) -> dict[str, str]:
    return {key: base64.b64encode(content[key].encode()).decode() for key in sorted(content)}
