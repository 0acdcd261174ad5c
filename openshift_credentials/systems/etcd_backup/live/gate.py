"""Whether the operator's Deployment enables feature gate HCPEtcdBackup.

Source: openshift/hypershift ``hypershift-operator/featuregate/feature.go`` and ``main.go``.
"""

from typing import Final

from openshift_credentials.live.observed import Object

_GATE: Final = "HCPEtcdBackup=true"
_FEATURE_SETS: Final = ("TechPreviewNoUpgrade", "CustomNoUpgrade")


def gate_is_on(deployment: Object) -> bool:
    """Whether arguments or environment switch it on."""
    containers = deployment["spec"]["template"]["spec"].get("containers") or ()
    words = [word for container in containers for word in container.get("args") or ()]
    sets = [
        variable.get("value")
        for container in containers
        for variable in container.get("env") or ()
        if variable.get("name") == "HYPERSHIFT_FEATURESET"
    ]
    return any(_GATE in str(word) for word in words) or any(name in _FEATURE_SETS for name in sets)
