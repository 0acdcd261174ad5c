"""Arguments and words of the verb ``preview``."""

MARKER = "planted-c2VjcmV0"
FORMS = ("text", "json", "markdown")
WRONG_MODE = (
    *("--config", "etcdBackup.credentials.mode=aws-static"),
    *("--config", "etcdBackup.credentials.credentialsFile=arn:aws:iam::123456789012:role/etcd-backup"),
)
UNUSABLE = ("--config", "etcdBackup.storage.s3.bucket=A", "--config", "surplus=1")
