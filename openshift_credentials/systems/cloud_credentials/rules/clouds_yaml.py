"""``clouds.yaml`` of OpenStack, as the operator corrects it in the root secret.

Source: openshift/cloud-credential-operator ``pkg/operator/secretannotator/openstack`` at
b187feee66f4.
"""

from collections.abc import Hashable
from typing import Final

import yaml

from openshift_credentials.base.json_values import is_object, object_member
from openshift_credentials.base.yaml_text import go_yaml_text, pairs
from openshift_credentials.platforms.go.yaml import OLD_BOOLEANS, PLAIN, GoYamlLoader, SyntaxProblem, parse_yaml

from .modes import OperatorError

CA_CERT_FILE: Final = "/etc/kubernetes/static-pod-resources/configmaps/cloud-config/ca-bundle.pem"
"""Path of the certificate for readers of ``clouds.yaml``."""


class _Loader(GoYamlLoader):
    """go.yaml.in/yaml/v3: keys keep their types, none occurs twice, and ``yes`` is text."""

    def construct_mapping(
        self,
        node: yaml.MappingNode,
        deep: bool = False,  # noqa: FBT001, FBT002
    ) -> dict[Hashable, object]:
        keys: set[str] = set()
        for key, _ in pairs(node):
            if isinstance(key, yaml.ScalarNode):
                if key.value in keys:
                    raise yaml.MarkedYAMLError(problem="twice", problem_mark=key.start_mark)
                keys.add(key.value)
        return super().construct_mapping(node, deep=deep)

    def construct_resolved(self, node: yaml.ScalarNode) -> object:
        return node.value if node.value in OLD_BOOLEANS else super().construct_resolved(node)

    def key_of(self, key: object, node: yaml.Node) -> Hashable:
        return key if isinstance(key, Hashable) else super().key_of(key, node)


_Loader.add_constructor(PLAIN, _Loader.construct_resolved)


def fix_invalid_ca_cert_file(content: str) -> tuple[str, bool]:
    """``clouds.yaml`` with the correct path of the certificate, and whether it was changed.

    The operator removes an empty ``cacert`` of cloud ``openstack`` and replaces another path than
    that of the mounted file. It leaves other clouds alone, and mappings with a key that is not
    text. A changed text says the same as the operator's; quotation marks, the indentation of lists
    and the form of times and fractions can differ. Raises :class:`OperatorError`, without the
    content, which is secret.
    """
    document = parse_yaml(content, loader_class=_Loader)
    if isinstance(document, SyntaxProblem):
        raise OperatorError(f"yaml: clouds.yaml {document}")
    if document is None:
        return content, False
    if not is_object(document):
        tag = "seq" if isinstance(document, list) else "str"
        raise OperatorError(
            f"yaml: unmarshal errors:\n  line 1: cannot unmarshal !!{tag} into map[string]interface {{}}"
        )
    clouds = object_member(document, "clouds")
    cloud = object_member(clouds, "openstack")
    keys: list[object] = [*clouds, *cloud]
    if not all(isinstance(key, str) for key in keys) or "cacert" not in cloud or cloud["cacert"] == CA_CERT_FILE:
        return content, False
    fixed = {key: value for key, value in cloud.items() if key != "cacert"}
    if cloud["cacert"] not in (None, ""):
        fixed["cacert"] = CA_CERT_FILE
    return go_yaml_text({**document, "clouds": {**clouds, "openstack": fixed}}), True
