import pytest
from hypothesis import given, strategies as st

from openshift_credentials.base.text_rule import TextRule
from openshift_credentials.platforms.azure import names as rules
from openshift_credentials.platforms.azure.names import (
    BLOB_CONTAINER,
    STORAGE_ACCOUNT,
    AccountFacts,
    AzureCloud,
    facts_of,
    prefix_filter,
    shortcomings,
    vault_uri,
)
from tests.platforms.azure import strategies as azure

ALL_RULES = [value for value in vars(rules).values() if isinstance(value, TextRule)]
prefixes = st.from_regex(r"[a-z]{1,8}(/[a-z]{1,8}){0,3}/?", fullmatch=True)


@pytest.mark.parametrize("rule", ALL_RULES, ids=lambda rule: rule.description)
def test_the_example_of_a_rule_passes_it(rule: TextRule) -> None:
    assert rule.problem(rule.example) is None


@given(azure.accounts, azure.containers)
def test_names_of_accounts_and_containers_pass(account: str, container: str) -> None:
    assert STORAGE_ACCOUNT.problem(account) is None
    assert BLOB_CONTAINER.problem(container) is None


@given(azure.containers, st.sampled_from(["--", "-", "_", "A", "\n", "é"]))
def test_names_with_what_azure_refuses_do_not(container: str, wrong: str) -> None:
    assert BLOB_CONTAINER.problem(f"{container}{wrong}") is not None
    assert STORAGE_ACCOUNT.problem(f"abc{wrong}") is not None


@given(azure.containers, prefixes, prefixes)
def test_expiry_covers_what_is_below_the_prefix_and_nothing_beside_it(container: str, prefix: str, other: str) -> None:
    blob = f"{container}/{other.strip('/')}/snapshot.db"
    root, below = prefix.strip("/").split("/"), other.strip("/").split("/")
    assert blob.startswith(prefix_filter(container, prefix)) == (below[: len(root)] == root)


@pytest.mark.parametrize("vault", ["ab", "1abc", "a--b", "abc-", "a" * 25, "a_b"])
def test_names_that_no_vault_can_have_are_refused(vault: str) -> None:
    front = rules.KEY_VAULT_ID.example.rpartition("/")[0]
    assert rules.KEY_VAULT_ID.problem(f"{front}/{vault}") is not None


def test_every_cloud_has_its_facts() -> None:
    for cloud in AzureCloud:
        assert facts_of(cloud).authority.startswith("https://login."), cloud
        assert vault_uri(cloud, "v") == f"https://v.{facts_of(cloud).vault_suffix}"


def test_an_account_that_was_made_well_falls_short_of_nothing() -> None:
    account = AccountFacts(
        https_only=True, minimum_tls_version="TLS1_2", public_blobs=False, shared_keys=False, kind="StorageV2"
    )
    assert list(shortcomings(account)) == []


def test_what_azure_takes_for_unset_counts() -> None:
    account = AccountFacts(
        https_only=None, minimum_tls_version=None, public_blobs=None, shared_keys=None, kind="StorageV2"
    )
    found = " ".join(map(str, shortcomings(account)))
    assert "TLS below 1.2" in found
    assert "account keys" in found
    assert "without TLS" not in found
    assert "everybody" not in found
