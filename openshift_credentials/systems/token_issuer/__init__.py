"""The issuer of ServiceAccount tokens: signing keys, published documents, trust in the cloud."""
