"""``clouds.yaml`` of OpenStack, as the operator corrects it in the root secret.

Source: openshift/cloud-credential-operator ``pkg/operator/secretannotator/openstack`` at
b187feee66f4.
"""

import math
from typing import Final, cast

import yaml

from openshift_credentials.platforms.manifests.syntax import SyntaxProblem, parse_yaml
from openshift_credentials.platforms.yaml.goyaml import GoYamlLoader
from openshift_credentials.systems.cloud_credentials.rules.modes.effective import OperatorError

CA_CERT_FILE: Final = "/etc/kubernetes/static-pod-resources/configmaps/cloud-config/ca-bundle.pem"
"""Path of the certificate for readers of ``clouds.yaml``."""
_PATH: Final = ("clouds", "openstack")


def fix_invalid_ca_cert_file(content: str) -> tuple[str, bool]:
    """``clouds.yaml`` with the correct path of the certificate, and whether it was changed.

    The operator removes an empty ``cacert`` of cloud ``openstack``, replaces another path than that
    of the mounted file, and leaves other clouds alone. A changed text says the same as the
    operator's; quotation marks and the indentation of lists can differ. Raises
    :class:`OperatorError`, without the content, which is secret.
    """
    clouds = parse_yaml(content, loader_class=GoYamlLoader)
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
    for name in _PATH:
        part = cloud.get(name)
        if not isinstance(part, dict):
            return content, False
        cloud = cast("dict[str, object]", part)
    if "cacert" not in cloud or cloud["cacert"] == CA_CERT_FILE:
        return content, False
    if cloud["cacert"] in (None, ""):
        del cloud["cacert"]
    else:
        cloud["cacert"] = CA_CERT_FILE
    return yaml.safe_dump(clouds, indent=4, width=math.inf, allow_unicode=True), True
