"""Components of etcd backups on Azure."""
