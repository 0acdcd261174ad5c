"""Stack files for measurements: the stack ``dev`` with any number of backups."""

from pathlib import Path

import yaml

ROOT = Path(__file__).parent.parent
SYSTEM_KEY = "openshift-credentials:etcdBackup"


def write_stack(directory: Path, backups: int) -> Path:
    """Write ``dev`` with that many hosted clusters, and return the file."""
    content = yaml.safe_load((ROOT / "Pulumi.dev.yaml").read_text())
    content["config"][SYSTEM_KEY]["backups"] = [
        {"hostedCluster": f"clusters/cluster-{number:04}", "trigger": "2026-11-21"} for number in range(backups)
    ]
    path = directory / f"Pulumi.backups-{backups}.yaml"
    path.write_text(yaml.safe_dump(content))
    return path
