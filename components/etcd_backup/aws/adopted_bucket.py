"""Existing S3 bucket that is only read."""

from collections.abc import Mapping, Sequence

import pulumi
from pulumi_aws import s3

from openshift_credentials.systems.etcd_backup.rules.adopted import assert_region, facts_of, shortcomings
from openshift_credentials.systems.etcd_backup.settings.s3 import S3Storage

from ...base.component import child_options
from ...base.errors import log_notice, stopping_the_program


class AdoptedBucket(pulumi.ComponentResource):
    """A bucket outside the stack: read, but never changed or deleted.

    Shortcomings are warnings, at preview too. A bucket in a region that differs from the settings
    stops the program, because no upload could succeed: on update, :attr:`bucket_name` is known only
    after this check. Public access block and ownership are not checked: AWS returns an error for a
    bucket without them.
    """

    bucket_name: pulumi.Output[str]

    def __init__(
        self, name: str, settings: S3Storage, key_prefixes: Sequence[str], opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:aws:AdoptedBucket", name, None, opts)
        self._settings, self._key_prefixes = settings, key_prefixes
        self.bucket = s3.Bucket.get(name, settings.bucket, opts=child_options(self, opts))
        # The SDK deprecates most of these as inputs of buckets, so each is read by its name.
        found = pulumi.Output.all(
            region=self.bucket.bucket_region,
            policy=pulumi.get(self.bucket, "policy"),
            versioning=pulumi.get(self.bucket, "versioning"),
            encryption=pulumi.get(self.bucket, "server_side_encryption_configuration"),
            lifecycle_rules=pulumi.get(self.bucket, "lifecycle_rules"),
        ).apply(self._judge)
        self.bucket_name = (
            pulumi.Output.from_input(settings.bucket)
            if pulumi.runtime.is_dry_run()
            else found.apply(lambda _: settings.bucket)
        )
        self.register_outputs({"bucket": self.bucket_name, "shortcomings": found})

    def _judge(self, read: Mapping[str, object]) -> list[str]:
        settings = self._settings
        facts = facts_of(settings.bucket, read)
        with stopping_the_program():
            assert_region(facts, settings.region)
        found = shortcomings(facts, key_prefixes=self._key_prefixes, kms_key_arn=settings.kms_key_arn)
        texts: list[str] = []
        for shortcoming in found:
            log_notice(shortcoming.at(f"bucket {facts.bucket}"), self.bucket)
            texts.append(str(shortcoming))
        return texts
