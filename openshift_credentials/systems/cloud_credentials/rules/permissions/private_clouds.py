"""Permissions of components on OpenStack and vSphere, from the documentation.

Source: OpenShift documentation, "Managing cloud provider credentials": table 19.2
for vSphere. For a real upgrade read the CredentialsRequests of the release instead.
"""

from typing import Final

VSPHERE_PRIVILEGES: Final = {
    "Datastore": ("Allocate space",),
    "Folder": ("Create folder", "Delete folder"),
    "vSphere Tagging": ("All privileges",),
    "Network": ("Assign network",),
    "Resource": ("Assign virtual machine to resource pool",),
    "Profile-driven storage": ("All privileges",),
    "vApp": ("All privileges",),
    "Virtual machine": ("All privileges",),
}
"""Table 19.2: privileges of the account by category."""

OPENSTACK_ROLE: Final = "member"
"""The role that the account needs in its project."""
