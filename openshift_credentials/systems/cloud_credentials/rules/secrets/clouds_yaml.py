"""``clouds.yaml`` of OpenStack, as the operator corrects it in the root secret.

Source: openshift/cloud-credential-operator ``pkg/operator/secretannotator/openstack`` at
b187feee66f4.
"""

from typing import Final

from openshift_credentials.base.json_values import is_object, object_member
from openshift_credentials.base.yaml_text import go_yaml_text
from openshift_credentials.platforms.manifests.syntax import SyntaxProblem, parse_yaml
from openshift_credentials.platforms.yaml.goyaml import GoYamlLoader
from openshift_credentials.systems.cloud_credentials.rules.modes.effective import OperatorError

CA_CERT_FILE: Final = "/etc/kubernetes/static-pod-resources/configmaps/cloud-config/ca-bundle.pem"
"""Path of the certificate for readers of ``clouds.yaml``."""


def fix_invalid_ca_cert_file(content: str) -> tuple[str, bool]:
    """``clouds.yaml`` with the correct path of the certificate, and whether it was changed.

    The operator removes an empty ``cacert`` of cloud ``openstack``, replaces another path than that
    of the mounted file, and leaves other clouds alone. A changed text says the same as the
    operator's; quotation marks and the indentation of lists can differ. Raises
    :class:`OperatorError`, without the content, which is secret.
    """
    document = parse_yaml(content, loader_class=GoYamlLoader)
    if isinstance(document, SyntaxProblem):
        raise OperatorError(f"yaml: clouds.yaml {document}")
    if document is None:
        return content, False
    if not is_object(document):
        tag = "seq" if isinstance(document, list) else "str"
        raise OperatorError(
            f"yaml: unmarshal errors:\n  line 1: cannot unmarshal !!{tag} into "
            "map[string]interface {}"
        )
    clouds = object_member(document, "clouds")
    cloud = object_member(clouds, "openstack")
    if "cacert" not in cloud or cloud["cacert"] == CA_CERT_FILE:
        return content, False
    fixed = {key: value for key, value in cloud.items() if key != "cacert"}
    if cloud["cacert"] not in (None, ""):
        fixed["cacert"] = CA_CERT_FILE
    return go_yaml_text({**document, "clouds": {**clouds, "openstack": fixed}}), True
