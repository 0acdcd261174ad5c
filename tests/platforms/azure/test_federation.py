import re

from hypothesis import given, strategies as st

from openshift_credentials.platforms.azure.identifiers import federated_credential_name
from openshift_credentials.platforms.kubernetes.names import subject
from openshift_credentials.systems.etcd_backup.rules.policies import federations
from tests.platforms.azure import strategies as azure

NAME = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9_-]{2,119}")
both = st.tuples(azure.namespaces, azure.service_accounts)


@given(both)
def test_a_name_is_one_that_azure_takes(account: tuple[str, str]) -> None:
    assert NAME.fullmatch(federated_credential_name(*account))


@given(st.lists(both, min_size=2, max_size=30, unique=True))
def test_different_subjects_have_different_names(accounts: list[tuple[str, str]]) -> None:
    names = {federated_credential_name(*account) for account in accounts}
    assert len(names) == len({subject(*account) for account in accounts}) == len(accounts)


def test_where_a_hyphen_would_part_names_they_do_not_meet() -> None:
    assert federated_credential_name("a-b", "c") != federated_credential_name("a", "b-c")
    assert federated_credential_name("a", "b.c") != federated_credential_name("a", "b-c")


def test_long_names_with_the_same_front_do_not_meet() -> None:
    one, other = (federated_credential_name("n" * 63, "a" * 100 + end) for end in ("x", "y"))
    assert one != other
    assert NAME.fullmatch(one)


@given(azure.namespaces, azure.namespaces, st.lists(both.map("/".join), max_size=8))
def test_every_account_is_let_in_once_and_the_issuer_is_verbatim(operator: str, velero: str, others: list[str]) -> None:
    issuer = "https://Mixed.example.com/Path//"
    made = federations(issuer, operator, velero, others)
    subjects = [each.subject for each in made]
    wanted = {
        subject(operator, "etcd-backup-job"),
        subject(velero, "velero"),
        *(subject(*each.split("/")) for each in others),
    }
    assert sorted(subjects) == sorted(wanted)
    assert subjects[0] == subject(operator, "etcd-backup-job")
    assert {each.issuer for each in made} == {issuer}
    assert {each.audience for each in made} == {"api://AzureADTokenExchange"}
