"""Objects of etcd backups in the management cluster."""
