"""Verb ``issuer`` from the outside."""

import json
from pathlib import Path

import pytest

from openshift_credentials.systems.token_issuer.rules.issuers import IssuerCloud, discovery_document
from tests.cco_samples import public_key, sample
from tests.cli.played_issuer import PlayedIssuer
from tests.cli.running import Runner
from tests.kit.places import REPOSITORY, example_file
from tests.systems.token_issuer.stacks import issuer
from tests.systems.token_issuer.test_tokens import ISSUER

PRIVATE = sample("keys.json.gz")["test-signer"]["private"]
DOCUMENTS = ("issuer", "documents", "--name", "mycluster", "--region", "us-west-2")


def test_documents_are_printed_as_they_are_published(verbs: Runner) -> None:
    file = verbs.file("key.pem", public_key("acceptance"))
    result = verbs.in_both_forms(*DOCUMENTS, "--cloud", "aws", "--public-key-file", file)
    assert result.code == 0
    assert set(result.json) == {"issuerUrl", "discovery", "jwks"}
    assert result.json["issuerUrl"] == ISSUER
    assert result.json["discovery"] == discovery_document(IssuerCloud.AWS, ISSUER)
    assert json.loads(result.json["jwks"])["keys"][0]["kid"].startswith("vTM0nbCme")


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


def test_secrets_need_a_stack_with_identities(verbs: Runner, tmp_path: Path) -> None:
    stack = {"config": {"openshift-credentials:tokenIssuer": issuer()}}
    file = verbs.file("Pulumi.alone.yaml", stack)
    verbs.file("Pulumi.yaml", {"name": "openshift-credentials", "runtime": "python"})
    place = ("--stack", "alone", "--config-file", file, "-C", str(tmp_path))
    result = verbs.run("issuer", "check", *place, "--secrets", verbs.file("s.json", "{}"))
    message = "--secrets requires a stack with componentIdentities"
    assert (result.code, result.err) == (2, f"error: {message}\n")


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
