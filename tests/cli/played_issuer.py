"""Stands for the network of ``issuer`` verbs: what an issuer publishes."""

import pytest

from openshift_credentials.live.published_issuer import Published
from openshift_credentials.systems.token_issuer.rules.issuers import (
    IssuerCloud,
    build_json_web_key_set,
    discovery_document,
)
from tests.systems.token_issuer.test_tokens import ISSUER, key


class PlayedIssuer:
    """Answers with the documents of an issuer."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.jwks = build_json_web_key_set([key(0)[1].public])
        self._patch = monkeypatch
        self.answer()

    def answer(self) -> None:
        discovery = discovery_document(IssuerCloud.AWS, ISSUER).encode()
        published = Published(discovery, self.jwks.encode())

        def fetch(_: str) -> Published:
            return published

        self._patch.setattr("openshift_credentials.cli.verbs.issuer.check.fetch", fetch)
