"""Every setting that the program names to people exists in the models."""

import ast
import re
from collections.abc import Iterator
from typing import Final, get_args

from pydantic import BaseModel

from openshift_credentials.stack.system import SHARED, SYSTEMS
from tests.kit.places import REPOSITORY

_PART: Final = r"(?:\.[a-z][A-Za-z0-9]*(?:\[[^\]]*\])?)"
_PATH: Final = re.compile(
    rf"(?<![\w.\-/@])(?P<path>(?:{'|'.join(SYSTEMS)}){_PART}+"
    rf"|(?:{'|'.join(SHARED)}){_PART}+(?![\w./-]))"
)
_WITHOUT: Final = re.compile(r"kubernetes\.default\.svc|^\w+\.yaml$")
"""The host of the API server is no setting, and neither is the name of a file of texts."""

_SET: Final = re.compile(r"config set (?:--\w+ )*--path '?(?:[a-z-]+:)?(?P<path>[^\s'`]+)")


def named_paths() -> Iterator[tuple[str, str]]:
    """File and path of every setting in a text of the package, of the components or of a page."""
    for room in ("openshift_credentials", "components"):
        for file in sorted((REPOSITORY / room).rglob("*.py")):
            source = file.read_text()
            for node in ast.walk(ast.parse(source)) if _PATH.search(source) else ():
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    for found in _PATH.finditer(_WITHOUT.sub("", node.value)):
                        yield str(file.relative_to(REPOSITORY)), found.group("path")
    texts = ("openshift_credentials/**/*.yaml", "docs/**/*.md", "examples/**/*.md")
    for page in sorted(page for pattern in texts for page in REPOSITORY.glob(pattern)):
        text = page.read_text(encoding="utf-8")
        for found in (*_PATH.finditer(text), *_SET.finditer(text)):
            yield str(page.relative_to(REPOSITORY)), found.group("path")


def models_in(annotation: object) -> list[type[BaseModel]]:
    """The models in ``Model``, ``Model | None``, ``tuple[Model, ...]`` or ``dict[str, Model]``."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for each in get_args(annotation) for model in models_in(each)]


def exists(path: str) -> bool:
    """Whether the models have a setting of this path; below a map or a text anything goes."""
    top, *parts = re.sub(r"\[[^\]]*\]", "", path).split(".")
    if top not in (*SHARED, *SYSTEMS):
        return False
    models = [SHARED[top] if top in SHARED else SYSTEMS[top].settings.MODEL]
    for part in parts:
        fields = {
            field.alias or name: field.annotation for model in models for name, field in model.model_fields.items()
        }
        if part not in fields:
            return False
        models = models_in(fields[part])
        if not models:
            return True
    return True


def test_every_setting_that_is_named_exists() -> None:
    named = set(named_paths())

    assert len({path for _, path in named}) > 100, "the search finds too little to prove anything"
    assert sorted(each for each in named if not exists(each[1])) == []
