"""The HCPEtcdBackup resources: created, awaited, recorded."""
