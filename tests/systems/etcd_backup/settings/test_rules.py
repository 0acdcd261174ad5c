"""Every rule of a single setting, from both sides."""

from typing import Any, Final

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.systems.etcd_backup.plan import plan_of
from tests.kit.tables import nonempty, rows_beside
from tests.kit.trees import ABSENT, AWS, AZURE, Tree, changed, dotted, load, paths

Sides = tuple[list[Any], list[Any]]
"""Values that follow a rule, and values that break it."""

ISSUERS: Sides = (
    ["https://a.example", "https://a.example/", "https://a.example:8443/path/"],
    [
        "http://a.example", "https://", "a.example", "https://a example", "https://A.example",
        "https://user@a.example", "https://a.example?x=1", "https://a.example#x", "",
        "https://a.example:0", "https://a.example:99999", "https://a.example/\n", "https://a\\b",
        7, True, None, [], {},
    ],
)  # fmt: skip
LABELS = (["a", "9", "hypershift", "a-b", "a" * 63], ["", "A", "-a", "a-", "a.b", "a_b", "a" * 64, "ä", "a\n", 1, None])
SUBDOMAINS = (["a", "a.b", "a-b.c-d", "a" * 253], ["", "A", ".a", "a.", "a..b", "a-.b", "a.-b", "a" * 254, "a\n", 1])
BUCKETS = (
    ["abc", "a.b", "a-b", "a" * 63, "1a2"],
    [
        "ab", "a" * 64, "A-b", "-ab", "ab-", "a..b", "a.-b", "a-.b", "192.168.1.1", "xn--abc",
        "abc-s3alias", "a_b", "sthree-abc", "abc\n", 123, None,
    ],
)  # fmt: skip
PREFIXES = (
    ["a", "a/b", "a/b/", "A-Z_0.9", "a" * 1010],
    ["", "/a", "a//b", "../a", "a/./b", "a/..", "a" * 1025, "a b", "ä", "a\n", 1],
)
LONGEST_ROOT = "a" * (1010 - len("/clusters/one"))
ROOTS = (["a", "a/b", "a/b/", "A-Z_0.9", LONGEST_ROOT], [*PREFIXES[1], "a" * 1011])
TEMPLATES: Sides = (
    [f"etcd-backups/{prefix}" for prefix in ("a", "a/b/", "A_0.9", "{name}", "{namespace}-x/y")]
    + ["etcd-backups", "etcd-backups/", None, "etcd-backups/" + "a" * 997],
    [*PREFIXES[1], "etcd-backups/{}", "etcd-backups/{cluster}", "etcd-backups/{name", "other/a",
     "etcd-backups2", "{name}", "etcd-backups/../{name}", "etcd-backups/" + "{name}" * 400],
)  # fmt: skip
REGIONS = (
    ["us-east-1", "eu-central-2", "us-gov-west-1", "cn-north-1", "ap-southeast-5"],
    ["", "nowhere", "US-EAST-1", "us-east", "us_east_1", "us-east-1a", "us-east-1\n", 1],
)
ACCOUNTS = (
    ["123456789012", "000000000001", 123456789012],
    ["", "12345678901", "1234567890123", "12345678901a", 12345678901, True, 1.5, None],
)
KMS_KEYS = (
    ["arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab", None],
    [
        "arn:aws:kms:us-east-1:123456789012:alias/name", "1234abcd-12ab-34cd-56ef-1234567890ab",
        "arn:aws:kms:us-east-1:12345678901:key/a", "arn:other:kms:us-east-1:123456789012:key/a",
        "", 1,
    ],
)  # fmt: skip
ACCOUNT_NAMES = (["abc", "a1b", "a" * 24], ["ab", "a" * 25, "A" * 3, "a-b", "a_b", "äbc", 123])
CONTAINERS = (["abc", "a-b", "a" * 63, "1-2"], ["ab", "a" * 64, "a--b", "-ab", "ab-", "A-b", "a_b", "$root", 123])
GROUPS = (["a", "A_(1).b-", "a" * 90], ["", "a.", "a" * 91, "a b", "a/b", 1])
LOCATIONS = (["westeurope", "eastus2"], ["", "West Europe", "WestEurope", "west-europe", 1])
GUIDS = (
    ["11111111-2222-3333-4444-555555555556", "ABCDEFab-2222-3333-4444-555555555555"],
    ["", "11111111222233334444555555555555", "{11111111-2222-3333-4444-555555555555}", "x" * 36],
)
ROLES = (["a", "A+=,.@_-9", "a" * 64, None], ["", "a" * 257, "a b", "a/b", "ä", 1])
IDENTITIES = (["abc", "A-b_9", "a" * 128, None], ["", "ab", "a" * 129, "-ab", "_ab", "a b", 1])
CLUSTERS = (
    ["a/b", "clusters/my-cluster", "clusters/my.cluster"],
    ["", "a", "a/", "/b", "a/b/c", "A/b", "a/B", "a.b/c", "a" * 40 + "/" + "b" * 40, 1, None],
)
TRIGGERS: Sides = (
    ["2026-11-21", "x", " ", "Zürich", "a" * 1024, 20261121, 0, -1],
    ["", "a\nb", "\x7f", "a" * 1025, 1.5, True, None, [], {}],
)
BOOLEANS = ([True, False], ["true", "yes", 1, 0, None, "x"])
SECONDS = ([0, 1, 900, None], [-1, 901, 1.5, "20", True])

RULES: list[tuple[str, Tree, Sides]] = [
    ("cluster__name", AWS, SUBDOMAINS),
    ("cluster__oidcIssuer", AWS, ISSUERS),
    ("cluster__operatorNamespace", AWS, LABELS),
    ("cluster__oadpNamespace", AWS, LABELS),
    ("storage__s3__bucket", AWS, BUCKETS),
    ("storage__s3__region", AWS, REGIONS),
    ("storage__s3__accountId", AWS, ACCOUNTS),
    ("storage__s3__keyPrefix", AWS, (["a!'()*", *ROOTS[0]], ROOTS[1])),
    ("storage__s3__kmsKeyARN", AWS, KMS_KEYS),
    ("storage__azureBlob__storageAccount", AZURE, ACCOUNT_NAMES),
    ("storage__azureBlob__container", AZURE, CONTAINERS),
    ("storage__azureBlob__resourceGroup", AZURE, GROUPS),
    ("storage__azureBlob__location", AZURE, LOCATIONS),
    ("storage__azureBlob__subscriptionId", AZURE, GUIDS),
    ("storage__azureBlob__tenantId", AZURE, GUIDS),
    ("storage__azureBlob__keyPrefix", AZURE, (ROOTS[0], ["a!", *ROOTS[1]])),
    ("credentials__roleName", AWS, ROLES),
    ("credentials__identityName", AZURE, IDENTITIES),
    ("credentials__secretName", AWS, SUBDOMAINS),
    ("credentials__restore", AWS, BOOLEANS),
    ("credentials__settleSeconds", AWS, SECONDS),
    ("backups__0__hostedCluster", AWS, CLUSTERS),
    ("backups__0__trigger", AWS, TRIGGERS),
    ("backups__0__keyPrefix", AWS, TEMPLATES),
]


@pytest.mark.parametrize(("path", "tree", "sides"), RULES, ids=[row[0] for row in RULES])
def test_a_value_is_taken_or_is_the_only_problem(path: str, tree: Tree, sides: Sides) -> None:
    good, bad = sides

    assert good, f"no value of {path} is known to be right"
    for value in good:
        assert paths(changed(tree, **{path: value})) == [], f"{path} = {value!r} is right"
    for value in nonempty(bad):
        assert paths(changed(tree, **{path: value})) == [dotted(path)], f"{path} = {value!r}"


def test_what_is_not_given_has_its_default() -> None:
    settings = load(AWS)

    assert settings.cluster.operator_namespace == "hypershift"
    assert settings.cluster.oadp_namespace == "openshift-adp"
    assert settings.storage.place.key_prefix == "etcd-backups"
    assert settings.credentials.secret_name == "cloud-credentials"
    assert settings.mode == "aws-sts"
    assert plan_of(settings).identity_name == "mc-1-etcd-backup"
    assert load(AZURE).mode == "azure-workload-identity"
    assert plan_of(load(AZURE)).identity_name == "mc-1-etcd-backup"
    assert load(AZURE).storage.place.key_prefix == "etcd-backups"


def test_credentials_and_backups_can_be_left_out() -> None:
    settings = load(changed(AWS, credentials=ABSENT, backups=ABSENT))

    assert settings.backups == ()
    assert settings.mode == "aws-sts"


@given(st.text(max_size=80))
def test_the_issuer_is_never_changed(text: str) -> None:
    issuer = f"https://oidc.example.com/{text}"
    tree = changed(AWS, cluster__oidcIssuer=issuer)

    if paths(tree) == []:
        assert load(tree).cluster.oidc_issuer == issuer


@given(st.text(max_size=40))
def test_any_trigger_is_taken_as_it_is_or_is_the_only_problem(trigger: str) -> None:
    tree = changed(AWS, backups__0__trigger=trigger)

    if found := paths(tree):
        assert found == ["etcdBackup.backups[0].trigger"]
    else:
        assert load(tree).backups[0].trigger == trigger


@given(st.from_regex(r"[a-z0-9]([-.a-z0-9]{0,80}[a-z0-9])?", fullmatch=True))
def test_default_names_fit_into_their_limits(name: str) -> None:
    tree = changed(AWS, cluster__name=name)

    if paths(tree) == []:
        assert 1 <= len(plan_of(load(tree)).identity_name) <= 64
        assert paths(changed(tree, credentials__roleName=plan_of(load(tree)).identity_name)) == []


# Rules between settings, from both sides.


def with_clusters(*clusters: str) -> Tree:
    return changed(AWS, backups=[{"hostedCluster": cluster, "trigger": "1"} for cluster in clusters])


@given(st.integers(1, 62))
def test_a_control_plane_namespace_fits_into_63_characters(length: int) -> None:
    tree = with_clusters(f"{'a' * length}/{'b' * (62 - length)}" if length < 62 else "a/b")
    too_long = with_clusters(f"{'a' * length}/{'b' * (63 - length)}")

    assert paths(tree) == []
    assert paths(too_long) == ["etcdBackup.backups[0].hostedCluster"]


# What follows from several settings of the branch.

OADP: Final = {"oadp": {"enabled": True, "secretName": "cloud-credentials"}}


@rows_beside("changes, waits, keeps")
def test_manifests_end_in_no_cluster_and_only_the_newest_backup_is_one(
    changes: dict[str, Any], waits: bool, keeps: bool
) -> None:
    settings = load(changed(AWS, **changes))
    assert (settings.waits_for_backups, settings.keeps_previous_backups) == (waits, keeps)


@pytest.mark.parametrize(
    ("changes", "directly"), [({}, True), (OADP, True), ({"backups": []}, True), ({**OADP, "backups": []}, False)]
)
def test_only_oadp_alone_needs_no_secret_of_the_stack(changes: dict[str, Any], directly: bool) -> None:
    assert load(changed(AWS, **changes)).backs_up_directly is directly


@pytest.mark.parametrize(
    ("tree", "credentials", "cluster", "name"),
    [
        (AWS, {}, "mc.one", "mc-one-etcd-backup"),
        (AWS, {"roleName": "r" * 64}, "mc", "r" * 64),
        (AZURE, {"identityName": "own"}, "mc", "own"),
    ],
)
def test_an_identity_has_the_name_of_the_settings_or_of_the_cluster(
    tree: Tree, credentials: dict[str, Any], cluster: str, name: str
) -> None:
    plan = plan_of(load(changed(tree, credentials=credentials, cluster__name=cluster)))
    assert plan.identity_name == name
