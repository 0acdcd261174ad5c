"""Secrets for the verb ``detect``."""

MARKER = "MARKER-7f3a"
ARN = "arn:aws:iam::123456789012:role/etcd-backup"
CLIENT_ID = "11111111-2222-3333-4444-555555555555"


def secret(name: str = "creds", **text: str) -> dict[str, object]:
    return {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": name, "namespace": "hypershift"},
        "stringData": text,
    }
