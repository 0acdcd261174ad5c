"""An identity in the cloud for each component of OpenShift that asks for one."""
