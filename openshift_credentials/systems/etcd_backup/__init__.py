"""etcd backups of hosted control planes, directly and through OADP."""
