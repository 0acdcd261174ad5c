"""Components of etcd backups on AWS."""
