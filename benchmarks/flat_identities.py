"""A role and its policy for each request of a folder with plain provider calls only.

The reference for component identities: no components, no settings, no checks, no output.
Usage: ``python -m benchmarks.flat_identities FOLDER``.
"""

import json
import sys
from pathlib import Path

import pulumi
import pulumi_aws as aws
import pulumi_tls as tls
import yaml

from benchmarks.flat_program import run_flat

HOST = "bench-oidc.s3.us-east-1.amazonaws.com"
ISSUER = f"https://{HOST}"
PROVIDER = f"arn:aws:iam::123456789012:oidc-provider/{HOST}"


def program(folder: Path) -> None:
    provider = aws.Provider("aws", region="us-east-1", allowed_account_ids=["123456789012"])
    on_aws = pulumi.ResourceOptions(provider=provider)
    tls.PrivateKey("key", algorithm="RSA", rsa_bits=4096)
    bucket = aws.s3.Bucket("issuer", bucket="bench-oidc", opts=on_aws)
    for key in (".well-known/openid-configuration", "keys.json"):
        aws.s3.BucketObjectv2(key, bucket=bucket.bucket, key=key, content="{}", opts=on_aws)
    issuer = aws.iam.OpenIdConnectProvider(
        "issuer", url=ISSUER, client_id_lists=["openshift"], opts=on_aws
    )
    after = pulumi.ResourceOptions(provider=provider, depends_on=[issuer])
    for file in sorted(folder.iterdir()):
        spec = yaml.load(file.read_bytes(), Loader=yaml.CSafeLoader)["spec"]
        namespace, secret = spec["secretRef"]["namespace"], spec["secretRef"]["name"]
        name = f"bench-{namespace}-{secret}"
        role = aws.iam.Role(
            name,
            name=name,
            description=f"OpenShift role for {namespace}/{secret}",
            assume_role_policy=json.dumps(
                {
                    "Version": "2012-10-17",
                    "Statement": [
                        {
                            "Effect": "Allow",
                            "Principal": {"Federated": PROVIDER},
                            "Action": "sts:AssumeRoleWithWebIdentity",
                            "Condition": {"StringEquals": {f"{HOST}:sub": [namespace]}},
                        }
                    ],
                }
            ),
            tags={"openshift.io/cloud-credential-operator/bench": "owned", "Name": "bench"},
            opts=after,
        )
        aws.iam.RolePolicy(
            name,
            role=role.name,
            policy=json.dumps(spec["providerSpec"]["statementEntries"]),
            opts=after,
        )
        pulumi.export(name, role.arn)


if __name__ == "__main__":
    run_flat(lambda: program(Path(sys.argv[1])))
