"""Every reason for which a kubelet refuses its configuration, in its order."""

import json
from typing import Any

import pytest

from openshift_credentials.systems.image_pulls.rules.kubelets import KubeletVersion
from openshift_credentials.systems.image_pulls.rules.provider_config import (
    CONFIG_API_VERSION,
    CONFIG_KIND,
    Provider,
    validate,
)
from openshift_credentials.systems.image_pulls.rules.pull import KubeletStops, Node, Pod, pull

NEW, OLD = KubeletVersion(34), KubeletVersion(33)
API = "credentialprovider.kubelet.k8s.io/v1"
TOKENS: dict[str, Any] = {
    "serviceAccountTokenAudience": "sts.amazonaws.com",
    "cacheType": "Token",
    "requireServiceAccount": True,
}
PROVIDER: dict[str, Any] = {"name": "p", "apiVersion": API, "matchImages": ["a.io"], "defaultCacheDuration": "1m"}
ATTRIBUTES = "providers.tokenAttributes"


def errors(
    changes: dict[str, Any], tokens: dict[str, Any] | None = None, kubelet: KubeletVersion = NEW, *, gate: bool = True
) -> list[tuple[str, str]]:
    attributes = {} if tokens is None else {"tokenAttributes": {**TOKENS, **tokens}}
    provider = Provider.model_validate({**PROVIDER, **changes, **attributes})
    return [
        (error.field, error.type.removeprefix("FieldValue")) for error in validate([provider], kubelet, token_gate=gate)
    ]


def test_no_provider_is_one_error() -> None:
    (error,) = validate([], NEW)
    assert (error.field, error.detail) == ("providers", "at least one provider is needed")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, "executable 'p' does not exist"),
        (
            {"name": "a b", "matchImages": []},
            "providers.name: cannot contain spaces; providers.matchImages: at least one is needed",
        ),
        ({"args": 1}, "the file: providers[0].args must be a list"),
    ],
)
def test_a_kubelet_stops_for_every_reason(changes: dict[str, Any], reason: str) -> None:
    document = {"apiVersion": CONFIG_API_VERSION, "kind": CONFIG_KIND, "providers": [{**PROVIDER, **changes}]}
    node = Node(kubelet=NEW, plugins={}, annotations={})
    pod = Pod(namespace="a", name="b", service_account="c")
    assert pull(json.dumps(document).encode(), node, pod, "a.io/x") == KubeletStops(reason)


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
