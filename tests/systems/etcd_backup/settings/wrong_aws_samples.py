"""Names on AWS that wrong settings are made of."""

SECRET = "MarkerMarkerMarker!Marker"
KEY = "arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"
