"""Verb ``issuer`` from the outside."""

import json
import time
from pathlib import Path

import pytest

from openshift_credentials.systems.token_issuer.rules.issuers import IssuerCloud, discovery_document
from tests.cco_samples import public_key, sample
from tests.cli.issuer_arguments import IDENTITIES
from tests.cli.played_issuer import PlayedIssuer
from tests.cli.running import Runner
from tests.kit.places import REPOSITORY, example_file
from tests.systems.token_issuer.stacks import issuer
from tests.systems.token_issuer.test_tokens import ISSUER, token

PRIVATE = sample("keys.json.gz")["test-signer"]["private"]
DOCUMENTS = ("issuer", "documents", "--name", "mycluster", "--region", "us-west-2")
PROVIDER = "arn:aws:iam::123456789012:oidc-provider/mycluster-oidc.s3.us-west-2.amazonaws.com"


def test_documents_are_printed_as_they_are_published(verbs: Runner) -> None:
    file = verbs.file("key.pem", public_key("acceptance"))
    result = verbs.in_both_forms(*DOCUMENTS, "--cloud", "aws", "--public-key-file", file)
    assert result.code == 0
    assert set(result.json) == {"issuerUrl", "discovery", "jwks"}
    assert result.json["issuerUrl"] == ISSUER
    assert result.json["discovery"] == discovery_document(IssuerCloud.AWS, ISSUER)
    assert json.loads(result.json["jwks"])["keys"][0]["kid"].startswith("vTM0nbCme")


@pytest.mark.parametrize("cloud", ["azure", "gcp"])
def test_other_clouds_have_documents_too(cloud: str, verbs: Runner) -> None:
    file = verbs.file("key.pem", public_key("acceptance"))
    result = verbs.in_both_forms(*DOCUMENTS, "--cloud", cloud, "--public-key-file", file, "--project", "p")
    assert result.code == 0
    assert json.loads(result.json["discovery"])["issuer"] == result.json["issuerUrl"]
    assert ("commands" in result.json) == (cloud == "gcp")


def test_the_pool_of_google_cloud_can_have_names_of_its_own(verbs: Runner) -> None:
    file = verbs.file("key.pem", public_key("acceptance"))
    names = ("--workload-identity-pool", "shared", "--workload-identity-provider", "one")
    result = verbs.in_both_forms(*(*DOCUMENTS, "--cloud", "gcp", "--public-key-file", file, "--project", "p", *names))
    pool, *_, provider = result.json["commands"]
    assert "workload-identity-pools create shared " in pool
    assert "providers create-oidc one " in provider
    assert "--workload-identity-pool=shared " in provider


def test_a_private_bucket_has_no_issuer_yet(verbs: Runner) -> None:
    file = verbs.file("key.pem", public_key("acceptance"))
    call = (*DOCUMENTS, "--cloud", "aws", "--private", "--public-key-file", file, "-o", "json")
    assert verbs.run(*call).json["issuerUrl"] == "<enter_cloudfront_distribution_url_here>"
    domain = ("--distribution-domain", "d1.cloudfront.net")
    assert verbs.run(*call, *domain).json["issuerUrl"] == "https://d1.cloudfront.net"


def test_every_bad_key_has_its_line_and_nothing_of_it_is_shown(verbs: Runner) -> None:
    files = [
        verbs.file("private.pem", PRIVATE),
        verbs.file("broken.pem", PRIVATE[:700]),
        verbs.file("ssh.pub", public_key("openssh")),
        "/nowhere/key.pem",
    ]
    result = verbs.run(*DOCUMENTS, "--cloud", "aws", "--public-key-file", *files)
    assert result.code == 2
    assert result.out == ""
    assert len(result.err.splitlines()) == len(files)
    assert not any(line in result.err for line in PRIVATE.split("\n")[1:-2])


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--cloud", "ibmcloud"), "long-lived API keys"),
        (("--cloud", "alibabacloud"), "removed Alibaba Cloud in 2024"),
        (("--cloud", "nutanix"), "'issuer identities' writes its Secrets"),
        (("--cloud", "openstack"), "components share the root Secret"),
        (("--cloud", "vsphere"), "components share the root Secret"),
        (("--cloud", "mars"), "this cloud is not supported"),
        (("--cloud", "aws", "--region", "us east"), "is not a region"),
        (("--cloud", "azure", "--name", "My-Cluster"), "--storage-account-name"),
        (("--cloud", "gcp", "--name", "n" * 33), "33 bytes"),
    ],
)
def test_unusable_arguments_are_named(arguments: tuple[str, ...], reason: str, verbs: Runner) -> None:
    file = verbs.file("key.pem", public_key("acceptance"))
    result = verbs.run(*DOCUMENTS, *arguments, "--public-key-file", file)
    assert result.code == 2
    assert reason in result.err


def test_a_folder_that_is_none_is_named(verbs: Runner) -> None:
    result = verbs.run(*IDENTITIES, "--requests", "/nowhere")
    assert result.code == 2
    assert "/nowhere" in result.err


def test_secrets_need_a_stack_with_identities(verbs: Runner, tmp_path: Path) -> None:
    stack = {"config": {"openshift-credentials:tokenIssuer": issuer()}}
    file = verbs.file("Pulumi.alone.yaml", stack)
    verbs.file("Pulumi.yaml", {"name": "openshift-credentials", "runtime": "python"})
    place = ("--stack", "alone", "--config-file", file, "-C", str(tmp_path))
    result = verbs.run("issuer", "check", *place, "--secrets", verbs.file("s.json", "{}"))
    message = "--secrets requires a stack with componentIdentities"
    assert (result.code, result.err) == (2, f"error: {message}\n")


@pytest.mark.parametrize("content", ["{}", "[1]", '[{"trustPolicy": 1}]'])
def test_identities_of_another_form_are_refused(content: str, verbs: Runner, published: PlayedIssuer) -> None:
    assert published.jwks
    roles = verbs.file("roles.json", content)
    good = verbs.file("token", token(exp=time.time() + 600))
    check = ("issuer", "check", "--url", ISSUER, "--token", good, "--identities", roles)
    result = verbs.run(*check)
    wanted = "must be the output of 'issuer identities --cloud aws -o json'"
    assert (result.code, result.err) == (2, f"error: {roles}: {wanted}\n")


def test_a_bucket_that_a_stack_rejects_is_a_warning(verbs: Runner) -> None:
    file = verbs.file("key.pem", public_key("acceptance"))
    named = ("issuer", "documents", "--name", "My_Cluster", "--region", "us-west-2")
    result = verbs.run(*named, "--cloud", "aws", "--public-key-file", file)
    assert result.code == 0
    assert result.err.startswith("warning: bucket 'My_Cluster-oidc' ")
    assert result.err.endswith("; a stack rejects this name\n")


def secret(namespace: str, name: str, **data: str) -> str:
    metadata = {"namespace": namespace, "name": name}
    body = {"apiVersion": "v1", "kind": "Secret", "metadata": metadata, "stringData": data}
    return json.dumps(body) + "\n"


def test_secrets_of_a_cluster_are_judged_beside_the_stack(verbs: Runner, published: PlayedIssuer) -> None:
    assert published.jwks
    example = example_file("sts-aws-public")
    role = "arn:aws:iam::123456789012:role/mycluster-openshift-image-registry-"
    path = "/var/run/secrets/openshift/serviceaccount/token"
    good = (
        "[default]\nsts_regional_endpoints = regional\n"
        f"role_arn = {role}installer-cloud-credentials\nweb_identity_token_file = {path}\n"
    )
    registry = ("openshift-image-registry", "installer-cloud-credentials")
    storage = ("openshift-cluster-csi-drivers", "ebs-cloud-credentials")

    def judged(*secrets: str) -> dict[str, tuple[bool, str]]:
        result = verbs.in_both_forms(
            *("issuer", "check", "--stack", "sts-aws-public", "--config-file", str(example)),
            *("-C", str(REPOSITORY), "--secrets", verbs.file("s.json", "".join(secrets))),
        )
        assert "hunter2" not in result.out + result.err
        return {each["about"]: (each["passes"], each["why"]) for each in result.json}

    found = judged(secret(*registry, credentials=good), secret(*storage, credentials="hunter2"))
    assert found["kube-system/aws-creds"][0]
    assert found["/".join(registry)][0]
    assert found["/".join(storage)] == (False, "contains no role in key credentials")
    found = judged(
        secret("kube-system", "aws-creds", aws_access_key_id="hunter2"),
        secret(*registry, credentials=good.replace("installer", "other")),
        secret(*storage, aws_access_key_id="hunter2"),
    )
    assert not any(passes for about, (passes, _) in found.items() if about)
    assert "long-lived" in found["/".join(storage)][1]
    assert "a different role" in found["/".join(registry)][1]


def test_every_argument_that_cannot_be_used_is_reported_at_once(verbs: Runner, tmp_path: Path) -> None:
    nowhere = str(tmp_path / "nowhere")
    wrong = ("--requests", nowhere, "--user-tags", "a,b=,=c", "--user-tags", "d=e")
    outcome = verbs.run("issuer", "identities", "--cloud", "azure", *wrong)
    assert outcome.code == 2
    for text in (
        "--name",
        "--region",
        "--subscription-id",
        "--user-tags 'a': must be KEY=VALUE\n",
        "--user-tags '=c': must be KEY=VALUE\n",
        "the folder does not exist",
    ):
        assert text in outcome.err
    assert outcome.err.count("--user-tags") == 2
