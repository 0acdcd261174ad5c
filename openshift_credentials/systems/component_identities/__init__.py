"""A cloud identity for each OpenShift component that requests one."""
