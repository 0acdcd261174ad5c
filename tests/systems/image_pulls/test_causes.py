"""Why image pulls fail."""

from typing import Any

import pytest

from openshift_credentials.live.cause import Evidence, diagnose, diagnose_items
from openshift_credentials.live.check import State
from openshift_credentials.live.observed import Observed
from openshift_credentials.systems.image_pulls.live import CAUSES, OPERATION, trial_checks
from tests.systems.image_pulls.trees import ACR, ECR, NODE, settings


def running(namespace: str, account: str) -> dict[str, Any]:
    return {
        "metadata": {"name": "web-1", "namespace": namespace, "uid": "u"},
        "spec": {"nodeName": "a", "serviceAccountName": account},
    }


def test_a_token_is_asked_for_on_trial_as_the_node_of_a_running_pod() -> None:
    promised = settings(ACR)
    pods = Observed({"running pods in shop": [running("shop", "other"), running("shop", "web")]})
    (trial,) = OPERATION.follow_up(promised, pods)
    assert trial.path == "/api/v1/namespaces/shop/serviceaccounts/web/token"
    assert trial.parameters == (("dryRun", "All"),), "no token is made"
    assert (trial.user, trial.group) == ("system:node:a", "system:nodes")
    assert trial.question
    assert trial.question["spec"]["audiences"] == ["api://AzureADTokenExchange"]
    assert trial.question["spec"]["boundObjectRef"]["name"] == "web-1"
    assert not OPERATION.follow_up(promised, Observed({})), "no pod runs"
    assert not OPERATION.follow_up(settings(NODE), pods), "no workload has an identity"


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        ({"kind": "TokenRequest", "status": {"token": ""}}, State.PASSED),
        ({"kind": "Status", "message": 'audience "a" not found in pod spec volume'}, State.FAILED),
        ({"kind": "Status", "message": "users is forbidden: cannot impersonate resource"}, None),
    ],
)
def test_what_came_of_the_trial_is_reported_and_a_caller_who_may_not_try_is_no_failure(
    answer: dict[str, Any], state: State | None
) -> None:
    checks = list(trial_checks(settings(ACR), Observed({"token of shop/web": [answer]})))
    assert [each.state for each in checks] == ([state] if state else [])


def test_events_of_failed_pulls_are_evidence_pod_by_pod() -> None:
    def event(pod: str, message: str) -> dict[str, Any]:
        return {"involvedObject": {"namespace": "shop", "name": pod}, "message": message}

    events = [
        event("one", "Error: ErrImagePull"),
        event("one", "Failed to pull image: User x is not authorized to perform: ecr:BatchGetImage"),
        event("two", "Failed to pull image: manifest unknown"),
        event("three", "Error: failed to start container"),
    ]
    promised = settings(ECR)
    evidence = list(OPERATION.evidence(promised, Observed({"failed pulls": events})))
    assert [each.where for each in evidence] == ["event of pod shop/one", "event of pod shop/two"]
    found = {
        item.about: [each.cause.code for each in item.causes] for item in diagnose_items(evidence, OPERATION.causes)
    }
    assert found == {"shop/one": ["ecr-pull-denied"], "shop/two": ["pull-no-such-image"]}


TEXTS = {
    "pull-kubelet-config": "failed to validate credential provider config: [providers.name: ...]",
    "pull-executable-missing": "plugin binary executable /usr/libexec/x did not exist",
    "pull-audience-refused": 'audience "a" not found in pod spec volume, system:node:n is not',
    "pull-annotation-missing": "shop/web: required annotation kubernetes.azure.com/x not found",
    "pull-token-echoed": "plugin returned the service account token as the password for image",
    "ecr-no-role": "error execing credential provider plugin x: exit status 1: no arn provided",
    "ecr-no-oidc-provider": "InvalidIdentityToken: No OpenIDConnect provider found in your account",
    "ecr-wrong-audience": "InvalidIdentityToken: Incorrect token audience",
    "ecr-trust-denied": "AccessDenied: Not authorized to perform sts:AssumeRoleWithWebIdentity",
    "ecr-pull-denied": "denied: User: arn:x is not authorized to perform: ecr:BatchGetImage on",
    "ecr-no-repository": "The repository with name 'a' does not exist in the registry with id",
    "ecr-token-expired": "denied: Your authorization token has expired. Reauthenticate",
    "acr-no-federation": "AADSTS700213: No matching federated identity record found",
    "acr-wrong-audience": "AADSTS700212: No matching federated identity record found for audience",
    "acr-no-identity": "AADSTS700016: Application with identifier 'x' was not found",
    "acr-firewall": "denied: client with IP '10.0.0.1' is not allowed access",
    "acr-pull-denied": "a.azurecr.io/x:1: unexpected status: 403 Forbidden",
    "gcr-pull-denied": 'Permission "artifactregistry.repositories.downloadArtifacts" denied',
    "gcr-unauthenticated": ("denied: Unauthenticated request. Unauthenticated requests do not have permission"),
    "pull-plugin-failed": "error execing credential provider plugin x for image y: exit status 1",
    "pull-no-such-image": "reading manifest 1 in a.io/x: manifest unknown",
    "pull-no-credentials": "ErrImagePull: no basic auth credentials",
    "pull-unreachable": "dial tcp: lookup a.io: no such host",
}


def test_every_cause_is_known_by_a_text_as_its_program_writes_it() -> None:
    assert [each.code for each in CAUSES] == [*TEXTS]
    for code, text in TEXTS.items():
        (found,) = diagnose([Evidence("event", text)], CAUSES)
        assert found.cause.code == code
        assert found.cause.why, (code, text)
        assert found.cause.way_out, (code, text)


def test_a_special_cause_hides_a_general_one_and_an_unknown_text_has_none() -> None:
    texts = ["no basic auth credentials", TEXTS["ecr-trust-denied"], "something else"]
    found = diagnose([Evidence("event", text) for text in texts], CAUSES)
    assert [each.cause.code for each in found] == ["ecr-trust-denied"]
    assert diagnose([Evidence("event", "something else")], CAUSES) == ()
