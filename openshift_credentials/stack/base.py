"""Base of all models of settings: names as in the stack file, frozen, no unknown keys."""

import ast
import inspect
import re
import sys
import weakref
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, wraps
from itertools import pairwise
from typing import Annotated, Any, Concatenate, Final, ParamSpec, TypeVar, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, GetCoreSchemaHandler, GetJsonSchemaHandler, Strict
from pydantic.alias_generators import to_camel
from pydantic.fields import FieldInfo
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from openshift_credentials.base.text_rule import TextRule
from openshift_credentials.platforms import gcp as gcp_rules
from openshift_credentials.platforms.aws import names as aws_rules
from openshift_credentials.platforms.azure import names as azure_rules
from openshift_credentials.platforms.kubernetes import names as kubernetes_rules


def fields_of(model: type[BaseModel]) -> dict[str, FieldInfo]:
    """The fields of a model, by their names in a stack file."""
    return {field.alias or name: field for name, field in model.model_fields.items()}


def described_fields(model: type[BaseModel]) -> dict[str, FieldInfo]:
    """The same fields, each with its description: the docstring under it."""
    texts = _attribute_docs(model)
    for name, field in model.model_fields.items():
        field.description = field.description or texts.get(name)
    return fields_of(model)


def _attribute_docs(kind: type) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        found |= _docs_of_module(base.__module__).get(base.__qualname__, {})
    return found


@cache
def _docs_of_module(name: str) -> Mapping[str, Mapping[str, str]]:
    """Docstrings under attributes by class and attribute, from the source: Python itself does not keep them."""
    if not name.startswith("openshift_credentials."):
        return {}
    found: dict[str, dict[str, str]] = {}
    module = ast.parse(inspect.getsource(sys.modules[name]))
    for kind in (part for part in module.body if isinstance(part, ast.ClassDef)):
        for attribute, below in pairwise(kind.body):
            match attribute, below:
                case ast.AnnAssign(target=ast.Name(id=own)), ast.Expr(value=ast.Constant(value=str(text))):
                    found.setdefault(kind.name, {})[own] = " ".join(text.split())
                case _:
                    pass
    return found


def types_in(annotation: object) -> Iterator[object]:
    """The annotation, and everything that stands in its brackets."""
    yield annotation
    for argument in get_args(annotation):
        yield from types_in(argument)


def model_in(annotation: object) -> type[BaseModel] | None:
    """The model in ``Model``, ``Model | None``, ``tuple[Model, ...]`` or ``dict[str, Model]``."""
    found = (one for one in types_in(annotation) if isinstance(one, type))
    return next((one for one in found if issubclass(one, BaseModel)), None)


T = TypeVar("T")


class Settings(BaseModel):
    """A branch of the configuration tree; unknown keys are rejected.

    A stack file has the names in camel case, a program in Python those of the fields. The docstring
    under a field is its description in the documentation and in editors.
    """

    model_config = ConfigDict(
        alias_generator=to_camel,
        defer_build=True,
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,
        strict=True,
        validate_by_alias=True,
        validate_by_name=True,
    )

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """The schema with the docstrings of the settings, for editors."""
        schema = handler(core_schema)
        properties = handler.resolve_ref_schema(schema).get("properties", {})
        for name, text in _attribute_docs(cls).items():
            properties[cls.model_fields[name].alias]["description"] = text
        return schema

    def given(self, name: str) -> object:
        """The value of a setting of the stack file, ``None`` where its default applies."""
        field = next(field for field, info in type(self).model_fields.items() if (info.alias or field) == name)
        return getattr(self, field) if field in self.model_fields_set else None


S = TypeVar("S", bound=Settings)
P = ParamSpec("P")
_MADE: Final[dict[int, dict[tuple[object, ...], Any]]] = {}


def made_once(make: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
    """A plan that is made at its first use and kept as long as its settings; further arguments are parts of them."""

    @wraps(make)
    def made(settings: S, /, *parts: P.args, **named: P.kwargs) -> T:
        if id(settings) not in _MADE:
            _MADE[id(settings)] = {}
            weakref.finalize(settings, _MADE.pop, id(settings)).atexit = False
        kept = _MADE[id(settings)]
        key = (make, *map(id, parts))
        if key not in kept:
            kept[key] = make(settings, *parts, **named)
        return kept[key]

    return made


Lax = Annotated[T, Strict(strict=False)]
"""A value as YAML writes it: the text of an enum's member, a list for a tuple."""


@dataclass(frozen=True, slots=True)
class Follows:
    """Annotation of a ``str`` that satisfies a text rule."""

    rule: TextRule

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Check the rule after pydantic's own check of the type."""
        return core_schema.no_info_after_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(self, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Lengths and pattern of the rule, for editors."""
        return {**handler(core_schema), **self.rule.json_schema}

    def _check(self, value: str) -> str:
        if problem := self.rule.problem(value):
            raise rule_error(problem, self._way_out(value, problem))
        return value

    def _way_out(self, value: str, problem: str) -> str:
        """An example, unless the problem itself says what to do; of an ID where a name belongs, what to take of it."""
        if re.search("; (?:add|remove|set|write|'oc) ", problem):
            return ""
        is_id = value.startswith(_ID) and not self.rule.example.startswith(_ID)
        return f'{"write only the name in it, " if is_id else ""}for example "{self.rule.example}"'


_ID: Final = ("arn:", "/subscriptions/")
"""Begins the ID of a resource in AWS or Azure."""


def rule_error(rule: str, way_out: str) -> PydanticCustomError:
    """The error of a validator: the violated rule and the way out."""
    return PydanticCustomError("rule", "{rule}; {way_out}", {"rule": rule, "way_out": way_out})


@dataclass(frozen=True, slots=True)
class _Also(BeforeValidator):
    """A validator that accepts values of another type, which JSON Schema must include."""

    type: str = "string"

    def __get_pydantic_json_schema__(self, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Input of the validator: the value itself, or another type that it converts."""
        schema = handler(core_schema)
        made_from = schema.get("items", {}) if self.type == "string" else {"type": self.type}
        return {"anyOf": [schema, made_from]}


def _one_as_list(value: object) -> object:
    return [value] if isinstance(value, str) else value


OneAsList = _Also(_one_as_list)
"""Accepts a single string as a list of one, as in policy documents."""


def _text_of_number(value: object) -> object:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


NumberAsText = _Also(_text_of_number, type="integer")
"""Accepts a whole number as its digits, because YAML reads ``trigger: 20261121`` as a number."""


class Keeping(StrEnum):
    """Effect of a destroy on a resource.

    The engine refuses to delete a protected resource even if it would be retained, so a resource is
    either protected or retained.
    """

    PROTECTED = "protected"
    LEFT_BEHIND = "left-behind"
    DELETED = "deleted"


def keeping(*, protect: bool, retain_on_destroy: bool) -> Keeping:
    """The effect of the two settings; ``retainOnDestroy`` makes ``protect`` meaningless."""
    if retain_on_destroy:
        return Keeping.LEFT_BEHIND
    return Keeping.PROTECTED if protect else Keeping.DELETED


AwsAccountId = Annotated[str, Follows(aws_rules.AWS_ACCOUNT_ID)]
AwsRegion = Annotated[str, Follows(aws_rules.AWS_REGION)]
BucketName = Annotated[str, Follows(aws_rules.BUCKET_NAME)]
IamPath = Annotated[str, Follows(aws_rules.IAM_PATH)]
PolicyArn = Annotated[str, Follows(aws_rules.IAM_POLICY_ARN)]
IdentityName = Annotated[str, Follows(azure_rules.AZURE_IDENTITY_NAME)]
AzureLocation = Annotated[str, Follows(azure_rules.AZURE_LOCATION)]
ResourceGroupName = Annotated[str, Follows(azure_rules.AZURE_RESOURCE_GROUP)]
BlobContainerName = Annotated[str, Follows(azure_rules.BLOB_CONTAINER)]
Guid = Annotated[str, Follows(azure_rules.GUID)]
StorageAccountName = Annotated[str, Follows(azure_rules.STORAGE_ACCOUNT)]
GcpProject = Annotated[str, Follows(gcp_rules.PROJECT_ID)]
GcpProjectNumber = Annotated[str, NumberAsText, Follows(gcp_rules.PROJECT_NUMBER)]
GcpServiceAccountId = Annotated[str, Follows(gcp_rules.SERVICE_ACCOUNT_ID)]
GcpUniverse = Annotated[str, Follows(gcp_rules.UNIVERSE)]
PoolId = Annotated[str, Follows(gcp_rules.POOL_ID)]
DnsLabel = Annotated[str, Follows(kubernetes_rules.DNS_LABEL)]
DnsSubdomain = Annotated[str, Follows(kubernetes_rules.DNS_SUBDOMAIN)]
HostedClusterName = Annotated[str, Follows(kubernetes_rules.HOSTED_CLUSTER)]
IssuerUrl = Annotated[str, Follows(kubernetes_rules.OIDC_ISSUER)]
