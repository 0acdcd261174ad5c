"""The image of the program, which contains everything that ``pulumi install`` would fetch."""

import re
from typing import Final

from openshift_credentials.fleet.rules.inventory import Fleet

BASE: Final = "docker.io/pulumi/pulumi:3.272.0-nonroot"
"""Has user 1000 and a CLI with structured configuration (3.202 or newer)."""

CONFIG_DIRECTORY: Final = "../../share/config"
"""Relative to the program's directory, and to ``/share/workspace``, the link to it: ``/share`` is a
volume of the workspace's pod, so the configuration survives a restart of the container."""


def containerfile(fleet: Fleet) -> str:
    """The Containerfile; its context is the project's repository."""
    place = fleet["programDirectory"]
    return re.sub(r"^ {8}", "", f"""\
        # The program with its environment and its providers, for the Pulumi Kubernetes Operator.
        # Build it in a checkout of the project:
        #   podman build -f Containerfile -t registry.example.com/openshift-credentials:1.0.0 .
        ARG BASE={BASE}
        FROM ${{BASE}}

        USER root
        RUN mkdir -p {place} && chown 1000:1000 {place}
        USER 1000:1000
        WORKDIR {place}
        COPY --chown=1000:1000 requirements.txt Pulumi.yaml __main__.py ./
        COPY --chown=1000:1000 components ./components
        COPY --chown=1000:1000 openshift_credentials ./openshift_credentials

        # A real directory that user 1000 can write to: every new pod runs 'pulumi install' in it.
        # It first upgrades pip, setuptools and wheel, which must be installed for that offline.
        RUN python3 -m venv .venv \\
         && .venv/bin/python -m pip install --no-cache-dir --upgrade pip setuptools wheel \\
         && .venv/bin/python -m pip install --no-cache-dir --require-hashes -r requirements.txt

        # The configuration goes to a volume of the pod: in a layer of the container it would be
        # gone after a restart, and updates would fail with missing configuration values.
        RUN printf 'stackConfigDir: {CONFIG_DIRECTORY}\\n' >> Pulumi.yaml

        # Providers into the image, then once more as a pod does it: without an index.
        RUN pulumi install
        ENV PIP_NO_INDEX=1 \\
            PIP_DISABLE_PIP_VERSION_CHECK=1 \\
            PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION=true \\
            PULUMI_SKIP_UPDATE_CHECK=true \\
            PYTHONDONTWRITEBYTECODE=1
        RUN pulumi install
        """, flags=re.MULTILINE)  # fmt: skip
