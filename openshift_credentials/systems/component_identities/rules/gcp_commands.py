"""Commands that create what ccoctl creates on Google Cloud, for people who do it themselves."""

import shlex
from typing import Final

from . import gcp_identities as gcp
from .gcp_plan import EMAIL, ComponentServiceAccount, PoolOptions
from .secret_manifests import TOKEN_PATH

_AUDIENCE: Final = "openshift"
_DESCRIPTION: Final = "Created By OpenShift ccoctl"


def account_commands(account: ComponentServiceAccount, options: PoolOptions) -> list[str]:
    """Lines for a shell, in ccoctl's order, with the correct name of the flag that it misspells."""
    quote = shlex.quote
    project = quote(options.project)
    lines = [
        (
            f"gcloud iam service-accounts create {quote(account.account_id)} "
            f"--display-name={quote(account.display_name)} --project={project}"
        )
    ]
    if account.custom_role_id:
        lines.append(
            f"gcloud iam roles create {account.custom_role_id} --project={project} "
            f"--title={quote(account.custom_role_title)} "
            f"--permissions={quote(','.join(account.permissions))}"
        )
    lines += [
        f"gcloud projects add-iam-policy-binding {project} "
        f"--member={quote(f'serviceAccount:{EMAIL}')} --role={quote(role)}"
        for role in account.roles
    ]
    lines += [
        f"gcloud iam service-accounts add-iam-policy-binding {quote(EMAIL)} "
        f"--member={quote(member)} --role={gcp.WORKLOAD_IDENTITY_USER}"
        for member in account.members
    ]
    provider = (
        f"projects/{options.project_number or '<PROJECT_NUMBER>'}/locations/global/"
        f"workloadIdentityPools/{options.pool_id}/providers/{options.provider_id}"
    )
    lines.append(
        f"gcloud iam workload-identity-pools create-cred-config {quote(provider)} "
        f"--service-account={quote(EMAIL)} "
        f"--output-file={quote(f'{account.display_name}.json')} "
        f"--credential-source-file={TOKEN_PATH} --credential-source-type=text"
    )
    return lines


def issuer_commands(options: PoolOptions, issuer_url: str, *, location: str) -> tuple[str, ...]:
    """Commands that create pool, bucket and provider."""
    quote = shlex.quote
    name, project = quote(options.name), quote(options.project)
    bucket = quote(f"gs://{options.name}-oidc")
    pool = (
        f"gcloud iam workload-identity-pools create {quote(options.pool_id)} --location=global "
        f"--project={project} --description={quote(_DESCRIPTION)} "
        f"--display-name={quote(options.pool_id)}"
    )
    provider = (
        f"gcloud iam workload-identity-pools providers create-oidc {quote(options.provider_id)} "
        f"--location=global --project={project} "
        f"--workload-identity-pool={quote(options.pool_id)} --display-name={name} "
        f"--description={quote(_DESCRIPTION)} --issuer-uri={quote(issuer_url)} "
        f"--allowed-audiences={_AUDIENCE} --attribute-mapping=google.subject=assertion.sub"
    )
    return (
        pool,
        f"gsutil mb -b on -l {quote(location)} -p {project} {bucket}",
        f"gsutil iam ch allUsers:objectViewer {bucket}",
        f"gsutil cp openid-configuration {bucket}/.well-known/openid-configuration",
        f"gsutil cp keys.json {bucket}/keys.json",
        provider,
    )
