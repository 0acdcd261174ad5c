"""What pages say of the program, and how they are written."""

import base64
import importlib
import json
import re
import shlex
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

from openshift_credentials.platforms.go.json import InvalidJSONError, string_member
from openshift_credentials.platforms.go.text import GO_WHITESPACE
from tests.cli.command import call
from tests.kit.places import DATA, REPOSITORY
from tests.kit.tables import nonempty

# docs/documents.md: the command of every row succeeds offline in a fresh checkout.

PAGE = (REPOSITORY / "docs/documents.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (?!section|---)(.+) \| (.+) \| `openshift-credentials (.+)` \|$", re.MULTILINE)
ROWS = ROW.findall(PAGE)
TITLES = re.findall(r"^## (.+)$", PAGE, re.MULTILINE)
EXPECTED = {
    "diagnose --log examples/documents/upload.log": 1,
    "cco mode examples/documents/install-config.yaml": 1,
    "cco diff examples/sts-aws-public/credrequests examples/workload-id-azure/credrequests": 1,
}
"""Commands whose answer is "no": a cause was found, the folders differ."""


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh checkout: what the repository has, and no file of anybody's own."""
    place = tmp_path_factory.mktemp("clone")
    for name in ("__main__.py", "components", "openshift_credentials", "examples", "docs"):
        (place / name).symlink_to(REPOSITORY / name)
    for name in ("Pulumi.yaml", "Pulumi.dev.yaml", "Pulumi.aro.yaml"):
        shutil.copy(REPOSITORY / name, place)
    return place


@pytest.mark.without_golden
@pytest.mark.parametrize("command", dict.fromkeys(command for _, _, command in ROWS))
def test_the_command_of_a_row_succeeds(command: str, clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(clone)

    outcome = call(*shlex.split(command))

    assert outcome.code == EXPECTED.get(command, 0), outcome.others
    assert outcome.results


@pytest.mark.without_golden
def test_every_row_has_a_command_and_every_document_rows() -> None:
    tables = [line for line in PAGE.splitlines() if line.startswith("| ")]
    assert len(tables) == len(ROWS) + 2 * len(TITLES)
    assert len(TITLES) == 5
    for part in nonempty(PAGE.split("\n## ")[1:]):
        assert "`openshift-credentials " in part


def settings() -> Iterator[str]:
    """The settings that the second column names."""
    for _, cell, _ in ROWS:
        for path in re.findall(r"`([a-z]\w+(?:\.[\w<>]+)+)(?::[^`]*)?`", cell):
            if path.endswith((".md", ".yaml")):
                continue
            yield path


@pytest.mark.without_golden
@pytest.mark.parametrize("path", sorted(set(settings())))
def test_a_setting_that_a_row_names_exists(path: str) -> None:
    page = (REPOSITORY / "docs/settings.md").read_text(encoding="utf-8")
    known = {re.sub(r"\[\]", "", each) for each in re.findall(r"^(?:- |### )`([^`]+)`", page, re.MULTILINE)}
    parts = path.replace(".<name>", ".cloudProvider")
    assert parts in known, f"{path} is no setting"


# docs/cco-functions.md names functions that exist.

PAGE_CCO_FUNCTIONS: Final = (REPOSITORY / "docs" / "cco-functions.md").read_text(encoding="utf-8")
ROOMS: Final = {
    "rules": "openshift_credentials.systems.cloud_credentials.rules",
    "identities": "openshift_credentials.systems.component_identities.rules",
    "issuer": "openshift_credentials.systems.token_issuer.rules",
}
NAMED: Final = re.compile(r"`((?:rules|identities|issuer|openshift_credentials)?\.[\w.]+)(?:\(.*?\))?`")
CELLS: Final = [line.split("|")[2] for line in PAGE_CCO_FUNCTIONS.splitlines() if line.startswith("| `")]


def names() -> list[str]:
    """Dotted names of all functions; a name that starts with a period shares the module before."""
    found: list[str] = []
    for cell in CELLS:
        module = ""
        for text in NAMED.findall(cell):
            name = f"{module}{text}" if text.startswith(".") else text
            module = name.rpartition(".")[0]
            found.append(name)
    return found


def test_every_row_names_a_function() -> None:
    assert len(CELLS) > 25
    assert all(NAMED.search(cell) for cell in CELLS)


@pytest.mark.parametrize("name", names())
def test_a_function_of_the_page_exists(name: str) -> None:
    room, _, rest = name.partition(".")
    module, _, function = f"{ROOMS.get(room, room)}.{rest}".rpartition(".")
    assert callable(getattr(importlib.import_module(module), function))


# docs/detection.md: the diagram leads each recorded Secret to the mode of the real operator.

PAGE_DETECTION_DIAGRAM = (REPOSITORY / "docs/detection.md").read_text(encoding="utf-8")
DIAGRAM = PAGE_DETECTION_DIAGRAM.partition("```mermaid\n")[2].partition("```")[0]
NODE = re.compile(r'\b(\w+)(?:\["([^"]*)"\]|\{"([^"]*)"\})')
EDGE = re.compile(r"^(\w+) (?:-- (\w+) )?--> (\w+)$")
ROWS_DETECTION_DIAGRAM = json.loads((DATA / "detection_sample.json").read_text())["rows"]

Data = Mapping[str, str]


def client_id(data: Data) -> bool:
    lines = (line.strip(GO_WHITESPACE) for line in data["cloud"].split("\n"))
    values = [line.partition("=")[2] for line in lines if line.startswith("AZURE_CLIENT_ID=")]
    return bool(values and values[0].strip(GO_WHITESPACE))


def client_secret(data: Data) -> bool:
    try:
        document = data.get("credentials", "").encode(errors="surrogateescape")
        return string_member(document, "clientsecret") != ""
    except InvalidJSONError:
        return False


QUESTIONS: Mapping[str, Callable[[Data], bool]] = {
    "key credentials, trimmed,<br>starts with arn: ?": lambda data: (
        data.get("credentials", "").strip(GO_WHITESPACE).startswith("arn:")
    ),
    "is there a key cloud?": lambda data: "cloud" in data,
    "its first AZURE_CLIENT_ID= line<br>has a value?": client_id,
    "key credentials is JSON<br>with a clientSecret?": client_secret,
}
"""What a reader understands by each question of the diagram."""


def edges() -> dict[str, dict[str | None, str]]:
    found: dict[str, dict[str | None, str]] = {}
    for line in DIAGRAM.splitlines()[1:]:
        edge = EDGE.match(NODE.sub(r"\1", line.strip()))
        assert edge, line
        found.setdefault(edge[1], {})[edge[2]] = edge[3]
    return found


LABELS = {name: label or question for name, label, question in NODE.findall(DIAGRAM)}
EDGES = edges()


def walk(storage_type: str, data: Data) -> tuple[str, set[tuple[str, str | None]]]:
    """Where the diagram ends, and the edges on the way."""
    node, taken = "start", set[tuple[str, str | None]]()
    while node in EDGES:
        question = QUESTIONS.get(LABELS[node])
        answer = None
        if question:
            answer = "yes" if question(data) else "no"
        elif len(EDGES[node]) > 1:
            answer = storage_type
        taken.add((node, answer))
        node = EDGES[node][answer]
    return LABELS[node], taken


def test_the_diagram_leads_where_the_operator_goes() -> None:
    walked: set[tuple[str, str | None]] = set()
    for storage_type, data, mode, _, _ in ROWS_DETECTION_DIAGRAM:
        if storage_type not in ("S3", "AzureBlob"):
            continue
        texts = {key: base64.b64decode(value).decode(errors="surrogateescape") for key, value in data.items()}
        end, taken = walk(storage_type, texts)
        assert end == mode, (storage_type, texts)
        walked |= taken
    drawn = {(node, answer) for node, ways in EDGES.items() for answer in ways}
    assert walked == drawn, "no Secret takes this way"
