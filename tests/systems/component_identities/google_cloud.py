"""Stacks with component identities on Google Cloud."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from openshift_credentials.stack.load import load_settings
from openshift_credentials.systems.component_identities.settings import ComponentIdentitiesSettings
from tests.kit.recorded import Recorded
from tests.systems.token_issuer.stacks import SIGNER, component_request, recorded, write_requests

PROJECT: Final = "my-project"
NUMBER: Final = "123456789012"
ACCOUNT: Final = "component-identities-openshift-one-creds"
"""Name in the stack of the account of :func:`google_request`."""


def google_request(
    *roles: str,
    permissions: tuple[str, ...] = (),
    accounts: tuple[str, ...] = ("sa",),
    name: str = "one",
    path: str = "",
) -> dict[str, Any]:
    """A request of a component on Google Cloud, with the Secret ``openshift-NAME/creds``."""
    request = component_request(
        *("GCPProviderSpec", f"openshift-{name}", "creds", accounts),
        name=name,
        predefinedRoles=list(roles),
        permissions=list(permissions),
    )
    if path:
        request["spec"]["cloudTokenPath"] = path
    return request


def branches(
    folder: Path,
    *requests: Mapping[str, object],
    name: str = "mycluster",
    project: str = PROJECT,
    gcp: Mapping[str, object] | None = None,
    **changes: object,
) -> dict[str, Any]:
    """A stack with an issuer and these requests, and changes of ``componentIdentities``."""
    key = {"name": "a", "publicKey": SIGNER}
    place = {"project": project, "projectNumber": NUMBER}
    own = {"gcp": gcp} if gcp else {}
    return {
        "tokenIssuer": {"name": name, "gcp": place, "keys": [key]},
        "componentIdentities": {"requests": write_requests(folder, *requests), **own, **changes},
    }


def settings_of(given: Mapping[str, object]) -> ComponentIdentitiesSettings:
    """The settings of the branch; raises ``UnusableInputError`` with all problems."""
    config = {f"openshift-credentials:{key}": json.dumps(value) for key, value in given.items()}
    (found,) = (
        each.settings for each in load_settings(config, ()) if isinstance(each.settings, ComponentIdentitiesSettings)
    )
    return found


def stack_of(given: Mapping[str, object], *, preview: bool = False) -> Recorded:
    """The stack, registered; needs the SDK."""
    return recorded(given, preview=preview)
