"""Check that the document of each identity can be used, stored and loaded."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Final

from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.platforms.azure import text_rules as azure_rules
from openshift_credentials.platforms.azure.clouds import AzureCloud, facts_of
from openshift_credentials.platforms.azure.managed_identity.judgement import Expected
from openshift_credentials.platforms.azure.managed_identity.loading import load
from openshift_credentials.platforms.azure.managed_identity.storage import (
    SIZE_LIMIT,
    ObjectEncoding,
    StorageError,
    encoded,
    stored,
)
from openshift_credentials.platforms.go.time import parse_rfc3339
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.secret_texts import SEALED
from openshift_credentials.stack.tree import Tree
from openshift_credentials.systems.control_plane_identities.rules.components import (
    Component,
)
from openshift_credentials.systems.control_plane_identities.rules.findings import check

KEY: Final = "controlPlaneIdentities"


def _problem(path: str, rule: str, way_out: str) -> Notice:
    return invalid(f"{KEY}.{path}", rule, way_out)


def document_problems(
    tree: Tree, component: Component, identity: Mapping[str, object]
) -> Iterator[Notice]:
    """The problem with one identity's document, with everything that is wrong in it."""
    path = f"identities.{component}"
    document = identity.get("document")
    if document is None:
        if "documentFile" not in identity:
            yield _problem(f"{path}.document", "or documentFile is required", "set one of them")
        return
    if not isinstance(document, str) or document == SEALED:
        return
    content = document.encode(errors="surrogatepass")
    problems = [
        *_unusable(tree, content, identity),
        *_never_loaded(content, identity),
        *_not_storable(content, identity),
    ]
    if problems:
        yield _problem(
            f"{path}.document",
            "cannot be used: " + ", ".join(dict.fromkeys(problems)),
            "set the credentials as the identity's issuer returned them, with all four timestamps",
        )


def _unusable(tree: Tree, content: bytes, identity: Mapping[str, object]) -> Iterator[str]:
    cloud = tree.text(f"{KEY}.cloud")
    known = AzureCloud(cloud) if cloud in set(AzureCloud) else AzureCloud.PUBLIC
    client_id = identity.get("clientId")
    expected = Expected(
        tenant_id=tree.text(f"{KEY}.tenantId", azure_rules.GUID),
        authority=facts_of(known).authority,
        client_id=client_id if isinstance(client_id, str) else None,
        tenant_setting=f"{KEY}.tenantId",
        client_setting="clientId",
    )
    for finding in check(content, datetime.now(UTC), expected).findings:
        if finding.severity is Severity.ERROR:
            yield finding.why


def _never_loaded(content: bytes, identity: Mapping[str, object]) -> Iterator[str]:
    in_use = identity.get("inUseSince")
    new = load(content).not_before
    if not isinstance(in_use, str) or new is None:
        return
    before, after = parse_rfc3339(in_use), parse_rfc3339(new)
    if before is not None and after is not None and after < before:
        yield ("member not_before is earlier than inUseSince, so running pods would not load it")


def _not_storable(content: bytes, identity: Mapping[str, object]) -> Iterator[str]:
    try:
        secret = stored("name", content)
    except StorageError as error:
        yield from error.problems
        return
    except ValueError:
        return
    encoding = identity.get("objectEncoding", ObjectEncoding.UTF_8)
    if encoding in set(ObjectEncoding):
        size = len(encoded(secret.value, ObjectEncoding(str(encoding))).encode())
        if size > SIZE_LIMIT:
            yield f"the document has {size} bytes in {encoding}; a vault accepts {SIZE_LIMIT}"
