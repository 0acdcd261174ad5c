"""What is asserted of the file of a kubelet before anything is registered."""

from dataclasses import replace

import pytest

from openshift_credentials.base.errors import ContractError
from openshift_credentials.systems.image_pulls import checks
from openshift_credentials.systems.image_pulls.plan import PlannedNodeFile, plan_file
from tests.systems.image_pulls.trees import ECR, REGISTRY, settings

STOPS = "imagePulls: a kubelet would not start: "
OURS = '"*.dkr.ecr.*.amazonaws.com"'


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("kind: CredentialProviderConfig", "kind: Other", None),
        (
            "serviceAccountTokenAudience: sts.amazonaws.com",
            "serviceAccountTokenAudience: other",
            "the file requests ['other'], but RBAC and trust have sts.amazonaws.com",
        ),
        ("name: ecr-credential-provider", "name: a/b", "providers.name: cannot contain '/'"),
        (OURS, "other.io", f"{REGISTRY}/shop/web matches no provider"),
    ],
)
def test_a_file_with_which_no_image_could_be_pulled_stops_the_program(
    old: str, new: str, reason: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = plan_file(settings(ECR))
    assert old in file.content, file.content
    wrong = replace(file, content=file.content.replace(old, new))

    def planned(_: object) -> PlannedNodeFile:
        return wrong

    monkeypatch.setattr(checks, "plan_file", planned)
    with pytest.raises(ContractError) as caught:
        checks.assert_promises(settings(ECR))
    assert str(caught.value).startswith(STOPS)
    if reason:
        assert str(caught.value) == f"{STOPS}{reason}"
