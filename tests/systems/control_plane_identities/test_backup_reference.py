"""An etcd backup that uploads with the credentials of a control-plane identity."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.preview.stack_files import StackConfiguration
from openshift_credentials.stack.load import load_settings
from openshift_credentials.stack.secret_texts import SEALED
from tests.kit import tokens
from tests.kit.harness import record_stack
from tests.kit.recorded import UNKNOWN, Recorded
from tests.kit.tables import nonempty
from tests.kit.trees import AZURE, changed, whole
from tests.systems.control_plane_identities.samples import config, guid, tree

SECRET_KEYS = ("openshift-credentials:controlPlaneIdentities",)


def configured(branch: object, **credentials: object) -> dict[str, str]:
    given = {"controlPlaneIdentity": "controlPlaneOperator", **credentials}
    return config(branch, **whole(changed(AZURE, credentials=given)))


def recorded(stack: dict[str, str], *, preview: bool) -> Recorded:
    configuration = StackConfiguration("openshift-credentials", "t", Path.cwd(), stack, SECRET_KEYS)
    return record_stack(configuration, preview=preview)


def test_the_backup_gets_the_same_document_and_the_role_goes_to_the_same_principal() -> None:
    branch = tree(settleSeconds=0)
    for preview in (True, False):
        found = recorded(configured(branch), preview=preview)
        secret = found.only(tokens.SECRET)
        assert secret.is_secret("data"), preview
        content = base64.b64decode(secret.inputs["data"]["credentials"]).decode()
        assert content == branch["identities"]["controlPlaneOperator"]["document"]
        verdict = found.only(tokens.CREDENTIAL_SECRET).outputs
        assert verdict["detectedMode"] == "azure-managed-identity"
        principals = [each.inputs["principalId"] for each in found.all(tokens.ROLE_ASSIGNMENT)]
        assert principals.count(guid(2, 2)) == 3 + 1
        private = json.loads(content)["client_secret"][:60]
        for resource in nonempty(found.resources):
            if resource.type not in (tokens.SECRET, tokens.VAULT_SECRET):
                assert private not in json.dumps(dict(resource.outputs), default=str)
        assert not any("managedIdentityDocument is not encrypted" in w for w in found.warnings), preview


def test_an_encrypted_document_is_predicted() -> None:
    branch = tree(settleSeconds=0, identities__controlPlaneOperator__document=SEALED)
    found = recorded(configured(branch), preview=True)
    assert found.only(tokens.SECRET).inputs["data"] == UNKNOWN
    verdict = found.only(tokens.CREDENTIAL_SECRET).outputs
    assert verdict["predictedMode"] == "azure-managed-identity"


@pytest.mark.parametrize(
    ("branch", "credentials", "path", "rule"),
    [
        ({}, {"controlPlaneIdentity": "velero"}, "controlPlaneIdentity", "name one of"),
        ({}, {"controlPlaneIdentity": "kms"}, "controlPlaneIdentity", "not one of"),
        ({}, {"controlPlaneIdentity": "a b"}, "controlPlaneIdentity", "consists of letters"),
        ({}, {"clientId": guid(2)}, "clientId", "both set"),
        ({}, {"managedIdentityDocument": "{}"}, "managedIdentityDocument", "both set"),
        ({}, {"mode": "azure-workload-identity"}, "controlPlaneIdentity", "no effect in mode"),
        ({"tenantId": guid(7)}, {}, None, ""),
        (None, {}, "controlPlaneIdentity", "which is not in the stack"),
    ],
)
def test_a_reference_that_cannot_be_followed_is_refused(
    branch: dict[str, Any] | None, credentials: dict[str, object], path: str | None, rule: str
) -> None:
    given = configured(tree(**(branch or {})), **credentials)
    if branch is None:
        del given["openshift-credentials:controlPlaneIdentities"]
    with pytest.raises(UnusableInputError) as caught:
        load_settings(given, SECRET_KEYS)
    problems = [str(each) for each in caught.value.problems]
    if path is None:
        assert not any("etcdBackup" in each for each in problems), "one mistake is told once"
    else:
        named = [each for each in problems if f"etcdBackup.credentials.{path}" in each]
        assert any(rule in each for each in named), problems
