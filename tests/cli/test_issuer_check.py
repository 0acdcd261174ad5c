"""``issuer check`` from the outside: a token, the keys that are published, and who lets it in."""

import json
import time
from pathlib import Path

import pytest

from tests.cco_samples import public_key
from tests.cli.issuer_arguments import IDENTITIES
from tests.cli.played_issuer import PlayedIssuer
from tests.cli.running import Runner
from tests.kit.output_schema import problems
from tests.systems.token_issuer.stacks import aws_request, write_requests
from tests.systems.token_issuer.test_tokens import ISSUER, allowing, token


def test_a_token_is_followed_to_the_role_that_lets_it_in(
    verbs: Runner, published: PlayedIssuer, tmp_path: Path
) -> None:
    assert published.jwks
    folder = write_requests(
        tmp_path / "r", aws_request("openshift-one", "creds", "sa"), aws_request("openshift-two", "creds", "sa")
    )
    roles = verbs.file("roles.json", verbs.in_both_forms(*IDENTITIES, "--requests", folder).out)
    good = verbs.file("token", token(exp=time.time() + 600))
    check = ("issuer", "check", "--url", ISSUER, "--identities", roles)
    result = verbs.run(*check, "--token", good)
    assert result.code == 0
    assert "yes trust policy mycluster-openshift-one-creds" in result.out
    assert "NO  trust policy mycluster-openshift-two-creds" in result.out
    expired = verbs.file("old", token(exp=time.time() - 60))
    result = verbs.in_both_forms(*check, "--token", expired)
    assert result.code == 1
    assert result.json[-1]["step"] == "expiry"
    assert problems("issuer check", result.json) == []
    assert not any(part in result.out for part in token().decode().split(".")[1:])


def test_a_role_whose_policy_cannot_be_read_is_named(verbs: Runner, published: PlayedIssuer) -> None:
    assert published.jwks
    statement = allowing("openshift-one")
    del statement["Effect"]
    policy = {"Version": "2012-10-17", "Statement": [statement]}
    roles = verbs.file("roles.json", json.dumps([{"roleName": "mine", "trustPolicy": policy}]))
    file = verbs.file("token", token(exp=time.time() + 600))
    check = ("issuer", "check", "--url", ISSUER, "--identities", roles, "--token", file)
    result = verbs.in_both_forms(*check)
    assert result.code == 2
    assert "trust policy of mine: Statement[0].Effect must be Allow or Deny" in result.err


def test_keys_that_are_not_published_are_named(verbs: Runner, published: PlayedIssuer) -> None:
    assert published.jwks
    other = verbs.file("key.pem", public_key("rsa4096"))
    result = verbs.run("issuer", "check", "--url", ISSUER, "--public-key-file", other)
    assert result.code == 1
    assert "not published: wGYEgIeA1Pew" in result.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--url", ISSUER, "--secrets", "s.json"), "--secrets requires --stack, which determines the expected Secrets"),
        (("--stack", "dev"), "stack dev has no tokenIssuer; use --url"),
    ],
)
def test_a_check_without_what_it_compares_is_refused(
    arguments: tuple[str, ...], message: str, verbs: Runner, in_the_repository: None
) -> None:
    assert in_the_repository is None
    result = verbs.run("issuer", "check", *arguments)
    assert (result.code, result.err) == (2, f"error: {message}\n")
