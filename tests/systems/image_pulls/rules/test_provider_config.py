"""The strict reader: what stops a kubelet, told without quoting a secret."""

import json
from typing import Any, Final, cast

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.systems.image_pulls.rules.kubelet_plugins import (
    RegistryCloud,
    Variant,
    acr_workload_identity,
    crio_entry,
    ecr_workload_identity,
    node_identity,
    render,
)
from openshift_credentials.systems.image_pulls.rules.kubelets import COMPARED, KubeletVersion
from openshift_credentials.systems.image_pulls.rules.provider_config import (
    CONFIG_API_VERSION,
    CONFIG_KIND,
    ErrorType,
    Provider,
    UnreadableConfigError,
    read_directory,
    read_file,
    validate,
)
from openshift_credentials.systems.image_pulls.rules.pull import KubeletStops, Pod, Scenario, pull
from tests.kit.tables import nonempty, rows_beside

MERGED: Final = (
    "- <<: {name: a, matchImages: [a.io], defaultCacheDuration: 1m}\n"
    "  apiVersion: credentialprovider.kubelet.k8s.io/v1\n"
)
GOOD: Final[dict[str, Any]] = {
    "apiVersion": "kubelet.config.k8s.io/v1",
    "kind": "CredentialProviderConfig",
    "providers": [
        {
            "name": "ecr-credential-provider",
            "matchImages": ["*.dkr.ecr.*.amazonaws.com"],
            "defaultCacheDuration": "12h",
            "apiVersion": "credentialprovider.kubelet.k8s.io/v1",
        }
    ],
}
HEAD: Final = "apiVersion: kubelet.config.k8s.io/v1\nkind: CredentialProviderConfig\n"
PROVIDER: Final = (
    "- &first\n  name: a\n  matchImages: [a.io]\n  defaultCacheDuration: 1m\n"
    "  apiVersion: credentialprovider.kubelet.k8s.io/v1\n"
)


def test_every_file_that_the_program_renders_lets_a_kubelet_start() -> None:
    files = [
        *(node_identity(cloud) for cloud in RegistryCloud),
        ecr_workload_identity(),
        *(acr_workload_identity(variant, "api://x") for variant in Variant),
    ]
    for providers in nonempty(files):
        for kubelet in map(KubeletVersion, (34, 36)):
            text = render([*providers, *crio_entry(["docker.io", "quay.io/team"])])
            assert not validate(read_file(text.encode(), kubelet).providers, kubelet), providers


def test_the_stanza_of_the_enhancement_for_azure_stops_the_kubelet() -> None:
    (entry,) = acr_workload_identity(Variant.STRICT, "api://AzureADTokenExchange")
    attributes = cast("dict[str, object]", entry["tokenAttributes"])
    attributes["requireServiceAccount"] = False
    (error,) = validate(read_file(render([entry]).encode(), COMPARED).providers, COMPARED)
    assert error.type is ErrorType.FORBIDDEN
    assert error.field == "providers.tokenAttributes.requiredServiceAccountAnnotationKeys"


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}providers:\n{PROVIDER}- <<: *first\n  name: b\n",
        f"{HEAD}providers:\n{PROVIDER}  name: b\n",
        f"{HEAD}providers:\n{PROVIDER}  args: [1]\n",
        f"{HEAD}providers:\n{PROVIDER}  args: [0o7]\n",
        f"{HEAD}Providers: []\n",
        "{apiVersion: kubelet.config.k8s.io/v1, kind: CredentialProviderConfig}",
        f"{json.dumps(GOOD)}\n---\n",
        f"\u00a0{json.dumps(GOOD)}",
    ],
    ids=[
        *("a merge that overrides", "a key twice", "a number", "an octal number"),
        *("a field in another case", "flow YAML", "more behind JSON", "a space before JSON"),
    ],
)
def test_what_stops_a_kubelet_is_refused(text: str) -> None:
    with pytest.raises(UnreadableConfigError):
        read_file(text.encode(), COMPARED)


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}providers:\n{PROVIDER}---\nthis: [is never read\n",
        f"{HEAD}providers: !!str\n{PROVIDER}  args: [!any text]\n",
        f"\ufeff{HEAD}providers:\n{PROVIDER}",
        f"\n {json.dumps(GOOD)}",
        f"{HEAD}providers:\n{MERGED}",
    ],
    ids=["a broken second document", "tags", "a byte order mark", "space before JSON", "a merge"],
)
def test_what_a_kubelet_reads_is_read(text: str) -> None:
    assert not validate(read_file(text.encode(), COMPARED).providers, COMPARED)


@pytest.mark.parametrize(
    ("attributes", "accepted_by"), [({}, [33]), ({"cacheType": "Token"}, [34, 35, 36]), ({"audience": "x"}, [])]
)
def test_token_attributes_are_read_as_each_version_defines_them(
    attributes: dict[str, str], accepted_by: list[int]
) -> None:
    wanted = {"serviceAccountTokenAudience": "x", "requireServiceAccount": False, **attributes}
    provider = {**GOOD["providers"][0], "tokenAttributes": wanted}
    text = json.dumps({**GOOD, "providers": [provider]}).encode()

    def starts(kubelet: KubeletVersion) -> bool:
        try:
            return not validate(read_file(text, kubelet).providers, kubelet)
        except UnreadableConfigError:
            return False

    assert [minor for minor in range(32, 37) if starts(KubeletVersion(minor))] == accepted_by


def test_nothing_secret_is_in_an_error() -> None:
    secret = "AKIAIOSFODNN7EXAMPLE"
    provider = GOOD["providers"][0]
    wrongs: list[dict[str, Any]] = [
        {**provider, "env": [{"name": "KEY", "value": [secret]}]},
        {**provider, "env": {"name": secret}},
        {**provider, "env": [{f"x {secret}": "KEY"}]},
        {**provider, "defaultCacheDuration": secret},
    ]
    for wrong in nonempty(wrongs):
        with pytest.raises(UnreadableConfigError) as refused:
            read_file(json.dumps({**GOOD, "providers": [wrong]}).encode(), COMPARED)
        assert secret not in str(refused.value)
    environment = {**provider, "env": [{"name": "KEY", "value": secret}]}
    read = read_file(json.dumps({**GOOD, "providers": [environment]}).encode(), COMPARED)
    assert secret not in repr(read)


def test_all_reasons_are_reported_at_once() -> None:
    provider = {**GOOD["providers"][0], "args": 1, "more": 1}
    with pytest.raises(UnreadableConfigError) as refused:
        read_file(json.dumps({**GOOD, "providers": [provider]}).encode(), COMPARED)
    assert "providers[0].args must be a list" in str(refused.value)
    assert "providers[0].more is an unknown field" in str(refused.value)


def test_a_directory_is_read_in_the_order_of_names_and_without_other_files() -> None:
    def named(name: str) -> bytes:
        return json.dumps({**GOOD, "providers": [{**GOOD["providers"][0], "name": name}]}).encode()

    files = {"b.json": named("b"), "a.yml": named("a"), "c.YAML": b"broken: [", "d.txt": b"x: ["}
    assert [each.name for each in read_directory(files, COMPARED).providers] == ["a", "b"]
    with pytest.raises(UnreadableConfigError, match="occurs 2 times"):
        read_directory({"a.yaml": named("same"), "b.yaml": named("same")}, COMPARED)
    with pytest.raises(UnreadableConfigError) as refused:
        read_directory({"a.yaml": b"[]", "b.yaml": b"[]", "c.yml": named("c")}, COMPARED)
    no_mapping = "is not a mapping of apiVersion, kind and providers"
    assert str(refused.value) == f"a.yaml: {no_mapping}; b.yaml: {no_mapping}"
    with pytest.raises(UnreadableConfigError, match="has no file"):
        read_directory({"d.txt": b""}, COMPARED)


@given(st.binary(max_size=200))
def test_random_bytes_are_never_a_configuration(content: bytes) -> None:
    with pytest.raises(UnreadableConfigError, match=r"\w"):
        read_file(content, COMPARED)


# Every reason for which a kubelet refuses its configuration, in its order.

NEW, OLD = KubeletVersion(34), KubeletVersion(33)
API = "credentialprovider.kubelet.k8s.io/v1"
TOKENS: dict[str, Any] = {
    "serviceAccountTokenAudience": "sts.amazonaws.com",
    "cacheType": "Token",
    "requireServiceAccount": True,
}
GOOD_PROVIDER: dict[str, Any] = {"name": "p", "apiVersion": API, "matchImages": ["a.io"], "defaultCacheDuration": "1m"}
ATTRIBUTES = "providers.tokenAttributes"


def errors(
    changes: dict[str, Any], tokens: dict[str, Any] | None = None, kubelet: KubeletVersion = NEW, *, gate: bool = True
) -> list[tuple[str, str]]:
    attributes = {} if tokens is None else {"tokenAttributes": {**TOKENS, **tokens}}
    provider = Provider.model_validate({**GOOD_PROVIDER, **changes, **attributes})
    return [
        (error.field, error.type.removeprefix("FieldValue")) for error in validate([provider], kubelet, token_gate=gate)
    ]


def test_no_provider_is_one_error() -> None:
    (error,) = validate([], NEW)
    assert (error.field, error.detail) == ("providers", "at least one provider is needed")


@rows_beside("changes, reason")
def test_a_kubelet_stops_for_every_reason(changes: dict[str, Any], reason: str) -> None:
    document = {"apiVersion": CONFIG_API_VERSION, "kind": CONFIG_KIND, "providers": [{**GOOD_PROVIDER, **changes}]}
    scenario = Scenario(config=json.dumps(document), pod=Pod(), service_account=None, image="a.io/x", plugins={})
    assert pull(scenario, NEW) == KubeletStops(reason)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, []),
        ({"name": "a/b"}, [("providers.name", "Invalid")]),
        ({"name": "a b"}, [("providers.name", "Invalid")]),
        ({"name": "."}, [("providers.name", "Invalid")]),
        ({"name": ".."}, [("providers.name", "Invalid")]),
        ({"apiVersion": ""}, [("providers.apiVersion", "Required")]),
        ({"apiVersion": "v1"}, [("providers.apiVersion", "NotSupported")]),
        ({"matchImages": []}, [("providers.matchImages", "Required")]),
        ({"matchImages": ["a.io", "a b"]}, [("providers.matchImages", "Invalid")]),
        ({"defaultCacheDuration": None}, [("providers.defaultCacheDuration", "Required")]),
        ({"defaultCacheDuration": "-1s"}, [("providers.defaultCacheDuration", "Invalid")]),
        ({"defaultCacheDuration": "0s"}, []),
    ],
)
def test_each_wrong_member_is_an_error(changes: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert errors(changes) == expected


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        ({}, []),
        ({"serviceAccountTokenAudience": ""}, [("serviceAccountTokenAudience", "Required")]),
        ({"requireServiceAccount": None}, [("requireServiceAccount", "Required")]),
        ({"cacheType": ""}, [("cacheType", "Required")]),
        ({"cacheType": "x"}, [("cacheType", "NotSupported")]),
        (
            {"requireServiceAccount": False, "requiredServiceAccountAnnotationKeys": ["a/b"]},
            [("requiredServiceAccountAnnotationKeys", "Forbidden")],
        ),
        (
            {"requiredServiceAccountAnnotationKeys": ["a/b", "a/b"]},
            [("requiredServiceAccountAnnotationKeys", "Duplicate")],
        ),
        ({"optionalServiceAccountAnnotationKeys": ["A B"]}, [("optionalServiceAccountAnnotationKeys", "Invalid")]),
        (
            {"requiredServiceAccountAnnotationKeys": ["a/b"], "optionalServiceAccountAnnotationKeys": ["a/b"]},
            [("", "Invalid")],
        ),
    ],
)
def test_each_wrong_attribute_of_tokens_is_an_error(tokens: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    named = [(f"{ATTRIBUTES}.{name}".rstrip("."), kind) for name, kind in expected]
    assert errors({}, tokens) == named


def test_tokens_need_the_gate_and_the_first_version_of_the_api() -> None:
    assert errors({}, {}, gate=False) == [(ATTRIBUTES, "Forbidden")]
    assert errors({"apiVersion": f"{API}beta1"}, {}) == [(ATTRIBUTES, "Forbidden")]


def test_an_older_kubelet_knows_no_type_of_cache() -> None:
    assert errors({}, {"cacheType": ""}, OLD) == []
