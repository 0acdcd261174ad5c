"""A policy of a bucket and a token, for the tests of the stand-in for AWS."""

import json

TARGET = "aws:cloudwatch/eventTarget:EventTarget"


def policy(action: str = "s3:PutObject", *, size: int = 0) -> str:
    statement = {"Effect": "Allow", "Action": action, "Resource": "*", "Sid": "x" * size}
    return json.dumps({"Version": "2012-10-17", "Statement": [statement]})
