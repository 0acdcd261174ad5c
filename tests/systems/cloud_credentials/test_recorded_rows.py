"""Each rule gives what the real operator gave."""

from openshift_credentials.platforms.credentials_requests import SecretRef
from openshift_credentials.systems.cloud_credentials.rules import modes, modes as metrics, platforms, upgrades
from tests.kit.cco import Row, each_row, encoded, or_none


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
