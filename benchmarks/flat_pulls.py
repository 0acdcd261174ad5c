"""The resources of many workloads that pull from ECR, with plain provider calls only.

The reference for :mod:`benchmarks.image_pulls`.
Usage: ``python -m benchmarks.flat_pulls WORKLOADS``.
"""

import base64
import json
import sys

import pulumi
import pulumi_aws as aws
import pulumi_kubernetes as kubernetes
import pulumiverse_time as time

from benchmarks.flat_program import run_flat

PER_NAMESPACE = 10


def program(workloads: int) -> None:
    provider = aws.Provider("aws", region="eu-west-1", allowed_account_ids=["123456789012"])
    cluster = kubernetes.Provider("cluster", cluster_identifier="prod")
    binding = _permission(pulumi.ResourceOptions(provider=cluster))
    needed: list[pulumi.Resource] = [binding]
    for number in range((workloads + PER_NAMESPACE - 1) // PER_NAMESPACE):
        namespace = f"team-{number}"
        members = range(min(PER_NAMESPACE, workloads - number * PER_NAMESPACE))
        sleep, role = _role(namespace, len(members), pulumi.ResourceOptions(provider=provider))
        accounts = [
            kubernetes.core.v1.ServiceAccountPatch(
                f"{namespace}-app-{member}",
                metadata={
                    "name": f"app-{member}",
                    "namespace": namespace,
                    "annotations": {"eks.amazonaws.com/ecr-role-arn": role.arn},
                },
                opts=pulumi.ResourceOptions(provider=cluster, depends_on=[sleep, binding]),
            )
            for member in members
        ]
        needed += accounts
    content = base64.b64encode(b"x" * 700).decode()
    kubernetes.apiextensions.CustomResource(
        "worker",
        api_version="machineconfiguration.openshift.io/v1",
        kind="MachineConfig",
        metadata={"name": "99-worker-image-credential-provider"},
        spec={"config": {"storage": {"files": [{"contents": {"source": f"data:,{content}"}}]}}},
        opts=pulumi.ResourceOptions(provider=cluster, depends_on=needed),
    )


def _role(
    namespace: str, members: int, opts: pulumi.ResourceOptions
) -> tuple[pulumi.Resource, aws.iam.Role]:
    subjects = [f"system:serviceaccount:{namespace}:app-{member}" for member in range(members)]
    repositories = [f"arn:aws:ecr:eu-west-1:123456789012:repository/{each}" for each in subjects]
    role = aws.iam.Role(
        namespace,
        name=f"prod-pull-{namespace}",
        assume_role_policy=json.dumps({"Version": "2012-10-17", "Statement": subjects}),
        opts=opts,
    )
    policy = aws.iam.RolePolicy(
        f"{namespace}-permissions",
        role=role.name,
        policy=json.dumps({"Version": "2012-10-17", "Statement": repositories}),
        opts=opts,
    )
    sleep = time.Sleep(
        f"{namespace}-settle",
        create_duration="20s",
        triggers={"role": role.unique_id},
        opts=pulumi.ResourceOptions(depends_on=[role, policy]),
    )
    return sleep, role


def _permission(opts: pulumi.ResourceOptions) -> pulumi.Resource:
    metadata = kubernetes.meta.v1.ObjectMetaArgs(name="image-pull-audience")
    role = kubernetes.rbac.v1.ClusterRole(
        "audience",
        metadata=metadata,
        rules=[
            {
                "api_groups": [""],
                "resources": ["sts.amazonaws.com"],
                "verbs": ["request-serviceaccounts-token-audience"],
            }
        ],
        opts=opts,
    )
    return kubernetes.rbac.v1.ClusterRoleBinding(
        "audience-binding",
        metadata=metadata,
        role_ref={
            "api_group": "rbac.authorization.k8s.io",
            "kind": "ClusterRole",
            "name": "image-pull-audience",
        },
        subjects=[
            kubernetes.rbac.v1.SubjectArgs(
                kind="Group", api_group="rbac.authorization.k8s.io", name="system:nodes"
            )
        ],
        opts=pulumi.ResourceOptions.merge(opts, pulumi.ResourceOptions(depends_on=[role])),
    )


if __name__ == "__main__":
    run_flat(lambda: program(int(sys.argv[1])))
