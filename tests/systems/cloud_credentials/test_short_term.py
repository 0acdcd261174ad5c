"""Mode Manual with short-term credentials: the stack sets the mode, and creates no key."""

import json
from typing import Any

import pytest

from openshift_credentials.stack.explanation import Verdict
from openshift_credentials.systems.cloud_credentials.explain import explain
from openshift_credentials.systems.cloud_credentials.preview import mode_verdict
from openshift_credentials.systems.cloud_credentials.settings import CloudCredentialsSettings
from tests.kit import tokens
from tests.kit.harness import record, run_main
from tests.kit.places import REPOSITORY
from tests.kit.recorded import Recorded
from tests.systems.cloud_credentials.stacks import SHORT_TERM, Branch, config, recorded, with_

REQUESTS = str(REPOSITORY / "examples/sts-aws-public/credrequests")
IDENTITIES: dict[str, Any] = {
    "name": "mycluster",
    "requests": REQUESTS,
    "issuerUrl": "https://issuer.example.com",
    "secretsIn": "cluster",
    "aws": {"region": "us-west-2", "accountId": "123456789012"},
}
CLUSTER = {"name": "mycluster", "oidcIssuer": "https://issuer.example.com"}


@pytest.mark.parametrize("preview", [True, False], ids=["preview", "update"])
@pytest.mark.parametrize("platform", ["AWS", "Azure", "GCP"])
def test_only_the_mode_is_set(platform: str, preview: bool) -> None:
    stack = recorded(with_(SHORT_TERM, platform=platform), preview=preview)
    (mode,) = stack.all(tokens.CLOUD_CREDENTIAL_PATCH)
    assert mode.inputs["spec"] == {"credentialsMode": "Manual"}
    assert not {tokens.SECRET, tokens.IAM_USER, tokens.IAM_ACCESS_KEY} & set(stack.types)


def test_a_future_cluster_gets_the_line_of_its_install_config() -> None:
    stack = recorded(with_(SHORT_TERM, clusterExists=False), preview=False)
    outputs = stack.only(tokens.STACK).outputs
    assert outputs["installConfig"] == "credentialsMode: Manual"
    assert "componentSecretManifests" not in outputs


def test_the_verdict_names_the_default_mode() -> None:
    verdict = mode_verdict({"answer": "mint", "mode": "", "path": ["one", "two"]})
    assert verdict == Verdict(
        subject="CloudCredential cluster",
        answer="mint",
        rows={"spec.credentialsMode": "(default)", "mode predicted": "mint", "why": "one; two"},
        sentence="**Verdict** for the Cloud Credential Operator: it will be in mode `mint`, because one; two.",
        table={"CloudCredential cluster": "", "spec.credentialsMode": "(default)"},
        document_key="credentialModes",
        document={"credentialsMode": "", "mode": "mint", "path": ["one", "two"]},
    )


def test_explain_says_that_there_is_no_credential() -> None:
    settings = CloudCredentialsSettings.model_validate(SHORT_TERM)
    explanation = explain(settings)
    assert "no credentials of this branch, for mode Manual on AWS" in explanation.identity
    assert not [remark for remark in explanation.remarks if "read a Secret" in remark]


def beside_identities(**changes: object) -> Recorded:
    branch: Branch = with_(SHORT_TERM, **changes)
    others = {"componentIdentities": json.dumps(IDENTITIES), "cluster": json.dumps(CLUSTER)}
    return record(run_main, preview=False, config=config(branch, **others), stack="test")


def test_the_mode_and_the_upgrade_wait_for_the_secrets_of_component_identities() -> None:
    stack = beside_identities(upgradeableTo="4.18")
    secrets = {secret.urn for secret in stack.all(tokens.SECRET)}
    mode, upgrade = stack.all(tokens.CLOUD_CREDENTIAL_PATCH)
    assert secrets
    for waiting in (mode, upgrade):
        assert secrets <= set(waiting.request.dependencies), waiting
