"""docs/detection.md: the diagram leads each recorded Secret to the mode of the real operator."""

import base64
import json
import re
from collections.abc import Callable, Mapping

from openshift_credentials.platforms.go.json import InvalidJSONError, string_member
from openshift_credentials.platforms.go.text import GO_WHITESPACE
from tests.kit.places import DATA, REPOSITORY

PAGE = (REPOSITORY / "docs/detection.md").read_text(encoding="utf-8")
DIAGRAM = PAGE.partition("```mermaid\n")[2].partition("```")[0]
NODE = re.compile(r'\b(\w+)(?:\["([^"]*)"\]|\{"([^"]*)"\})')
EDGE = re.compile(r"^(\w+) (?:-- (\w+) )?--> (\w+)$")
ROWS = json.loads((DATA / "detection_sample.json").read_text())["rows"]

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
    for storage_type, data, mode, _, _ in ROWS:
        if storage_type not in ("S3", "AzureBlob"):
            continue
        texts = {key: base64.b64decode(value).decode(errors="surrogateescape") for key, value in data.items()}
        end, taken = walk(storage_type, texts)
        assert end == mode, (storage_type, texts)
        walked |= taken
    drawn = {(node, answer) for node, ways in EDGES.items() for answer in ways}
    assert walked == drawn, "no Secret takes this way"
