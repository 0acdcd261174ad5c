"""AWS shared credentials files as the AWS SDK for Go v2 reads them.

Source: github.com/aws/aws-sdk-go-v2 ``config/internal/ini`` and ``config/shared_config.go``, in
the version that openshift/hypershift vendors at commit 3ee9615567ac. The uploader reads profile
``default`` and no other.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ..go.text import trim_space

DEFAULT_PROFILE: Final = "default"
ACCESS_KEY_ID: Final = "aws_access_key_id"
SECRET_ACCESS_KEY: Final = "aws_secret_access_key"  # noqa: S105
SESSION_TOKEN: Final = "aws_session_token"  # noqa: S105
_LINE_SPACE: Final = " \t"


@dataclass(frozen=True, slots=True)
class CredentialsFile:
    """Result of the parser: the sections, and the names of properties outside any section.

    Names of properties are in lower case; names of sections are not changed.
    """

    sections: Mapping[str, Mapping[str, str]]
    outside: tuple[str, ...]

    @property
    def default(self) -> Mapping[str, str]:
        return self.sections.get(DEFAULT_PROFILE, {})


def parse_credentials_file(text: str) -> CredentialsFile:
    """Sections and properties; like the SDK's parser, it never fails and skips unknown lines."""
    parser = _Parser()
    for line in text.split("\n"):
        if trim_space(line) and not line.lstrip(_LINE_SPACE).startswith(("#", ";")):
            parser.read(line)
    return CredentialsFile(parser.sections, tuple(parser.outside))


class _Parser:
    """State between lines: the section, and the property that an indented line belongs to."""

    def __init__(self) -> None:
        self.sections: dict[str, dict[str, str]] = {}
        self.outside: list[str] = []
        self._section = ""
        self._property = ""

    def read(self, line: str) -> None:
        header = trim_space(line.partition("#")[0].partition(";")[0])
        if header.startswith("[") and header.endswith("]"):
            self._start_section(trim_space(header[1:-1]))
            return
        if line[0] in _LINE_SPACE:
            self._read_indented(line.lstrip(_LINE_SPACE))
            return
        assignment = _split(_without_comment(line))
        if assignment is not None:
            self._assign(*assignment)

    def _start_section(self, name: str) -> None:
        # A type and a name ("profile x") are joined with one space, whatever separates them.
        kind, _, rest = name.replace("\t", " ").partition(" ")
        self._section = f"{kind} {name[len(kind) :].lstrip(_LINE_SPACE)}" if rest else name
        self._property = ""
        self.sections.setdefault(self._section, {})

    def _read_indented(self, line: str) -> None:
        properties = self.sections.get(self._section, {})
        assignment = _split(line)
        if assignment is None:
            if self._property and properties.get(self._property):
                properties[self._property] += f"\n{line}"
        elif not self._property or properties.get(self._property):
            name, value = assignment
            self._assign(name, trim_space(_without_comment(value)))

    def _assign(self, name: str, value: str) -> None:
        if self._section:
            self._property = name
            self.sections[self._section][name] = value
        else:
            self.outside.append(name)


def _without_comment(text: str) -> str:
    for mark in (" #", " ;", "\t#", "\t;"):
        text = text.partition(mark)[0]
    return text


def _split(text: str) -> tuple[str, str] | None:
    """Name in lower case and value without its quotes; ``=`` or ``:``, whichever comes first."""
    positions = [position for mark in "=:" if (position := text.find(mark)) >= 0]
    if not positions:
        return None
    name, value = text[: min(positions)], trim_space(text[min(positions) + 1 :])
    quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "'\""
    return trim_space(name).lower(), value[1:-1] if quoted else value
