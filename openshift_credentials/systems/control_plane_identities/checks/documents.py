"""Check that the document of each identity can be used, stored and loaded."""

from collections.abc import Iterator
from datetime import UTC, datetime

from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.platforms.azure.clouds import facts_of
from openshift_credentials.platforms.azure.managed_identity.judgement import Expected
from openshift_credentials.platforms.azure.managed_identity.loading import load
from openshift_credentials.platforms.azure.managed_identity.storage import (
    SIZE_LIMIT,
    StorageError,
    encode,
    vault_secret,
)
from openshift_credentials.platforms.go.time import parse_rfc3339
from openshift_credentials.stack.secret_texts import is_sealed
from openshift_credentials.systems.control_plane_identities.checks.problem import KEY, problem
from openshift_credentials.systems.control_plane_identities.rules.components import Component
from openshift_credentials.systems.control_plane_identities.rules.findings import check
from openshift_credentials.systems.control_plane_identities.settings import (
    ControlPlaneIdentitiesSettings,
)
from openshift_credentials.systems.control_plane_identities.settings.identity import (
    ControlPlaneIdentity,
)


def document_problems(
    settings: ControlPlaneIdentitiesSettings, component: Component, identity: ControlPlaneIdentity
) -> Iterator[Notice]:
    """The problem with one identity's document, with everything that is wrong in it."""
    path = f"identities.{component}.document"
    if identity.document is None:
        yield problem(path, "or documentFile is required", "set one of them")
        return
    if is_sealed(identity.document):
        return
    content = identity.document.get_secret_value().encode(errors="surrogatepass")
    problems = [
        *_unusable(settings, content, identity),
        *_never_loaded(content, identity),
        *_not_storable(content, identity),
    ]
    if problems:
        yield problem(
            path,
            "cannot be used: " + ", ".join(dict.fromkeys(problems)),
            "set the credentials as the identity's issuer returned them, with all four timestamps",
        )


def _unusable(
    settings: ControlPlaneIdentitiesSettings, content: bytes, identity: ControlPlaneIdentity
) -> Iterator[str]:
    expected = Expected(
        tenant_id=settings.tenant_id,
        authority=facts_of(settings.cloud).authority,
        client_id=identity.client_id,
        tenant_setting=f"{KEY}.tenantId",
        client_setting="clientId",
    )
    for finding in check(content, datetime.now(UTC), expected).findings:
        if finding.severity is Severity.ERROR:
            yield finding.why


def _never_loaded(content: bytes, identity: ControlPlaneIdentity) -> Iterator[str]:
    before = parse_rfc3339(identity.in_use_since or "")
    after = parse_rfc3339(load(content).not_before or "")
    if before is not None and after is not None and after < before:
        yield "member not_before is earlier than inUseSince, so running pods would not load it"


def _not_storable(content: bytes, identity: ControlPlaneIdentity) -> Iterator[str]:
    try:
        secret = vault_secret("name", content)
    except StorageError as error:
        yield from error.problems
        return
    except ValueError:
        return
    encoding = identity.object_encoding
    size = len(encode(secret.value, encoding).encode())
    if size > SIZE_LIMIT:
        yield f"the document has {size} bytes in {encoding}; a vault accepts {SIZE_LIMIT}"
