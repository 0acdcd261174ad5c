"""Rules of releases, upgrades and recorded rows of the operator."""

from typing import Any, Final

import pytest

from openshift_credentials.systems.cloud_credentials.live import read_cluster
from openshift_credentials.systems.cloud_credentials.rules import (
    modes,
    modes as metrics,
    platforms,
    platforms as releases,
    upgrades,
)
from openshift_credentials.systems.cloud_credentials.rules.modes import (
    ClusterFacts,
    OperatorError,
    legacy_disabled_parse,
    secret_is_pod_identity,
)
from openshift_credentials.systems.cloud_credentials.rules.permissions import (
    OperatorCloud,
    PermissionMode,
    permissions_of_mode,
)
from openshift_credentials.systems.cloud_credentials.rules.platforms import Release, ReleaseRule
from openshift_credentials.systems.cloud_credentials.rules.upgrades import release_of, upgradeable
from tests.kit.cco import Row, each_row, encoded, or_none
from tests.kit.places import REPOSITORY
from tests.systems.cloud_credentials.stacks import (
    MAKES_USER,
    MANUAL,
    OPENSTACK,
    REQUESTS,
    SHORT_TERM,
    problems,
    recorded,
    with_,
)

# Rules that differ between releases, in functions and in settings.

RULES: Final = [rule for rule in vars(releases).values() if isinstance(rule, ReleaseRule)]


@pytest.mark.parametrize(
    ("version", "release"),
    [
        ("4.14", Release.V4_14),
        ("4.18.3", Release.V4_18),
        ("v4.21.0-rc.1", Release.V4_21),
        ("4.3", Release.OLDEST),
        ("4.99", Release.CURRENT),
        ("5.0.1", Release.CURRENT),
        ("", Release.CURRENT),
    ],
)
def test_a_version_follows_the_nearest_known_release(version: str, release: Release) -> None:
    assert Release.of(version) is release


def test_every_rule_has_a_release_that_has_it_and_one_that_does_not() -> None:
    page = (REPOSITORY / "docs" / "cco.md").read_text(encoding="utf-8")
    for rule in RULES:
        have = [release.has(rule) for release in Release]
        assert {True, False} == set(have), rule
        assert f"| {rule.releases} |" in page, f"docs/cco.md lacks {rule}"


def test_passthrough_needs_one_action_more_on_the_oldest_release() -> None:
    def actions(release: Release) -> set[str]:
        found = permissions_of_mode(OperatorCloud.AWS, PermissionMode.PASSTHROUGH, [], release).statement_entries
        return {action for entry in found or () for action in entry.action or ()}

    assert actions(Release.V4_14) - actions(Release.V4_15) == {"s3:HeadBucket"}
    assert actions(Release.V4_15) == actions(Release.CURRENT)


def test_the_metric_counts_tokens_of_azure_since_4_15() -> None:
    secret = {"azure_federated_token_file": b"/token"}
    for release, exists in ((Release.V4_14, False), (Release.V4_15, True)):
        assert secret_is_pod_identity("AzureProviderSpec", secret, release) is exists


def why_blocked(release: Release, platform: str, versions: tuple[str, ...], annotation: str | None = None) -> str:
    facts = ClusterFacts(
        platform=platform,
        history=[{"state": "Completed", "version": version} for version in versions],
        upgradeable_to=annotation,
        root_secret_present=annotation is None,
    )
    found = upgradeable(facts, "Mint", release)
    return found.message if found else ""


def test_a_release_before_4_22_counts_the_highest_version() -> None:
    versions = ("4.14.9", "4.15.1")
    assert not why_blocked(Release.V4_22, "AWS", versions, "4.15")
    assert "must be restored" in why_blocked(Release.V4_21, "AWS", versions, "4.15")


def test_4_14_stops_upgrades_on_google_cloud() -> None:
    assert "RoleAdmin" in why_blocked(Release.V4_14, "GCP", ("4.14.9",))
    assert not why_blocked(Release.V4_14, "AWS", ("4.14.9",))
    assert not why_blocked(Release.V4_15, "GCP", ("4.15.9",))


@pytest.mark.parametrize(
    ("version", "release", "is_counted"),
    [("4.14.30", Release.V4_14, False), ("4.18.1", Release.V4_18, True), (None, Release.CURRENT, True)],
)
def test_a_cluster_is_read_by_the_rules_of_its_own_release(
    version: str | None, release: Release, *, is_counted: bool
) -> None:
    def of_cluster(kind: str, name: str, **members: object) -> dict[str, Any]:
        return {"kind": kind, "metadata": {"name": name}, **members}

    history = [{"state": "Partial", "version": "4.99.0"}, {"state": "Completed", "version": version}]
    objects = [
        of_cluster("CloudCredential", "cluster", spec={"credentialsMode": "Manual"}),
        of_cluster("Infrastructure", "cluster", status={"platformStatus": {"type": "Azure"}}),
        {
            "apiVersion": "v1",
            "kind": "Secret",
            "metadata": {"name": "s", "namespace": "ns"},
            "data": {"azure_federated_token_file": "L3Rva2Vu"},
        },
    ]
    if version is not None:
        objects.append(of_cluster("ClusterVersion", "version", status={"history": history}))
    reading = read_cluster(objects)
    assert release_of(reading.history or ()) is release
    assert reading.pod_identity_found is is_counted


WITH_CA: Final = with_(OPENSTACK, rootSecret__openstack__caCert="CA")
ALIBABA: Final = {"name": "c", "platform": "AlibabaCloud", "mode": "Manual"}


@pytest.mark.parametrize(
    ("branch", "settings", "told"),
    [
        (WITH_CA, {"openshiftVersion": "4.18"}, "key cacert of OpenStack: that is in 4.19 and"),
        (ALIBABA, {}, "the operator of 4.23 does not have AlibabaCloud: that is in 4.16 and older"),
        (
            SHORT_TERM,
            {"openshiftVersion": "4.14", "disabledCapabilities": ["CloudCredential"]},
            "the capability CloudCredential: that is in 4.15 and newer",
        ),
        (SHORT_TERM, {"openshiftVersion": "4.13.2"}, "older than 4.14, the oldest release"),
        (SHORT_TERM, {"openshiftVersion": "latest"}, "must be an OpenShift version"),
        (SHORT_TERM, {"openshiftVersion": 4.2}, "quotation marks"),
        (MANUAL, {"openshiftVersion": "4.18.1"}, "is not newer than cloudCredentials.openshift"),
    ],
)
def test_what_a_release_does_not_have_is_refused(branch: dict[str, Any], settings: dict[str, Any], told: str) -> None:
    found = problems({**branch, **settings}, encrypted="rootSecret" in branch)
    assert any(told in problem for problem in found), found


@pytest.mark.parametrize(
    ("branch", "settings"),
    [
        (WITH_CA, {"openshiftVersion": "4.19"}),
        (WITH_CA, {}),
        (ALIBABA, {"openshiftVersion": "4.16.40"}),
        (SHORT_TERM, {"openshiftVersion": "4.15", "disabledCapabilities": ["CloudCredential"]}),
        (MANUAL, {"openshiftVersion": "4.17"}),
    ],
)
def test_what_a_release_has_is_allowed(branch: dict[str, Any], settings: dict[str, Any]) -> None:
    assert problems({**branch, **settings}, encrypted="rootSecret" in branch) == ()


def test_a_stack_gets_the_policy_of_its_release() -> None:
    passthrough = with_(MAKES_USER, mode="Passthrough", requests=REQUESTS)

    def actions(version: str) -> str:
        found = recorded({**passthrough, "openshiftVersion": version}, preview=False)
        return str([resource.inputs for resource in found.resources])

    assert "s3:HeadBucket" in actions("4.14")
    assert "s3:HeadBucket" not in actions("4.15")


# Each rule gives what the real operator gave.


@each_row("effective_mode")
def test_effective_mode(row: Row) -> None:
    result = modes.effective_mode(**row["in"])
    assert {"mode": result.mode, "conflict": result.conflict} == row["out"]


@each_row("is_valid_mode")
def test_valid_modes(row: Row) -> None:
    assert modes.is_valid_mode(row["in"]["mode"]) == row["out"]["valid"]


@each_row("mode_to_annotation")
def test_annotation_of_a_mode(row: Row) -> None:
    try:
        result = {"annotation": modes.mode_to_annotation(row["in"]["mode"]), "error": None}
    except modes.OperatorError as error:
        result = {"annotation": "", "error": str(error)}
    assert result == row["out"]


@each_row("legacy_disabled_parse")
def test_legacy_switch(row: Row) -> None:
    try:
        result = {"disabled": modes.legacy_disabled_parse(row["in"]["disabled"]), "error": None}
    except modes.OperatorError as error:
        result = {"disabled": False, "error": str(error)}
    assert result == row["out"]


@each_row("mode_and_token_cluster")
def test_mode_and_token_cluster(row: Row) -> None:
    given = row["in"]
    result = modes.mode_and_token_cluster(
        or_none(given["cloudcredential_mode"], "MISSING"),
        or_none(given["legacy_configmap"], "ABSENT", "NOKEY"),
        or_none(given["service_account_issuer"], "MISSING"),
    )
    assert {name: getattr(result, name) for name in row["out"]} == row["out"]


@each_row("upgradeable")
def test_upgradeable(row: Row) -> None:
    given = row["in"]
    facts = ClusterFacts(
        platform="AWS",
        history=None if given["clusterversion_missing"] else given["history"],
        upgradeable_to=given["annotation"],
        root_secret_present=given["root_secret_present"],
        cloudcredential_present=not given["cloudcredential_missing"],
    )
    result = upgrades.upgradeable(facts, given["mode"])
    condition = result and {
        "type": "Upgradeable",
        "status": "False",
        "reason": result.reason,
        "message": result.message,
    }
    assert {"condition": condition} == row["out"]


@each_row("current_version")
def test_current_version(row: Row) -> None:
    assert upgrades.current_version(row["in"]["history"]) == row["out"]["version"]


@each_row("metric_mode")
def test_mode_in_metrics(row: Row) -> None:
    given = dict(row["in"])
    given["root_secret"] = metrics.RootSecretState(given["root_secret"])
    assert metrics.metric_mode(**given) == row["out"]["metric"]


@each_row("secret_is_pod_identity")
def test_pod_identity(row: Row) -> None:
    given = row["in"]
    result = metrics.secret_is_pod_identity(given["kind"], encoded(given["secret_data"]))
    assert {"pod_identity": result, "error": None} == row["out"]


@each_row("root_secret_lookup")
def test_root_secret_of_a_platform(row: Row) -> None:
    given = row["in"]
    fields = (None, given["platform"]) if given["in_legacy_field_only"] else (given["platform"], "")
    secret = platforms.root_secret(platforms.platform_type(*fields))
    error = None if secret is None else modes.not_found("secrets", secret.name)
    assert {"looks_for_secret": secret is not None, "error": error} == row["out"]


# Values of a cluster's objects as the operator reads them.


def test_a_switch_is_read_as_go_reads_one() -> None:
    for text in ("1", "t", "T", "true", "TRUE", "True"):
        assert legacy_disabled_parse(text)
    for text in (None, "0", "f", "F", "false", "FALSE", "False"):
        assert not legacy_disabled_parse(text)


@pytest.mark.parametrize("text", ["", "tRUE", "yes", " 1"])
def test_another_word_is_no_switch(text: str) -> None:
    with pytest.raises(OperatorError) as raised:
        legacy_disabled_parse(text)
    assert str(raised.value) == f'strconv.ParseBool: parsing "{text}": invalid syntax'
