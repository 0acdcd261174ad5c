"""Each rule gives what the real operator gave."""

from collections.abc import Mapping

from openshift_credentials.platforms.credentials_requests import SecretRef
from openshift_credentials.platforms.go.text import encode
from openshift_credentials.systems.cloud_credentials.rules.actuators.aws import (
    aws_policy_name,
    aws_user_name,
)
from openshift_credentials.systems.cloud_credentials.rules.modes import (
    effective as modes,
    installation,
    metrics,
    platforms,
    upgrades,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets import root_secrets
from openshift_credentials.systems.cloud_credentials.rules.secrets.annotator import (
    Annotated,
    AnnotatedCloud,
    annotate_root_secret,
)
from openshift_credentials.systems.component_identities.rules.names import (
    generate_name_with_field_limits,
    generate_unique_name_with_field_limits,
    shorten_name,
)
from tests.kit.cco import Row, decoded, each_row, encoded, or_none

RANDOM = "bcdfghjklmnpqrstvwxz2456789"


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


def history(entries: list[dict[str, str]]) -> list[upgrades.UpdateHistory]:
    return [upgrades.UpdateHistory(**entry) for entry in entries]


@each_row("upgradeable")
def test_upgradeable(row: Row) -> None:
    given = row["in"]
    result = upgrades.upgradeable(
        mode=given["mode"],
        history=None if given["clusterversion_missing"] else history(given["history"]),
        annotation=given["annotation"],
        root_secret=SecretRef("kube-system", "aws-creds"),
        root_secret_present=given["root_secret_present"],
        cloudcredential_present=not given["cloudcredential_missing"],
    )
    condition = result and {
        "type": "Upgradeable",
        "status": "False",
        "reason": result.reason,
        "message": result.message,
    }
    assert {"condition": condition} == row["out"]


@each_row("current_version")
def test_current_version(row: Row) -> None:
    assert upgrades.current_version(history(row["in"]["history"])) == row["out"]["version"]


@each_row("shorten")
def test_names_are_cut_by_bytes(row: Row) -> None:
    assert encode(shorten_name(row["in"]["name"], row["in"]["max"])).hex() == row["out"]["hex"]


def unique(name: str, front: str) -> Row:
    raw = encode(name)
    return {
        "length_bytes": len(raw),
        "prefix_hex": raw[:-6].hex(),
        "suffix_is_dash_plus_5_of_bcdfghjklmnpqrstvwxz2456789": name[-6] == "-"
        and set(name[-5:]) <= set(RANDOM),
        **(
            {"policy_name_is_user_plus_-policy": aws_policy_name(name) == f"{name}-policy"}
            if front == "aws"
            else {}
        ),
    }


@each_row("name_with_limits", "unique_name_with_limits", "aws_user_name")
def test_names(row: Row) -> None:
    given = row["in"]
    limits = tuple(given.get(name) for name in ("infra", "infra_max", "cr", "cr_max"))
    result: Row
    try:
        match row["fn"]:
            case "aws_user_name":
                result = unique(aws_user_name(given["infra"], given["cr"]), "aws")
            case "unique_name_with_limits":
                result = unique(generate_unique_name_with_field_limits(*limits), "")
            case _:
                result = {"name_hex": encode(generate_name_with_field_limits(*limits)).hex()}
        result["error"] = None
    except ValueError as error:
        result = {**dict.fromkeys(row["out"], row["out"].get("name_hex", "")), "error": str(error)}
    assert result == row["out"]


@each_row("metric_mode")
def test_mode_in_metrics(row: Row) -> None:
    given = dict(row["in"])
    given["root_secret"] = metrics.RootSecretState(given["root_secret"])
    assert metrics.metric_mode(**given) == row["out"]["metric"]


@each_row("metric_cloud_key")
def test_cloud_in_metrics(row: Row) -> None:
    assert metrics.metric_cloud_key(row["in"]["kind"]) == row["out"]["key"]


@each_row("metric_conditions_all_set")
def test_conditions_in_metrics(row: Row) -> None:
    status: str = row["in"]["all_conditions_status"]
    conditions = {str(condition): status for condition in metrics.Condition}
    result = metrics.metric_conditions(
        [("AWSProviderSpec", conditions)], operator_disabled=row["in"]["operator_disabled"]
    )
    assert {"counts": result.counts, "totals": result.totals} == row["out"]


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


@each_row("root_secret_aws")
def test_reading_the_root_secret_of_aws(row: Row) -> None:
    try:
        keys = root_secrets.root_secret_aws(encoded(row["in"]["data"]))
        result = {
            "access_key_id": keys.access_key_id,
            "secret_access_key": keys.secret_access_key,
            "error": None,
        }
    except modes.OperatorError as error:
        result = {"access_key_id": "", "secret_access_key": "", "error": str(error)}
    assert result == row["out"]


@each_row("root_secret_gcp")
def test_reading_the_root_secret_of_gcp(row: Row) -> None:
    try:
        content = root_secrets.root_secret_gcp(encoded(row["in"]["data"]))
        result = {"json": content.decode(), "error": None}
    except modes.OperatorError as error:
        result = {"json": "", "error": str(error)}
    assert result == row["out"]


def annotated_row(result: Annotated) -> Row:
    return {
        "annotation": result.annotation,
        "data_after": decoded(result.data_after),
        "error": result.error,
    }


@each_row("annotate_root_secret")
def test_annotator(row: Row) -> None:
    given = row["in"]

    def run(data: Mapping[str, bytes] | None) -> Annotated:
        return annotate_root_secret(
            AnnotatedCloud(given["cloud"]),
            mode=given["mode"],
            legacy_disabled=given["legacy_disabled"],
            root_secret_data=data,
            configmap_ca_bundle=given.get("configmap_ca_bundle"),
        )

    first = run(encoded(given["root_secret_data"]))
    result = annotated_row(first)
    second = run(first.data_after)
    if annotated_row(second) != result:
        result["second_reconcile"] = annotated_row(second)
    assert result == row["out"]


@each_row("render")
def test_manifests_of_the_installation(row: Row) -> None:
    given = row["in"]
    files = {name: text.encode() for name, text in given["files"].items()}
    result = installation.render(files if given["manifests_dir_given"] else None)
    assert {
        "error": result.error,
        "operator_config": result.operator_config,
        "paths": list(result.paths),
        "static_pod": result.static_pod,
        "static_pod_env": [{"name": name, "value": value} for name, value in result.static_pod_env],
    } == row["out"]


@each_row("capability_cloud_credential_disabled")
def test_capability(row: Row) -> None:
    result = installation.capability_cloud_credential_disabled(**row["in"])
    assert result == row["out"]["disabled"]
