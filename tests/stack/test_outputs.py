"""Outputs of a facade by the names of a stack and of the package."""

from dataclasses import dataclass
from typing import Annotated

from openshift_credentials.stack.outputs import About, Outputs, about_of, export_name


@dataclass(frozen=True, kw_only=True)
class Part(Outputs):
    role_arn: Annotated[str, About("The role.")]


@dataclass(frozen=True, kw_only=True)
class Whole(Outputs):
    backups: Annotated[list[str], About("The backups.", in_package="backupResults")]
    client_id: Annotated[str | None, About("The identity.")]
    part: Part | None


def test_groups_are_dissolved_and_absent_values_left_out() -> None:
    whole = Whole(backups=["b"], client_id=None, part=Part(role_arn="arn"))

    assert whole.exports == {"backups": ["b"], "roleArn": "arn"}
    assert whole.package_outputs == {"backupResults": ["b"], "roleArn": "arn"}
    assert Whole(backups=[], client_id="", part=None).exports == {"backups": [], "clientId": ""}


def test_a_name_and_a_description_follow_from_the_field() -> None:
    assert export_name("image_pull_node_file_sha256") == "imagePullNodeFileSha256"
    assert about_of(Part.__dataclass_fields__["role_arn"].type).description == "The role."
