"""Writes hosted-clusters.csv: 1,000 hosted clusters, some with settings of their own."""

import csv
from pathlib import Path

COLUMNS = ("hostedCluster", "trigger", "keyPrefix", "hostedControlPlaneNamespace")
TEAMS = ("billing", "checkout", "search", "warehouse")


def rows() -> list[tuple[str, str, str, str]]:
    """One row a hosted cluster; an empty cell takes the default."""
    clusters = [(f"clusters-{TEAMS[n % 4]}", f"{TEAMS[n % 4]}-{n:04}") for n in range(1000)]
    return [
        (
            f"{namespace}/{name}",
            "before-upgrade" if number % 250 == 0 else "",
            f"etcd-backups/audited/{name}" if number % 100 == 99 else "",
            f"ocm-{name}" if number % 500 == 7 else "",
        )
        for number, (namespace, name) in enumerate(clusters)
    ]


def main() -> None:
    """Write the file beside this one."""
    path = Path(__file__).parent / "hosted-clusters.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(rows())


if __name__ == "__main__":
    main()
