"""``clouds.yaml`` of OpenStack, as the operator rewrites it in the root secret.

Source: openshift/cloud-credential-operator ``pkg/operator/secretannotator/openstack`` at
b187feee66f4, and gopkg.in/yaml.v3, which it reads and writes with.
"""

import math
import re
from datetime import datetime
from functools import cmp_to_key
from typing import Any, Final, cast

import yaml

from openshift_credentials.platforms.go.numbers import shortest_text
from openshift_credentials.platforms.manifests.syntax import SyntaxProblem, parse_yaml
from openshift_credentials.platforms.yaml.goyaml import GoYamlLoader, resolve_scalar
from openshift_credentials.systems.cloud_credentials.rules.modes.effective import OperatorError

CA_CERT_FILE: Final = "/etc/kubernetes/static-pod-resources/configmaps/cloud-config/ca-bundle.pem"
"""Path of the certificate for readers of ``clouds.yaml``."""
_PATH: Final = ("clouds", "openstack", "cacert")
_INDENT: Final = 4
_TEXT_TAG: Final = "tag:yaml.org,2002:str"
_OLD_BOOLEANS: Final = frozenset(
    f(word) for word in ("y", "n", "yes", "no", "on", "off") for f in (str, str.upper, str.title)
)
"""Booleans only of YAML 1.1: strings in yaml.v3, which writes them in quotation marks."""
_BASE_60: Final = re.compile(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?", re.ASCII)
_CLOCK: Final = r"([0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(?:\.[0-9]+)?)"
_TIMESTAMP: Final = re.compile(
    rf"([0-9]{{4}})-([0-9]{{1,2}})-([0-9]{{1,2}})"
    rf"(?:[Tt]{_CLOCK}(Z|[+-][0-9]{{2}}:[0-9]{{2}})| {_CLOCK})?"
)
_DIGITS: Final = re.compile(r"[0-9]+")
_TRAILING_DIGITS: Final = re.compile(r"[0-9]+$")


def fix_invalid_ca_cert_file(content: str) -> tuple[str, bool]:
    """``clouds.yaml`` with the correct path of the certificate, and whether it was changed.

    An empty ``cacert`` of cloud ``openstack`` is removed, a path other than that of the mounted
    file is replaced; other clouds are not changed. Raises :class:`OperatorError`, without the
    content, which is secret.
    """
    clouds = parse_yaml(content, loader_class=_YamlV3Loader)
    if isinstance(clouds, SyntaxProblem):
        raise OperatorError(f"yaml: clouds.yaml {clouds}")
    if clouds is None:
        return content, False
    if not isinstance(clouds, dict):
        tag = "seq" if isinstance(clouds, list) else "str"
        raise OperatorError(
            f"yaml: unmarshal errors:\n  line 1: cannot unmarshal !!{tag} into "
            "map[string]interface {}"
        )
    cloud = cast("dict[str, object]", clouds)
    for name in _PATH[:-1]:
        part = cloud.get(name)
        if not isinstance(part, dict):
            return content, False
        cloud = cast("dict[str, object]", part)
        if any(not isinstance(key, str) for key in cloud):  # pyright: ignore[reportUnnecessaryIsInstance]
            return content, False
    if "cacert" not in cloud or cloud["cacert"] == CA_CERT_FILE:
        return content, False
    if cloud["cacert"] in (None, ""):
        del cloud["cacert"]
    else:
        cloud["cacert"] = CA_CERT_FILE
    return _dump(cast("object", clouds)), True


class _YamlV3Loader(GoYamlLoader):
    """Values as yaml.v3 reads them into an untyped map: ``yes`` is text, keys keep their types."""

    def construct_resolved(self, node: yaml.ScalarNode) -> object:
        text = str(node.value)
        if text in _OLD_BOOLEANS:
            return text
        return _as_timestamp(text) or resolve_scalar(text)

    def key_of(self, key: object, node: yaml.Node) -> Any:  # noqa: ANN401
        del node
        return key


_YamlV3Loader.add_constructor("plain", _YamlV3Loader.construct_resolved)


class _Timestamp(str):
    """A time, as yaml.v3 writes it."""

    __slots__ = ()


def _as_timestamp(text: str) -> _Timestamp | None:
    match = _TIMESTAMP.fullmatch(text)
    if match is None:
        return None
    year, month, day, clock, zone, clock_alone = match.groups()
    clock = clock or clock_alone or "0:0:0"
    date = f"{year}-{month:0>2}-{day:0>2}"
    time = ":".join(f"{part:0>2}" for part in clock.split(":"))
    try:
        datetime.strptime(f"{date} {time[:8]}", "%Y-%m-%d %H:%M:%S")  # noqa: DTZ007
    except ValueError:
        return None
    return _Timestamp(f"{date}T{time}{zone or 'Z'}")


_LibraryDumper: Any = yaml.SafeDumper


class _YamlV3Dumper(_LibraryDumper):
    """Writes like yaml.v3: four spaces, also for lists, and quotation marks only if needed."""

    yaml_implicit_resolvers: dict[str, object] = {}  # noqa: RUF012

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: FBT001, FBT002
        del indentless
        before = cast("int | None", self.indent)
        super().increase_indent(flow, False)  # noqa: FBT003
        if before is not None:
            # List items follow their hyphen, everything else is at a multiple of the indent.
            self.indent = (
                before + 2 if self.sequence_context else _INDENT * ((before + _INDENT) // _INDENT)
            )

    def ignore_aliases(self, data: object) -> bool:
        del data
        return True

    def represent_text(self, text: str) -> yaml.Node:
        return cast("yaml.Node", self.represent_scalar(_TEXT_TAG, text, style=_style(text)))

    def represent_number(self, number: float) -> yaml.Node:
        if isinstance(number, float) and not math.isfinite(number):
            text = ".nan" if math.isnan(number) else ".inf" if number > 0 else "-.inf"
        else:
            text = shortest_text(number, bits=64)
        return cast("yaml.Node", self.represent_scalar(_TEXT_TAG, text))

    def represent_boolean(self, value: bool) -> yaml.Node:  # noqa: FBT001
        return cast("yaml.Node", self.represent_scalar(_TEXT_TAG, "true" if value else "false"))

    def represent_timestamp(self, text: _Timestamp) -> yaml.Node:
        return cast("yaml.Node", self.represent_scalar(_TEXT_TAG, str(text)))

    def represent_nothing(self, value: None) -> yaml.Node:
        del value
        return cast("yaml.Node", self.represent_scalar(_TEXT_TAG, "null"))


for _kind, _method in (
    (str, _YamlV3Dumper.represent_text),
    (int, _YamlV3Dumper.represent_number),
    (float, _YamlV3Dumper.represent_number),
    (bool, _YamlV3Dumper.represent_boolean),
    (type(None), _YamlV3Dumper.represent_nothing),
    (_Timestamp, _YamlV3Dumper.represent_timestamp),
):
    _YamlV3Dumper.add_representer(_kind, _method)


def _style(text: str) -> str | None:
    if "\n" in text:
        return "|"
    if any(character > "\uffff" for character in text):
        return '"'
    is_other = not isinstance(resolve_scalar(text), str)
    if is_other or text in _OLD_BOOLEANS or _BASE_60.fullmatch(text) or _as_timestamp(text):
        return '"'
    return None


def _dump(clouds: object) -> str:
    text: str = yaml.dump(
        _sorted(clouds),
        Dumper=_YamlV3Dumper,
        indent=_INDENT,
        width=math.inf,
        allow_unicode=True,
        sort_keys=False,
        default_flow_style=False,
    )
    return text


def _sorted(value: object) -> object:
    if isinstance(value, dict):
        members = cast("dict[object, object]", value)
        return {name: _sorted(members[name]) for name in sorted(members, key=_SORT_KEY)}
    if isinstance(value, list):
        return [_sorted(each) for each in cast("list[object]", value)]
    return value


def _compare(first: object, second: object) -> int:
    """Order of keys in yaml.v3: numbers first, then texts, in which digits count as numbers."""
    if not isinstance(first, str) or not isinstance(second, str):
        if isinstance(first, int | float) and isinstance(second, int | float):
            return (first > second) - (first < second)
        return isinstance(first, str) - isinstance(second, str)
    follows_digit = False
    for at, (one, other) in enumerate(zip(first, second, strict=False)):
        if one == other:
            follows_digit = one.isdigit()
            continue
        return -1 if _is_before(first, second, at, follows_digit=follows_digit) else 1
    return len(first) - len(second)


def _is_before(first: str, second: str, at: int, *, follows_digit: bool) -> bool:
    """Whether ``first`` sorts before ``second``, by the first difference."""
    one, other = first[at], second[at]
    if one.isalpha() and other.isalpha():
        return one < other
    if one.isalpha() or other.isalpha():
        return one.isalpha() if follows_digit else other.isalpha()
    lead = ""
    if "0" in (one, other):
        before = _TRAILING_DIGITS.search(first[:at])
        lead = "1" if before and before[0].strip("0") else ""
    runs = [_DIGITS.match(text, at) for text in (first, second)]
    digits = [run[0] if run else "" for run in runs]
    numbers = [int(lead + each or "0") if each else int(lead or "0") for each in digits]
    if numbers[0] != numbers[1]:
        return numbers[0] < numbers[1]
    if len(digits[0]) != len(digits[1]):
        return len(digits[0]) < len(digits[1])
    return one < other


_SORT_KEY: Final = cmp_to_key(_compare)
