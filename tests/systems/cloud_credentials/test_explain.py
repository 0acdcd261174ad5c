"""What is said of the credentials of a stack: who they are, what they can do, and what to mind."""

from typing import Any, Final

import pytest

from openshift_credentials.stack.load import load_settings
from openshift_credentials.systems.cloud_credentials.explain import explain
from openshift_credentials.systems.cloud_credentials.remarks import remarks
from openshift_credentials.systems.cloud_credentials.settings import CloudCredentialsSettings
from tests.kit.rows import read_rows
from tests.systems.cloud_credentials import stacks
from tests.systems.cloud_credentials.stacks import GCP_REQUESTS, MAKES_USER, PROJECT, Branch, config, with_

EMAIL: Final = "mycluster-cloud-crede-c2hhh@my-project.iam.gserviceaccount.com"
ROLE: Final = "mycluster_cloud_crede_c2hhh"
PASSTHROUGH: Final = {"mode": "Passthrough", "requests": GCP_REQUESTS}

# branch, change, who the credentials are, codes of what is remarked
ROWS: list[tuple[Branch, dict[str, Any], str, list[str]]] = read_rows(__file__, "explained.json", vars(stacks))


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
