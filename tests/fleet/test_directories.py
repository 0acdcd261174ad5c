"""``fleet check`` of a directory: whatever is in it is checked, or reported as not checked."""

import errno
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.command import Outcome, call
from tests.fleet.rows import aws_row, azure_row, csv_text
from tests.kit.output_schema import problems

WRONG = {**aws_row("mc-a"), "region": "eu-nowhere-9"}
BACKUP: dict[str, Any] = {
    "storage": {
        "storageType": "S3",
        "s3": {"bucket": "b-etcd", "region": "eu-nowhere-9", "accountId": "123456789012"},
    },
    "backups": [{"hostedCluster": "clusters/a"}],
}
CLUSTER = {"name": "mc-a", "oidcIssuer": "https://oidc.example.com/a"}
COMPLAINT = "eu-nowhere-9"


def stack(config: Mapping[str, object]) -> dict[str, Any]:
    return {
        "apiVersion": "pulumi.com/v1",
        "kind": "Stack",
        "metadata": {"name": "mc-a", "namespace": "fleet"},
        "spec": {"stack": "mc-a", "config": dict(config)},
    }


STACK = stack(
    {"openshift-credentials:cluster": CLUSTER, "openshift-credentials:etcdBackup": BACKUP}
)
AS_YAML = yaml.safe_dump(STACK)

FILES: dict[str, tuple[str, str]] = {
    "kind in quotation marks": ("a.yaml", AS_YAML.replace("kind: Stack", 'kind: "Stack"')),
    "kind behind two spaces": ("a.yml", AS_YAML.replace("kind: Stack", "kind:  Stack")),
    "kind with a comment": ("a.yaml", AS_YAML.replace("kind: Stack", "kind: 'Stack' # x")),
    "compact JSON": ("a.json", json.dumps(STACK, separators=(",", ":"))),
    "a List": ("a.json", json.dumps({"kind": "List", "apiVersion": "v1", "items": [STACK]})),
    "in capitals": ("A.YAML", AS_YAML),
    "a CSV whose first column is another": (
        "a.csv",
        csv_text(
            [{"cloud": "aws", **{k: v for k, v in WRONG.items() if k != "name"}, "name": "b"}]
        ),
    ),
    "a CSV with spaces in its header": ("a.csv", csv_text([WRONG]).replace("name,", " name ,", 1)),
    "a CSV with its header in quotation marks": (
        "a.csv",
        csv_text([WRONG]).replace("name,", '"name",', 1),
    ),
    "a CSV below empty lines": ("a.csv", f"\n \n{csv_text([WRONG])}"),
    "a CSV below comments": ("a.csv", f"# the fleet\n  # in rows\n{csv_text([WRONG])}"),
    "a key in quotation marks": ("a.yaml", json.dumps({"clusters": [WRONG]})),
    "a list of rows": ("a.yaml", yaml.safe_dump([WRONG])),
    "defaults and rows": ("a.yaml", yaml.safe_dump({"defaults": {}, "clusters": [WRONG]})),
}


def check(directory: Path, *more: str) -> Outcome:
    return call("fleet", "check", "--inventory", str(directory), *more)


@pytest.mark.parametrize("name", FILES)
def test_every_form_of_a_file_is_checked(name: str, tmp_path: Path) -> None:
    file, text = FILES[name]
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "deep" / "er" / file).write_text(text)

    outcome = check(tmp_path)

    assert outcome.code == 2
    assert COMPLAINT in outcome.others


OTHERS = {
    "api.yaml": "apiVersion: v1\n",
    "axes.csv": "nameX,nameY\n1,2\n",
    "kind.yaml": "kind: Stack\n",
    "values.yaml": "image: x\n",
    "rows.csv": "cluster,cloud\na,aws\n",
    "hosted.csv": "hostedCluster\nclusters/a\n",
    "list.json": "[1, 2]\n",
}


def test_what_is_not_recognized_is_reported(tmp_path: Path) -> None:
    (tmp_path / "fleet.csv").write_text(csv_text([aws_row()]))
    files = ("api.yaml", "axes.csv", "hosted.csv", "kind.yaml", "rows.csv", "values.yaml")
    for file in files:
        (tmp_path / file).write_text(OTHERS[file])
    (tmp_path / "config.yaml").write_text("apiVersion: v1\nkind: ConfigMap\n")

    outcome = check(tmp_path, "-o", "json")

    assert outcome.code == 0
    answer = json.loads(outcome.results)
    assert problems("fleet check", answer) == [], "warnings are told as errors are"
    warned = [each["setting"] for each in answer["warnings"]]
    assert warned == [str(tmp_path / file) for file in files]
    assert outcome.others.count("it is not checked") == 6


@pytest.mark.parametrize("text", ["kind: [", "- 1\n---\n- 2\n", "\x00"])
def test_what_cannot_be_read_is_never_passed(text: str, tmp_path: Path) -> None:
    (tmp_path / "fleet.csv").write_text(csv_text([aws_row()]))
    (tmp_path / "broken.yaml").write_text(text)

    outcome = check(tmp_path)

    assert outcome.code == 2
    assert f"error: {tmp_path / 'broken.yaml'}" in outcome.others


def test_pipes_devices_and_broken_links_are_reported_and_not_opened(tmp_path: Path) -> None:
    (tmp_path / "fleet.csv").write_text(csv_text([aws_row()]))
    os.mkfifo(tmp_path / "pipe.yaml")
    os.mkfifo(tmp_path / "pipe.csv")
    (tmp_path / "endless.json").symlink_to("/dev/zero")
    (tmp_path / "broken.yaml").symlink_to("nowhere")

    outcome = check(tmp_path)

    assert outcome.code == 2
    for file, reason in {
        "pipe.yaml": "is not a regular file",
        "pipe.csv": "is not a regular file",
        "endless.json": "is not a regular file",
        "broken.yaml": "is a link to a file that does not exist",
    }.items():
        assert f"error: {tmp_path / file}: {reason}" in outcome.others


def test_a_file_that_an_inventory_names_is_read_with_it(tmp_path: Path) -> None:
    row = {key: value for key, value in aws_row().items() if key not in ("image", "hostedClusters")}
    rows = csv_text([{**row, "hostedClustersFile": "hosted.csv"}])
    (tmp_path / "rows.csv").write_text(rows)
    (tmp_path / "hosted.csv").write_text(OTHERS["hosted.csv"])
    defaults = {"image": "registry.example.com/x:1.0.0"}
    text = yaml.safe_dump({"defaults": defaults, "clustersFile": "rows.csv"})
    (tmp_path / "fleet.yaml").write_text(text)

    outcome = check(tmp_path)

    assert outcome.others == ""
    assert outcome.results == "1 management cluster with 1 hosted cluster: no problem found\n"


@pytest.mark.parametrize("separator", [";", "\t"])
def test_an_inventory_with_other_separators_is_refused_and_not_passed_over(
    separator: str, tmp_path: Path
) -> None:
    (tmp_path / "fleet.csv").write_text(csv_text([WRONG]).replace(",", separator))

    outcome = check(tmp_path)

    assert outcome.code == 2
    assert "separate the cells with commas" in outcome.others


def test_folders_are_checked_in_order_and_one_that_cannot_be_listed_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("a", "c", "b", "locked"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "values.yaml").write_text(OTHERS["values.yaml"])
    (tmp_path / "fleet.csv").write_text(csv_text([aws_row()]))
    list_folder = os.scandir

    def scandir(path: str) -> object:
        if Path(path).name == "locked":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        return list_folder(path)

    monkeypatch.setattr(os, "scandir", scandir)

    outcome = check(tmp_path, "-o", "json")

    answer = json.loads(outcome.results)
    assert outcome.code == 2
    warned = [each["setting"] for each in answer["warnings"]]
    assert warned == [str(tmp_path / folder / "values.yaml") for folder in "abc"]
    locked = str(tmp_path / "locked")
    why = "cannot be listed: Permission denied; let the caller read it"
    told = {"code": "file", "severity": "error", "message": f"{locked}: {why}", "file": locked}
    assert answer["errors"] == [told]


def test_an_empty_directory_is_no_success(tmp_path: Path) -> None:
    assert check(tmp_path).code == 2


@pytest.mark.parametrize(
    ("keys", "complaint"),
    [
        (("cluster", "etcdBackup"), COMPLAINT),  # Pulumi adds the project itself
        (("openshift-credential:cluster", "openshift-credential:etcdBackup"), "does not read"),
        (("Openshift-Credentials:cluster", "Openshift-Credentials:etcdBackup"), "does not read"),
        (("other:cluster", "other:etcdBackup"), "does not read"),
        (("openshift-credentials:cluster", "openshift-credentials:etcdbackup"), "did you mean"),
    ],
)
def test_keys_of_a_stack_count_as_in_a_preview(
    keys: tuple[str, str], complaint: str, tmp_path: Path
) -> None:
    config = dict(zip(keys, (CLUSTER, BACKUP), strict=True))
    (tmp_path / "a.yaml").write_text(yaml.safe_dump(stack(config)))

    for place in (tmp_path, tmp_path / "a.yaml"):
        outcome = check(place)
        assert outcome.code == 2
        assert complaint in outcome.others


@pytest.mark.parametrize("cloud", ["gcp", "AWS", "5", "", "[aws]"])
@pytest.mark.parametrize("verb", ["check", "render"])
def test_an_unknown_cloud_in_the_defaults_is_a_problem(
    cloud: str, verb: str, tmp_path: Path
) -> None:
    text = f"defaults: {{cloud: {cloud or '~'}}}\nclusters:\n"
    rows = [{k: v for k, v in row.items() if k != "cloud"} for row in (aws_row(), azure_row())]
    (tmp_path / "fleet.yaml").write_text(text + yaml.safe_dump(rows))
    out = ["--out", str(tmp_path / "out")] if verb == "render" else []

    outcome = call("fleet", verb, "--inventory", str(tmp_path / "fleet.yaml"), *out)

    assert outcome.code == 2
    assert "cloud" in outcome.others
    assert "internal" not in outcome.others


@pytest.mark.parametrize("cloud", ["gcp", "AWS", "5"])
def test_an_unknown_cloud_in_the_row_of_defaults_is_a_problem(cloud: str, tmp_path: Path) -> None:
    (tmp_path / "fleet.csv").write_text(f"name,cloud\n*,{cloud}\nmc-1,\n")

    outcome = call("fleet", "check", "--inventory", str(tmp_path / "fleet.csv"))

    assert outcome.code == 2
    assert f'line 2: cloud = "{cloud}": must be aws or azure' in outcome.others
