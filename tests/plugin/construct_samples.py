"""What tests of components of other languages share."""

MARKER = "planted-c2VjcmV0"
OTHER = "urn:pulumi:test::consumer::random:index/randomId:RandomId::other"
