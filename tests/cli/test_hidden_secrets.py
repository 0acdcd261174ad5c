"""A secret in plain text is in no output, also under a wrong name, place or namespace."""

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args, get_origin

import pytest
import yaml
from pydantic import BaseModel, SecretStr

from openshift_credentials.stack.system import SHARED, SYSTEMS
from tests.cli.command import call
from tests.kit.hostile import PREFIX, Place, with_value
from tests.kit.places import REPOSITORY

pytestmark = pytest.mark.without_golden

MARKER: Final = "MARKER-91c2"
DEV: Final[dict[str, Any]] = {
    key.removeprefix(PREFIX): value
    for key, value in yaml.safe_load((REPOSITORY / "Pulumi.dev.yaml").read_text())["config"].items()
}


def secret_places(annotation: object, place: Place) -> Iterator[Place]:
    """Every place of a secret in the models, the first item of each list and map."""
    if annotation is SecretStr:
        yield place
    elif isinstance(annotation, type) and issubclass(annotation, BaseModel):
        for name, field in annotation.model_fields.items():
            if name not in SHARED:
                yield from secret_places(field.annotation, (*place, field.alias or name))
    else:
        arguments = get_args(annotation)
        kind: Any = get_origin(annotation)
        below: Place = (*place, 0) if kind in (list, tuple) else place
        below = (*place, "x") if kind is dict else below
        for argument in arguments[-1:] if kind is dict else arguments:
            yield from secret_places(argument, below)


PLACES: Final = [
    place
    for key, model in (*SHARED.items(), *((k, s.settings.MODEL) for k, s in SYSTEMS.items()))
    for place in dict.fromkeys(secret_places(model, (key,)))
]


def variants(place: Place) -> Iterator[dict[str, Any]]:
    """Configurations with the marker where a secret can end up by mistake."""
    names = [at for at, part in enumerate(place) if isinstance(part, str)]
    for at in names:
        wrong = (*place[:at], f"{place[at]}s", *place[at + 1 :])
        yield keyed(with_value(DEV, wrong, MARKER))
        yield keyed(with_value(DEV, place[: at + 1], MARKER))
    whole = with_value({}, place, MARKER)
    for namespace in ("openshift-credential:", "openshift_credentials:", "other:", "aws:"):
        yield {**keyed(DEV), **{f"{namespace}{key}": value for key, value in whole.items()}}
    yield keyed(with_value(DEV, place, MARKER))
    yield keyed(with_value(DEV, place, [MARKER]))
    yield keyed(with_value(DEV, place, {"value": MARKER}))


def keyed(tree: dict[str, Any]) -> dict[str, Any]:
    return {f"{PREFIX}{key}": value for key, value in copy.deepcopy(tree).items()}


def test_the_models_have_secrets() -> None:
    assert len(PLACES) > 15


@pytest.mark.parametrize("place", PLACES, ids=lambda place: ".".join(map(str, place)))
def test_a_secret_is_in_no_output(place: Place, tmp_path: Path) -> None:
    file = tmp_path / "Pulumi.secret.yaml"
    for number, config in enumerate(variants(place)):
        file.write_text(yaml.safe_dump({"config": config}))
        form = ("json", "markdown", "text")[number % 3]

        outcome = call("preview", "-s", "secret", "--config-file", str(file), "-o", form)

        assert outcome.code in (0, 1, 2)
        assert MARKER not in outcome.results + outcome.others, (form, config)


@pytest.mark.parametrize("key", ["aws:accessKeyId", "aws:accessKey", "aws:acessKey", "azure-native:clientSecrt", "x:y"])
def test_a_secret_of_a_provider_is_shown_by_its_key_alone(key: str, tmp_path: Path) -> None:
    file = tmp_path / "Pulumi.secret.yaml"
    file.write_text(yaml.safe_dump({"config": {**keyed(DEV), key: MARKER}}))

    outcome = call("preview", "-s", "secret", "--config-file", str(file), "-o", "json")

    assert outcome.code == 0
    assert MARKER not in outcome.results + outcome.others
    assert f'"{key}": "[secret]"' in outcome.results


def preview(tmp_path: Path, config: dict[str, Any]) -> str:
    file = tmp_path / "Pulumi.secret.yaml"
    file.write_text(yaml.safe_dump({"config": config}))
    outcome = call("preview", "-s", "secret", "--config-file", str(file), "-o", "json")
    assert outcome.code == 2
    return outcome.results + outcome.others


KEY: Final = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"


@pytest.mark.parametrize("place", [(KEY,), ("etcdBackup", KEY), ("etcdBackup", "storage", "s3", KEY)], ids=len)
def test_a_secret_in_the_place_of_a_name_is_hidden(tmp_path: Path, place: Place) -> None:
    outcome = preview(tmp_path, keyed(with_value(DEV, place, "x")))
    assert "[secret]: is not a setting" in outcome
    assert KEY not in outcome


def test_user_and_password_in_a_url_are_hidden(tmp_path: Path) -> None:
    wrong = with_value(DEV, ("cluster", "oidcIssuer"), "https://user:hunter2@oidc.example.com")
    outcome = preview(tmp_path, keyed(wrong))
    outcome += call("issuer", "check", "--url", "https://user:hunter2@localhost").others
    assert "https://[secret]@oidc.example.com" in outcome
    assert "hunter2" not in outcome
