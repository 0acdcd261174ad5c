"""Arguments for each component: what the example stacks have in their files."""

import json
from collections.abc import Mapping
from typing import Any, Final, cast

from openshift_credentials.preview.stack_files import read_stack
from openshift_credentials.stack.load import value_of
from openshift_credentials.stack.secret_texts import SEALED
from openshift_credentials.stack.system import PROJECT, SHARED, SYSTEMS
from tests.kit.places import REPOSITORY
from tests.plugin.wire import output

FILES: Final = {
    each.name.split(".")[1]: each
    for each in sorted([*REPOSITORY.glob("Pulumi.*.yaml"), *REPOSITORY.glob("examples/*/Pulumi.*.yaml")])
}

EXAMPLES: Final = (
    ("dev", "etcdBackup"),
    ("aro", "etcdBackup"),
    ("aws-static", "etcdBackup"),
    ("oadp-rosa", "etcdBackup"),
    ("sts-aws-public", "tokenIssuer"),
    ("workload-id-azure", "tokenIssuer"),
    ("mint-aws", "cloudCredentials"),
    ("mint-gcp", "cloudCredentials"),
    ("aro-kms", "controlPlaneIdentities"),
    ("pulls-acr-strict", "imagePulls"),
    ("pulls-ecr-hosted", "imagePulls"),
)
"""Stacks of the repository, and a system of each: all systems, clouds and kinds of secrets."""

ISSUER: Final = "https://mycluster-oidc.s3.us-east-2.amazonaws.com"
COMPONENTS: Final[Mapping[str, Any]] = {
    "name": "mycluster",
    "requests": "examples/sts-aws-public/credrequests",
    "issuerUrl": ISSUER,
    "aws": {
        "region": "us-east-2",
        "accountId": "123456789012",
        "providerArn": f"arn:aws:iam::123456789012:oidc-provider/{ISSUER.removeprefix('https://')}",
    },
}
"""Identities of components whose issuer another program made."""


def arguments(name: str, key: str) -> dict[str, Any]:
    """The branch of a system and its shared groups; encrypted values are late secrets."""
    root = _root(name)
    return cast("dict[str, Any]", _opened({**_shared(key, root), **root[key]}))


def _root(name: str) -> dict[str, Any]:
    config = read_stack(REPOSITORY, name, FILES[name], []).config
    return {
        key.removeprefix(f"{PROJECT}:"): cast("Any", value_of(text))
        for key, text in config.items()
        if key.startswith(PROJECT)
    }


def _shared(key: str, root: Mapping[str, Any]) -> dict[str, Any]:
    names = {each.alias for each in SYSTEMS[key].settings.MODEL.model_fields.values()}
    return {name: root[name] for name in SHARED if name in names and name in root}


def is_late(name: str) -> bool:
    """Whether a stack has encrypted values."""
    return json.dumps(SEALED) in json.dumps(_root(name))


def _opened(value: object) -> object:
    if value == SEALED:
        return output(is_secret=True)
    if isinstance(value, dict):
        group = cast("dict[str, object]", value)
        return {key: _opened(each) for key, each in group.items()}
    if isinstance(value, list):
        return [_opened(each) for each in cast("list[object]", value)]
    return value
