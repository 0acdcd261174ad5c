"""Findings on the dotenv of an Azure identity, key ``cloud``."""

import re
from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.azure.clouds import AzureCloud
from openshift_credentials.platforms.azure.text_rules import GUID
from openshift_credentials.platforms.go.text import GO_WHITESPACE, decode, trim_space
from openshift_credentials.systems.etcd_backup.rules.credentials import (
    CLIENT_ID_PREFIX,
    CLIENT_SECRET_PREFIX,
    first_assignment,
)
from openshift_credentials.systems.etcd_backup.rules.findings.catalogue import CATALOGUE
from openshift_credentials.systems.etcd_backup.rules.findings.common import INVISIBLE

_QUOTES: Final = "\"'`"
_UP_TO_COMMENT: Final = re.compile(r"[^\s#;,]+")
_OTHER_FORM: Final = re.compile(
    r"(?:export[ \t]+|set[ \t]+)?[\"']?AZURE[_-]?CLIENT[_-]?ID[\"']?[ \t]*[=:]", re.IGNORECASE
)


class Dotenv:
    """The lines of a dotenv as the operator reads them."""

    def __init__(self, raw: bytes) -> None:
        self._raw = raw
        self.lines = tuple(trim_space(line) for line in decode(raw).split("\n"))
        self.client_ids = tuple(
            trim_space(line.removeprefix(CLIENT_ID_PREFIX))
            for line in self.lines
            if line.startswith(CLIENT_ID_PREFIX)
        )

    def first(self, name: str) -> str:
        """Value of the first line ``name=``; empty if there is none."""
        return first_assignment(self._raw, f"{name}=")

    @property
    def client_secret(self) -> str:
        """Value of the first client secret."""
        return first_assignment(self._raw, CLIENT_SECRET_PREFIX)

    @property
    def later_client_id(self) -> bool:
        """Whether the first such line is blank and a later one is not."""
        return bool(self.client_ids) and not self.client_ids[0] and any(self.client_ids)


def dotenv_findings(dotenv: Dotenv) -> Iterator[Notice]:
    """Findings about the lines, in any mode."""
    if dotenv.later_client_id:
        yield CATALOGUE["azure-blank-client-id"]
    elif len(dotenv.client_ids) > 1:
        yield CATALOGUE["azure-several-client-ids"]
    if not any(dotenv.client_ids) and any(_is_unread(line) for line in dotenv.lines):
        yield CATALOGUE["azure-unread-client-id"]
    if dotenv.client_ids and dotenv.client_ids[0]:
        yield from _client_id_findings(dotenv.client_ids[0])
    others = (dotenv.first("AZURE_TENANT_ID"), dotenv.first("AZURE_SUBSCRIPTION_ID"))
    if any(value and GUID.problem(value) is not None for value in others):
        yield CATALOGUE["azure-other-id-not-guid"]
    yield from _cloud_name_findings(dotenv.first("AZURE_CLOUD_NAME"))


def _is_unread(line: str) -> bool:
    """Whether people, but not the operator, read a client ID in a line."""
    bare = line.lstrip(INVISIBLE + GO_WHITESPACE)
    return not line.startswith(CLIENT_ID_PREFIX) and _OTHER_FORM.match(bare) is not None


def _client_id_findings(client_id: str) -> Iterator[Notice]:
    if GUID.problem(client_id) is None:
        return
    if client_id[0] in _QUOTES:
        yield CATALOGUE["azure-quoted-client-id"]
    elif (start := _UP_TO_COMMENT.match(client_id)) and GUID.problem(start[0]) is None:
        yield CATALOGUE["azure-client-id-comment"]
    else:
        yield CATALOGUE["azure-client-id-not-guid"]


def _cloud_name_findings(name: str) -> Iterator[Notice]:
    plain = name.strip(_QUOTES).casefold()
    if not plain or plain == AzureCloud.PUBLIC.casefold():
        return
    if any(plain == cloud.casefold() for cloud in AzureCloud):
        yield CATALOGUE["azure-sovereign-cloud"]
    else:
        yield CATALOGUE["azure-unknown-cloud"]
