"""Programs of ``examples/compose`` on mocks: what they add to a component, and in which order."""

import json
import re
import runpy
import sys
import types
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, cast

import pulumi
import pytest
import yaml

import components
from components.instances import instance
from tests.engine.fake_provider.checks import unknown_inputs
from tests.kit import tokens
from tests.kit.cloud_rows import ROWS
from tests.kit.harness import record
from tests.kit.places import REPOSITORY
from tests.kit.recorded import Recorded, Resource
from tests.platforms.aws.policies.linter import findings

FOLDER: Final = REPOSITORY / "examples" / "compose"
PROGRAMS: Final = sorted(FOLDER.glob("*.py"))
YAML: Final = FOLDER / "replica-yaml" / "Pulumi.yaml"
WHEEL: Final = "openshift_credentials_components"
REPLICATION: Final = "aws:s3/bucketReplicationConfig:BucketReplicationConfig"
EXPRESSION: Final = re.compile(r"\$\{(\w+)(?:\.(\w+))?\}")


@pytest.fixture(autouse=True)
def wheel(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The components under the name that the wheel gives them."""
    package = types.ModuleType(WHEEL)
    package.__path__ = components.__path__
    monkeypatch.setitem(sys.modules, WHEEL, package)
    yield
    for name in [name for name in sys.modules if name.startswith(f"{WHEEL}.")]:
        del sys.modules[name]


def recorded(name: str, **config: str) -> Recorded:
    """What a program registers in a preview."""
    path = FOLDER / f"{name}.py"
    settings = {f"openshift-credentials:{key}": value for key, value in config.items()}
    return record(lambda: runpy.run_path(str(path)), preview=True, config=settings)


def own(recorded: Recorded) -> Iterator[Resource]:
    """What the program itself registers beside the component."""
    stack = recorded.only(tokens.STACK)
    for each in recorded.resources:
        if each.parent_urn == stack.urn and each.request.custom:
            yield each


@pytest.mark.parametrize("path", [*PROGRAMS, YAML], ids=lambda path: str(path.relative_to(FOLDER)))
def test_a_program_is_short_and_listed(path: Path) -> None:
    assert 10 <= len(path.read_text(encoding="utf-8").splitlines()) <= 60
    name = str(path.relative_to(FOLDER)).removesuffix("/Pulumi.yaml")
    for page in ("examples/compose/README.md", "docs/compose.md"):
        assert f"{name})" in (REPOSITORY / page).read_text(encoding="utf-8"), page


@pytest.mark.parametrize("name", [path.stem for path in PROGRAMS])
def test_providers_know_every_input(name: str) -> None:
    added = list(own(recorded(name)))

    assert added
    for each in added:
        assert list(unknown_inputs(each.type, each.inputs)) == []
        row = ROWS.get(each.type)
        assert set(row.required if row else ()) <= each.inputs.keys()
        for key in ("policy", "assumeRolePolicy", "policyDocument"):
            if isinstance(text := each.inputs.get(key), str) and text.startswith("{"):
                assert findings(text) == [], each


def test_a_copy_waits_for_the_versions_of_both_buckets() -> None:
    found = recorded("replica")

    replication = found.only(REPLICATION)
    assert found.waits_for(replication, found.all(tokens.S3_VERSIONING))
    assert found.waits_for(replication, [found.named(tokens.S3_BUCKET_POLICY, "rosa-snapshots-policy")])
    assert found.waits_for(replication, [found.named(tokens.IAM_ROLE_POLICY, "copier")])
    assert not found.waits_for(replication, found.all(tokens.HCP_ETCD_BACKUP))
    (rule,) = replication.inputs["rules"]
    assert rule["status"] == "Enabled"
    assert rule["deleteMarkerReplication"] == {"status": "Disabled"}
    assert found.named(tokens.S3_BUCKET, "copies").protect


def test_the_role_of_the_copy_reads_one_bucket_and_writes_the_other() -> None:
    found = recorded("replica")

    policy = json.loads(found.named(tokens.IAM_ROLE_POLICY, "copier").inputs["policy"])
    places = {each["Resource"]: each["Action"] for each in policy["Statement"]}
    assert set(places) == {
        "arn:aws:s3:::rosa-mc-1-etcd-snapshots",
        "arn:aws:s3:::rosa-mc-1-etcd-snapshots/*",
        "arn:aws:s3:::rosa-mc-1-etcd-copies/*",
    }
    assert not any("Delete" in action for actions in places.values() for action in actions)
    trust = json.loads(found.named(tokens.IAM_ROLE, "copier").inputs["assumeRolePolicy"])
    assert trust["Statement"][0]["Principal"] == {"Service": "s3.amazonaws.com"}


def test_the_trail_and_the_inventory_are_of_the_bucket_of_snapshots() -> None:
    found = recorded("records")

    bucket = found.named(tokens.S3_BUCKET, "rosa-snapshots")
    trail = found.only("aws:cloudtrail/trail:Trail")
    inventory = found.only("aws:s3/inventory:Inventory")
    policy = found.named(tokens.S3_BUCKET_POLICY, "records")
    assert found.waits_for(trail, [bucket, policy])
    assert found.waits_for(inventory, [bucket])
    statements = json.loads(policy.inputs["policy"])["Statement"]
    (of_trail,) = {each["Condition"]["StringEquals"]["aws:SourceArn"] for each in statements[:2]}
    assert of_trail.endswith(f"trail/{trail.inputs['name']}")
    (selector,) = trail.inputs["advancedEventSelectors"]
    fields = {each["field"] for each in selector["fieldSelectors"]}
    assert fields == {"eventCategory", "resources.type", "resources.ARN"}


def test_the_alarm_counts_new_objects_of_the_bucket() -> None:
    found = recorded("alarm")

    rule = found.only("aws:cloudwatch/eventRule:EventRule")
    alarm = found.only("aws:cloudwatch/metricAlarm:MetricAlarm")
    assert found.waits_for(rule, [found.named(tokens.S3_BUCKET, "rosa-snapshots")])
    assert found.waits_for(alarm, [rule])
    assert alarm.inputs["treatMissingData"] == "breaching"
    assert alarm.inputs["period"] * alarm.inputs["evaluationPeriods"] == 26 * 3600
    assert found.only("aws:s3/bucketNotification:BucketNotification").inputs["eventbridge"] is True


@pytest.mark.parametrize("closed", [True, False], ids=["closed", "open"])
def test_the_account_is_closed_on_request_and_has_its_endpoint_before(closed: bool) -> None:
    found = recorded("private_endpoint", **({"closed": "true"} if closed else {}))

    account = found.only(tokens.STORAGE_ACCOUNT)
    endpoint = found.only("azure-native:network:PrivateEndpoint")
    assert (account.inputs.get("publicNetworkAccess") == "Disabled") == closed
    assert found.waits_for(endpoint, [account])
    (link,) = endpoint.inputs["privateLinkServiceConnections"]
    assert link["privateLinkServiceId"].endswith(account.inputs["accountName"])
    assert found.waits_for(found.only("azure-native:network:PrivateDnsZoneGroup"), [endpoint])
    assert found.only("azure-native:privatedns:PrivateZone").inputs["privateZoneName"].startswith("privatelink.blob.")


def test_the_copy_in_yaml_is_the_same() -> None:
    in_python, in_yaml = recorded("replica"), record(run_yaml, preview=True)

    def shape(found: Recorded) -> Mapping[str, object]:
        return {f"{each.type} {each.inputs.get('region', '')}": _opened(dict(each.inputs)) for each in own(found)}

    assert shape(in_yaml) == shape(in_python)
    (replication,) = in_yaml.all(REPLICATION)
    assert in_yaml.waits_for(replication, in_yaml.all(tokens.S3_VERSIONING))


def _opened(inputs: Mapping[str, Any]) -> Mapping[str, Any]:
    """Inputs, whose policies are read."""
    return {
        key: json.loads(value) if isinstance(value, str) and value[:1] == "{" else value
        for key, value in inputs.items()
    }


def run_yaml() -> None:
    """The program in YAML, as Pulumi's host of the language runs it."""
    program = yaml.safe_load(YAML.read_text(encoding="utf-8"))
    made: dict[str, Any] = {}
    outputs: dict[str, Mapping[str, Any]] = {}

    def value(given: object) -> Any:  # noqa: ANN401 - any JSON value, or an output of it
        if isinstance(given, str) and (match := EXPRESSION.fullmatch(given)):
            name, output = match.groups()
            if output is None:
                return made[name]
            return outputs[name][output] if name in outputs else getattr(made[name], output)
        if isinstance(given, dict):
            group = cast("dict[str, object]", given)
            if list(group) == ["fn::toJSON"]:
                return pulumi.Output.json_dumps(value(group["fn::toJSON"]))
            return {key: value(item) for key, item in group.items()}
        return [value(item) for item in cast("list[object]", given)] if isinstance(given, list) else given

    for name, resource in program["resources"].items():
        token, properties = resource["type"], value(resource.get("properties", {}))
        options = {
            re.sub("[A-Z]", lambda capital: f"_{capital[0].lower()}", key): value(item)
            for key, item in resource.get("options", {}).items()
        }
        if token.startswith("openshift-credentials:"):
            made[name] = instance("etcdBackup", name, properties)
            outputs[name] = made[name].outputs.package_outputs
        else:
            made[name] = _resource(token, name, properties, pulumi.ResourceOptions(**options))


def _resource(
    token: str, name: str, properties: Mapping[str, Any], opts: pulumi.ResourceOptions
) -> pulumi.CustomResource:
    """A resource of AWS by its short token, with the names of the provider."""
    package, module, kind = token.split(":")
    full = f"{package}:{module}/{kind[0].lower()}{kind[1:]}:{kind}"
    props = {"bucket": None, "name": None, "arn": None, **properties}

    class Made(pulumi.CustomResource):
        bucket: pulumi.Output[str]
        name: pulumi.Output[str]
        arn: pulumi.Output[str]

    return Made(full, name, props, opts)
