"""docs/dependencies.md: each part written by hand, and what its library reads otherwise."""

import configparser
import copy
import json
from datetime import UTC, datetime, timedelta
from functools import cache

import jsonschema
import pytest
import yaml
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import pkcs12 as library_pkcs12

from openshift_credentials.platforms.aws.credentials_file import parse_credentials_file
from openshift_credentials.platforms.azure.managed_identity import bundle, document as pem
from openshift_credentials.platforms.go.json import InvalidJSONError, string_member
from openshift_credentials.platforms.go.yaml import parse_yaml
from openshift_credentials.platforms.kubernetes.cron import cron_problem
from openshift_credentials.preview.engine_yaml import read_yaml
from openshift_credentials.systems.etcd_backup.rules.backup import validate
from tests.kit.places import CRD, REPOSITORY
from tests.systems.etcd_backup.rules.backup_samples import FULL_S3, backup


@cache
def page() -> str:
    return (REPOSITORY / "docs" / "dependencies.md").read_text()


@cache
def certificate() -> tuple[rsa.RSAPrivateKey, x509.Certificate]:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "backup")])
    now = datetime.now(UTC)
    built = x509.CertificateBuilder(name, name, key.public_key(), 1, now, now + timedelta(days=1))
    return key, built.sign(key, hashes.SHA256())


@pytest.mark.parametrize(
    ("text", "library", "engine", "manifest"),
    [("a: on", True, "on", True), ("a: y", "y", "y", True), ("a: 12:30", 750, "12:30", "12:30")],
)
def test_three_readers_of_yaml_and_pyyaml(text: str, library: object, engine: object, manifest: object) -> None:
    assert f"`{text}`" in page()
    assert yaml.safe_load(text) == {"a": library}
    assert read_yaml(text.encode()) == {"a": engine}
    assert parse_yaml(text) == {"a": manifest}


def test_go_json_and_json() -> None:
    document = '{"clientSecret": "x", "age": NaN}'
    assert f"`{document}`" in page()
    assert json.loads(document)["clientSecret"] == "x"
    with pytest.raises(InvalidJSONError):
        string_member(document.encode(), "clientSecret")


def test_the_ini_of_the_sdk_and_configparser() -> None:
    text = "[default]\nkey = a # b\n[default]\nother = c\n"
    assert "a section that occurs twice" in page()
    assert "`key = a # b`" in page()
    with pytest.raises(configparser.DuplicateSectionError):
        configparser.ConfigParser().read_string(text)
    once = configparser.ConfigParser()
    once.read_string("[default]\nkey = a # b\n")
    assert once["default"]["key"] == "a # b"
    assert parse_credentials_file(text).default == {"key": "a", "other": "c"}


@pytest.mark.parametrize("expression", ["0 0 * * 7", "0 0 1 * 1", "50-10 * * * *"])
def test_cron_refuses_what_the_two_parsers_of_velero_read_differently(expression: str) -> None:
    assert f"`{expression}`" in page()
    assert cron_problem(expression)


def test_cron_accepts_what_only_velero_knows() -> None:
    for expression in ("@every 1h", "CRON_TZ=Europe/Berlin 0 3 * * *"):
        assert f"`{expression}`" in page()
        assert cron_problem(expression) is None


def test_admission_and_jsonschema() -> None:
    definition = yaml.safe_load(CRD.read_text())
    schema = definition["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
    manifest = copy.deepcopy(backup(FULL_S3))
    manifest["spec"]["storage"]["storageType"] = "AzureBlob"
    assert "`storageType: AzureBlob` beside `s3`" in page()
    assert jsonschema.Draft202012Validator(schema).is_valid(manifest)
    assert not validate(manifest).accepted


def test_pkcs12_and_cryptography() -> None:
    key, cert = certificate()
    content = library_pkcs12.serialize_key_and_certificates(b"backup", key, cert, None, serialization.NoEncryption())
    assert "SHA-256" in page()
    assert library_pkcs12.load_pkcs12(content, None).key is not None
    with pytest.raises(bundle.BundleError, match="SHA-1"):
        bundle.open_bundle(content)


def test_pem_and_cryptography() -> None:
    _, cert = certificate()
    indented = b"  " + cert.public_bytes(serialization.Encoding.PEM)
    assert "indented by spaces" in page()
    assert x509.load_pem_x509_certificates(indented) == [cert]
    assert list(pem.blocks(indented)) == []
