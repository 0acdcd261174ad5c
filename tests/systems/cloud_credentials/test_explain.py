"""What is said of the credentials of a stack: who they are, what they can do, and what to mind."""

from pathlib import Path
from typing import Any, Final

import pytest

from openshift_credentials.stack.load import load_settings
from openshift_credentials.systems.cloud_credentials.explain import explain
from openshift_credentials.systems.cloud_credentials.remarks import remarks
from openshift_credentials.systems.cloud_credentials.settings import CloudCredentialsSettings
from tests.kit.cco import folder
from tests.systems.cloud_credentials.stacks import (
    AZURE,
    GCP,
    GCP_REQUESTS,
    MAKES_ACCOUNT,
    MAKES_USER,
    MANUAL,
    MANUAL_GIVEN,
    MINT,
    PROJECT,
    REQUESTS,
    SHORT_TERM,
    VSPHERE,
    Branch,
    config,
    with_,
)

EMAIL: Final = "mycluster-cloud-crede-c2hhh@my-project.iam.gserviceaccount.com"
ROLE: Final = "mycluster_cloud_crede_c2hhh"
PASSTHROUGH: Final = {"mode": "Passthrough", "requests": GCP_REQUESTS}

# branch, change, who the credentials are, codes of what is remarked
ROWS: list[tuple[Branch, dict[str, Any], str, list[str]]] = [
    (MINT, {}, "the credentials in kube-system/aws-creds, for mode Mint on AWS", []),
    (
        MINT,
        {"removeAfterInstallation": True},
        "no credentials, because kube-system/aws-creds is removed, for mode Mint on AWS",
        ["root-secret-removed"],
    ),
    (MAKES_USER, {}, "1 IAM user with access keys, for mode Mint on AWS", []),
    (
        MAKES_USER,
        {"mode": "Passthrough", "requests": REQUESTS},
        "1 IAM user with access keys, for mode Passthrough on AWS",
        [],
    ),
    (MANUAL, {}, "2 IAM users with access keys, for mode Manual on AWS", ["long-lived-keys"]),
    (
        AZURE,
        {"mode": ""},
        "the credentials in kube-system/azure-credentials, for mode default on Azure",
        ["default-is-passthrough"],
    ),
    (
        VSPHERE,
        {},
        "the credentials in kube-system/vsphere-creds, for mode Passthrough on VSphere",
        ["permissions-unchecked"],
    ),
    (
        SHORT_TERM,
        {"platform": "Azure"},
        "no credentials of this branch, for mode Manual on Azure",
        ["not-upgradeable"],
    ),
    (
        MANUAL_GIVEN,
        {},
        "the credentials in the given Secrets, for mode Manual on Nutanix",
        ["support-note", "not-upgradeable"],
    ),
    (
        GCP,
        {},
        "the credentials in kube-system/gcp-credentials, for mode Mint on GCP",
        ["account-unchecked", "custom-roles"],
    ),
    (
        MAKES_ACCOUNT,
        {},
        f"service account {EMAIL} with a key, for mode Mint on GCP",
        ["custom-roles"],
    ),
    (
        MAKES_ACCOUNT,
        {"removeAfterInstallation": True},
        f"service account {EMAIL} without a key, for mode Mint on GCP",
        ["root-secret-removed", "custom-roles"],
    ),
    (
        MAKES_ACCOUNT,
        {"rootSecret__gcp__make": "role", **PASSTHROUGH},
        f"custom role projects/my-project/roles/{ROLE}, for mode Passthrough on GCP",
        [],
    ),
]


def settings_of(branch: Branch) -> CloudCredentialsSettings:
    (part,) = load_settings(config(branch), [f"{PROJECT}:cloudCredentials"])
    assert isinstance(part.settings, CloudCredentialsSettings)
    return part.settings


@pytest.mark.parametrize(("branch", "change", "identity", "codes"), ROWS, ids=range(len(ROWS)))
def test_the_credentials_of_a_stack_are_named_and_remarked(
    branch: Branch, change: dict[str, Any], identity: str, codes: list[str]
) -> None:
    settings = settings_of(with_(branch, **change))
    explanation = explain(settings)
    assert explanation.identity == identity
    assert [remark.code for remark in remarks(settings)] == codes
    everywhere = "anybody who can read a Secret can use its credentials from anywhere"
    first = [everywhere] if "of this branch" not in identity else []
    assert [*explanation.remarks] == [*first, *map(str, remarks(settings))]


def test_what_a_user_of_your_own_needs_is_what_a_user_of_the_stack_gets() -> None:
    own = explain(settings_of(with_(MAKES_USER, rootSecret__aws__make="policy")))
    (permission,) = own.permissions
    assert "iam:CreateUser" in permission.actions
    assert own.permissions == explain(settings_of(MAKES_USER)).permissions


def test_a_request_that_is_left_out_is_remarked(tmp_path: Path) -> None:
    for file, content in folder("feature-tp"):
        (tmp_path / file).write_bytes(content)
    settings = settings_of(with_(MANUAL, requests=str(tmp_path)))
    first, *others = remarks(settings)
    assert (first.code, first.setting) == ("request-left-out", "cloudCredentials.requests")
    assert first.why.startswith(f"{tmp_path}: Ignoring CredentialsRequest ")
    assert [remark.code for remark in others] == ["long-lived-keys"]
