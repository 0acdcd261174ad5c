"""A small program of our own with the parts that rules follow: no text of any upstream."""

import re
from pathlib import Path
from typing import Final

from tests.upstream.check import current
from tests.upstream.checkout import open_checkout
from tests.upstream.tables import Row, write_table

RULES: Final = "systems.etcd_backup.rules"

GO: Final = """\
// Package depot sends parcels.
package depot

import (
    "fmt"
    "time"
)

// Mode is how a parcel travels.
type Mode string

const (
    Rail Mode = "rail"
    Road Mode = "road"
)

const (
    audience = "depot.example"
    limit    = 900
    patience = 5 * time.Second
)

var gates = map[string]bool{
    "NightDelivery": false,
    "RailOnly":      true,
}

var actions = []string{"parcel:Send", "parcel:Track"}

// Parcel is what travels.
type Parcel struct {
    Name   string `json:"name"`
    Weight int    `json:"weight"`
}

// Pick chooses.
func (p *Parcel) Pick(hours int) (Mode, error) {
    switch p.Name {
    case "glass", "eggs":
        return Road, nil
    case "coal":
        return Rail, nil
    default:
        if p.Weight > limit && hours >= 24 {
            return Rail, nil
        }
    }
    return "", fmt.Errorf("no mode for %q within %d hours", p.Name, hours)
}
"""
DEFINITION: Final = """\
spec:
  versions:
  - name: v1
    schema:
      description: a parcel
      properties:
        mode:
          type: string
          enum: [rail, road]
        weight:
          description: in grams
          type: integer
          maximum: 900
"""
REQUEST: Final = """\
kind: CredentialsRequest
metadata:
  name: depot
spec:
  providerSpec:
    kind: AWSProviderSpec
    statementEntries:
    - effect: Allow
      action: [s3:GetObject]
      resource: '*'
"""
SCRIPT: Final = """\
#!/bin/sh
# Prepares the depot.
depot create --mode rail
depot open
"""
FILES: Final = {
    "go.mod": "module github.com/openshift/hypershift\n\ngo 1.26\n",
    "depot/depot.go": re.sub(
        r"^(?: {4})+", lambda front: front[0].replace("    ", "\t"), GO, flags=re.MULTILINE
    ),
    "depot/other.go": "package depot\n\nfunc open() bool { return true }\n",
    "crds/parcels.yaml": DEFINITION,
    "manifests/request.yaml": REQUEST,
    "scripts/setup.sh": SCRIPT,
}
_SYMBOLS: Final = (
    ("credentials:CredentialMode", "depot/depot.go", "Mode"),
    ("credentials:detect", "depot/depot.go", "Parcel.Pick"),
    ("names:SERVICE_ACCOUNT", "depot/depot.go", "audience"),
    ("defaults:JOB_DEADLINE_SECONDS", "depot/depot.go", "limit"),
    ("defaults:BACKUP_WAIT_SECONDS", "depot/depot.go", "patience"),
    ("job.prediction:predict_job", "depot/depot.go", "group:audience"),
    ("backup_status:SUCCESS_MESSAGE", "depot/depot.go", "gates[Night*]"),
    ("backup_status:BackupReason", "depot/depot.go", "gates[*]"),
    ("upload_actions:GRANTS", "depot/depot.go", "actions"),
    ("payloads:encode", "depot/depot.go", "Parcel"),
    ("backup:validate", "crds/parcels.yaml", "spec/versions/name=v1/schema"),
    ("payloads:for_oadp", "manifests", "CredentialsRequest"),
    ("oadp:plugin_config", "scripts/setup.sh", "*"),
)


def write_files(folder: Path, files: dict[str, str]) -> None:
    """Write a checkout without history."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode())


def write_sources(checkout: Path, sources: Path) -> None:
    """The table that says what the checkout says now."""
    (opened,) = open_checkout(checkout)
    rows = [
        Row(
            rule=f"{RULES}.{rule}",
            repository="openshift/hypershift",
            file=file,
            symbol=symbol,
            commit="0123456789ab",
        )
        for rule, file, symbol in _SYMBOLS
    ]
    sources.mkdir()
    (sources / "small.csv").write_text(write_table(current(opened, row) for row in rows))
