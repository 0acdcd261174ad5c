"""Serves the fake provider, as the engine expects of a plugin: the port is its first line."""

import sys
from concurrent.futures import ThreadPoolExecutor

import grpc
from pulumi.runtime.proto import provider_pb2_grpc

from tests.engine.fake_provider.service import FakeProvider

server = grpc.server(ThreadPoolExecutor(max_workers=16))
provider_pb2_grpc.add_ResourceProviderServicer_to_server(FakeProvider(), server)
port = server.add_insecure_port("127.0.0.1:0")
server.start()
sys.stdout.write(f"{port}\n")
sys.stdout.flush()
server.wait_for_termination()
