"""Fenced blocks of pages, the calls of the program in them, and files that a reader has."""

import re
import shlex
from collections.abc import Iterator
from typing import Final

from tests.kit.places import REPOSITORY

BACKUP: Final = """\
apiVersion: hypershift.openshift.io/v1beta1
kind: HCPEtcdBackup
metadata: {name: my-cluster-1, namespace: clusters-my-cluster}
spec:
  storage:
    storageType: S3
    s3:
      bucket: rosa-mc-1-etcd-snapshots
      region: us-east-1
      keyPrefix: etcd-backups
      credentials: {name: cloud-credentials}
"""
SECRET: Final = """\
apiVersion: v1
kind: Secret
metadata: {name: cloud-credentials, namespace: hypershift}
data: {credentials: YXJuOmF3czppYW06OjEyMzQ1Njc4OTAxMjpyb2xlL2V0Y2QtYmFja3VwLXJvbGU=}
"""


def blocks(markdown: str, *kinds: str) -> Iterator[str]:
    """The contents of a page's fenced blocks of some kinds."""
    for kind, block in re.findall(r"^```(\w*)\n(.*?)^```$", markdown, re.DOTALL | re.MULTILINE):
        if kind in kinds:
            yield str(block)


def calls(page: str) -> Iterator[list[str]]:
    """The arguments of each call of the program on a page, without pipes and redirections."""
    text = (REPOSITORY / page).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = "".join(blocks(text, "console", "sh")).splitlines()
    for line in (*lines, *re.findall(r"^ {4}(?=python -m)(.*)$", text, re.MULTILINE)):
        called = re.search(r"(?:python -m openshift_credentials|(?:^|[|] )openshift-credentials) (.*)", line)
        if called is not None:
            words = shlex.split(called.group(1), comments=True)
            ends = (number for number, word in enumerate(words) if word in ("|", ">", "<"))
            yield words[: next(ends, len(words))]
