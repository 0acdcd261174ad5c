"""Secret settings: encrypted in the stack file, and shown nowhere."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.preview.formats import mask_config_text
from openshift_credentials.preview.stack_files import locate_secrets, read_stack
from openshift_credentials.stack.load import load_settings
from openshift_credentials.stack.secret_texts import SEALED, SecretPlaces
from openshift_credentials.stack.system import SYSTEMS
from tests.cli.command import call
from tests.engine.changes import settings as every_setting
from tests.kit.places import REPOSITORY
from tests.kit.tables import nonempty
from tests.kit.trees import AWS, AZURE, PROJECT, Tree, changed, config

# Secrets are masked wherever a configuration is shown, and nothing else is.

MARKER = "planted-c2VjcmV0"
KEY = f"{PROJECT}:etcdBackup"
ROOT = Path(__file__).parents[2]

HIDDEN: dict[str, object] = {
    "etcdBackup": MARKER,
    "surplus": MARKER,
    "kubernetes": f"apiVersion: v1\nusers: [{MARKER}]",
    "kubernetes.token": MARKER,
    "kubernetes.kubeconfig": MARKER,
    "kubernetes.renderTo": {"a": MARKER},
    "cluster": [MARKER],
    "cluster.name": [MARKER],
    "etcdBackup.storage": MARKER,
    "etcdBackup.storage.s3.bucket": {"secure": MARKER},
    "etcdBackup.credentials": MARKER,
    "etcdBackup.credentials.clientSecret": MARKER,
    "etcdBackup.credentials.clientSecrett": {"a": [MARKER]},
    "etcdBackup.credentials.accessKeyId": [MARKER],
    "etcdBackup.credentials.serviceAccounts": MARKER,
    "etcdBackup.backups": MARKER,
    "etcdBackup.oadp.schedules": [MARKER],
}


def with_setting(path: str, value: object) -> dict[str, str]:
    whole: Any = {key: json.loads(text) for key, text in config(AWS).items()}
    *above, last = path.split(".")
    place = whole
    for part in above:
        place = place.setdefault(f"{PROJECT}:{part}" if place is whole else part, {})
    place[f"{PROJECT}:{last}" if place is whole else last] = value
    return {key: item if isinstance(item, str) else json.dumps(item) for key, item in whole.items()}


@pytest.mark.parametrize("path", HIDDEN)
def test_what_may_be_secret_is_in_no_echo_and_no_error(path: str) -> None:
    given = with_setting(path, HIDDEN[path])

    echo = [mask_config_text(key, text) for key, text in given.items()]
    with pytest.raises(UnusableInputError) as caught:
        load_settings(given)

    assert MARKER in str(given)
    assert MARKER not in f"{echo}{caught.value}"


@pytest.mark.parametrize(
    ("key", "text", "masked"),
    [
        ("aws:secretKey", MARKER, "[secret]"),
        ("aws:token", MARKER, "[secret]"),
        ("azure-native:clientSecret", MARKER, "[secret]"),
        ("kubernetes:kubeconfig", MARKER, "[secret]"),
        ("aws:accessKeyId", MARKER, "[secret]"),
        ("aws:acessKey", MARKER, "[secret]"),
        ("aws:region", f"PRIVATE KEY {MARKER}", "[secret]"),
        ("aws:assumeRoles", f'[{{"externalId": "{MARKER}"}}]', "[secret]"),
        ("other:a", f'{{"password": "{MARKER}", "b": 1}}', "[secret]"),
        ("other:keyPrefix", MARKER, "[secret]"),
        ("openshift-credential:controlPlaneIdentities", f'{{"document": "{MARKER}"}}', "[secret]"),
        ("openshift-credential:etcdBackup", MARKER, "[secret]"),
        ("openshift-credentials:config:etcdBackup", MARKER, "[secret]"),
        ("etcdBackup", MARKER, "[secret]"),
        ("aws:region", "us-east-1", "us-east-1"),
        ("aws:allowedAccountIds", '["123456789012"]', '["123456789012"]'),
        ("aws:skipCredentialsValidation", "true", "true"),
    ],
)
def test_of_other_namespaces_only_what_is_public_is_shown(key: str, text: str, masked: str) -> None:
    assert mask_config_text(key, text) == masked


@pytest.mark.parametrize("tree", [AWS, AZURE], ids=["aws", "azure"])
def test_nothing_else_is_masked(tree: Tree) -> None:
    statement = {"Effect": "Allow", "Action": "s3:Get", "Resource": ["arn:aws:s3:::a"]}
    rich = changed(
        tree,
        credentials={
            "extraStatements": [{**statement, "Condition": {"Bool": {"a:b": "true"}}}],
            "serviceAccounts": ["a/b"],
        },
        kubernetes={"renderTo": "out"},
    )
    rich["storage"]["s3"] = {"tags": {"team": "a", "number": 7}, "kms": {"create": True}}

    for key, text in nonempty(config(rich).items()):
        assert mask_config_text(key, text) == text


@pytest.mark.parametrize("file", sorted(ROOT.glob("examples/*/Pulumi.*.yaml")), ids=str)
def test_no_example_shows_a_mask_but_for_what_is_secret(file: Path) -> None:
    stack = read_stack(ROOT, "example", file, [])
    for key, text in nonempty(stack.config.items()):
        assert mask_config_text(key, text) == text or stack.secret_keys


ENCRYPTED = ("etcdBackup.credentials.clientSecret", "etcdBackup.storage.azureBlob.tenantId")


def problems(secrets: list[str], **changes: object) -> str:
    with pytest.raises(UnusableInputError) as caught:
        load_settings(config(changed(AZURE, **changes)), secrets)
    return str(caught.value)


def test_a_secret_elsewhere_hides_no_message_where_its_place_is_known() -> None:
    exact = [KEY, *(f"{PROJECT}:{path}" for path in ENCRYPTED)]
    backups = [{"hostedCluster": "clusters/one", "trigger": "1", "keyPrefix": "elsewhere"}]
    wanted = 'keyPrefix = "elsewhere": elsewhere is not under'

    assert wanted in problems(exact, backups=backups)
    assert wanted not in problems([KEY], backups=backups)
    assert "[secret]: conflicts with other settings" in problems([KEY], backups=backups)


def test_a_message_that_quotes_a_secret_is_hidden() -> None:
    path = "etcdBackup.storage.azureBlob.keyPrefix"
    backups = [{"hostedCluster": "clusters/one", "trigger": "1", "keyPrefix": "elsewhere"}]

    text = problems([KEY, f"{PROJECT}:{path}"], backups=backups, storage__azureBlob__keyPrefix=MARKER)

    assert MARKER not in text
    assert "[secret]: conflicts with other settings" in text


def test_a_wrong_value_of_an_encrypted_setting_is_hidden_and_its_neighbour_is_not() -> None:
    path = "etcdBackup.storage.azureBlob.tenantId"
    text = problems([KEY, f"{PROJECT}:{path}"], storage__azureBlob__tenantId=MARKER, storage__azureBlob__container="A")

    assert f"{path} = [secret]: must be a GUID" in text
    assert 'azureBlob.container = "A"' in text


def test_places_cover_what_is_below_them() -> None:
    places = SecretPlaces.of(["a", "a.b", "a.list[0]", "c"])

    assert [path for path in ("a", "a.b", "a.b.c", "a.bc", "a.list[0].x", "a.list", "c.d", "cd")
            if places.cover(path)] == ["a.b", "a.b.c", "a.list[0].x", "c.d"]  # fmt: skip
    assert [path for path in ("a", "a.list", "a.x", "c") if places.touch(path)] == [
        "a", "a.list", "c",
    ]  # fmt: skip


STACK = """\
config:
  openshift-credentials:etcdBackup:
    credentials: {clientSecret: {secure: cipher}, mode: azure-client-secret}
"""


def test_the_stack_file_tells_what_of_the_engines_configuration_is_encrypted(tmp_path: Path) -> None:
    (tmp_path / "Pulumi.yaml").write_text(f"name: {PROJECT}\n")
    (tmp_path / "Pulumi.dev.yaml").write_text(STACK)
    path = f"{KEY}.credentials.clientSecret"

    def known(stack: str, mode: str) -> tuple[str, ...]:
        branch = {"credentials": {"clientSecret": MARKER, "mode": mode}}
        return locate_secrets(tmp_path, stack, {KEY: json.dumps(branch)}, [KEY])

    assert known("dev", "azure-client-secret") == (KEY, path)
    assert known("dev", "another: not the file that the engine read") == (KEY,)
    assert known("absent", "azure-client-secret") == (KEY,)


# One rule for every secret setting of every system: the stack file has it encrypted.

PLAIN = "PlantedMarkerOfASecret"
PATHS = sorted(setting.path for setting in every_setting() if "SecretStr" in str(setting.field.annotation))
PARTS = re.compile(r"([^.\[\]]+)(\[\])?")


def tree(path: str, value: str) -> dict[str, Any]:
    """A configuration with nothing but one setting, below keys where a map has it."""
    placed: Any = {"namespace/name": {"a": value}} if path.endswith("componentSecrets") else value
    for name, is_list in reversed(PARTS.findall(path)):
        placed = {name: [placed] if is_list else placed}
        if name == "password":
            placed = {"a.example.com": placed}
    return placed


def told(path: str, value: str, *keys: str) -> list[str]:
    config = {f"openshift-credentials:{key}": json.dumps(v) for key, v in tree(path, value).items()}
    config.setdefault("openshift-credentials:etcdBackup", "{}")
    if path.startswith("hostedKubernetes"):
        config["openshift-credentials:imagePulls"] = "{}"
    with pytest.raises(UnusableInputError) as refused:
        load_settings(config, keys)
    return [str(problem) for problem in refused.value.problems]


def test_there_are_secret_settings_in_most_systems() -> None:
    assert len({path.partition(".")[0] for path in PATHS} & {*SYSTEMS}) >= 4
    assert len(PATHS) > 10


@pytest.mark.parametrize("path", PATHS)
def test_plain_text_is_refused_and_the_command_names_the_place(path: str) -> None:
    problems = [each for each in told(path, PLAIN) if "not encrypted" in each]

    (problem,) = problems
    command = problem.rpartition("; ")[2]
    place = re.fullmatch(r"encrypt it: pulumi config set --secret --path 'openshift-credentials:(.+)'", command)
    assert place, problem
    assert place[1].startswith(path.partition(".")[0])
    assert ("a.example.com" in place[1]) is ('["a.example.com"]' in place[1])
    assert PLAIN not in "".join(told(path, PLAIN))


@pytest.mark.parametrize("path", PATHS)
def test_an_encrypted_value_is_not(path: str) -> None:
    assert not [each for each in told(path, SEALED) if "not encrypted" in each]
    branch = f"openshift-credentials:{path.partition('.')[0]}"
    assert not [each for each in told(path, PLAIN, branch) if "not encrypted" in each]


KEYS = [
    "etcdBackup.credentials.mode=aws-static",
    "etcdBackup.credentials.accessKeyId=AKIAIOSFODNN7EXAMPLE",
    f"etcdBackup.credentials.secretAccessKey={PLAIN * 2}"[:84],
]


def test_a_secret_of_the_command_line_is_in_no_file_and_in_no_output() -> None:
    stack = read_stack(REPOSITORY, "dev", None, KEYS)
    assert set(stack.secret_keys) == {f"openshift-credentials:{argument.partition('=')[0]}" for argument in KEYS[1:]}
    given = [part for argument in KEYS for part in ("--config", argument)]
    for form in ("text", "json", "markdown"):
        outcome = call("preview", "--stack", "dev", "-C", str(REPOSITORY), *given, "-o", form)
        assert outcome.code == 0, outcome
        assert "aws-static" in outcome.results
        assert PLAIN not in outcome.results + outcome.others
