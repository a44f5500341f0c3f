"""Receives OTLP over HTTP with the published protobuf packages, and judges it by the published conventions.

python otlp_receiver.py PORT: receives until somebody reads /told, which has what came.
"""

import importlib
import json
import pkgutil
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import opentelemetry.semconv._incubating.attributes as incubating
import opentelemetry.semconv.attributes as stable
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import (
    ExportMetricsServiceRequest,
    ExportMetricsServiceResponse,
)
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status
from opentelemetry.semconv._incubating.attributes.gen_ai_attributes import GenAiOperationNameValues

KNOWN = {
    value
    for package in (stable, incubating)
    for module in pkgutil.iter_modules(package.__path__)
    for name, value in vars(importlib.import_module(f"{package.__name__}.{module.name}")).items()
    if name.isupper() and isinstance(value, str)
}
OPERATIONS = {one.value for one in GenAiOperationNameValues}

spans = []
metrics = set()
faults = []


def value_of(value):
    kind = value.WhichOneof("value")
    if kind == "array_value":
        return [value_of(one) for one in value.array_value.values]
    return getattr(value, kind) if kind else None


def judge(span, attributes):
    """What the conventions and the protocol say about a span."""
    if len(span.trace_id) != 16 or len(span.span_id) != 8 or len(span.parent_span_id) not in (0, 8):
        faults.append(f"{span.name}: ids of a wrong length")
    if span.end_time_unix_nano < span.start_time_unix_nano or span.kind == Span.SPAN_KIND_UNSPECIFIED:
        faults.append(f"{span.name}: time or kind")
    for name in attributes:
        if not name.startswith("errand.") and name not in KNOWN:
            faults.append(f"{span.name}: {name} is in no convention")
    operation = attributes.get("gen_ai.operation.name")
    if operation is None:
        return
    if operation not in OPERATIONS:
        faults.append(f"{span.name}: operation {operation}")
    about = attributes.get("gen_ai.tool.name" if operation == "execute_tool" else "gen_ai.request.model")
    if span.name != f"{operation} {about}":
        faults.append(f"{span.name}: should be called {operation} {about}")
    if operation == "chat" and ("gen_ai.provider.name" not in attributes or span.kind != Span.SPAN_KIND_CLIENT):
        faults.append(f"{span.name}: a call names its provider and is of the kind client")


class Receiver(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def answer(self, body, kind="application/x-protobuf"):
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def body(self):
        if self.headers.get("transfer-encoding") != "chunked":
            return self.rfile.read(int(self.headers["content-length"]))
        chunks = []
        while size := int(self.rfile.readline(), 16):
            chunks.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(chunks)

    def do_POST(self):
        sent = self.body()
        if self.path == "/v1/metrics":
            for resource in ExportMetricsServiceRequest.FromString(sent).resource_metrics:
                for scope in resource.scope_metrics:
                    metrics.update(metric.name for metric in scope.metrics)
            return self.answer(ExportMetricsServiceResponse().SerializeToString())
        for resource in ExportTraceServiceRequest.FromString(sent).resource_spans:
            service = {one.key: value_of(one.value) for one in resource.resource.attributes}.get("service.name")
            for scope in resource.scope_spans:
                for span in scope.spans:
                    attributes = {one.key: value_of(one.value) for one in span.attributes}
                    judge(span, attributes)
                    spans.append(
                        {
                            "service": service,
                            "trace": span.trace_id.hex(),
                            "id": span.span_id.hex(),
                            "parent": span.parent_span_id.hex(),
                            "name": span.name,
                            "failed": span.status.code == Status.STATUS_CODE_ERROR,
                            "attributes": attributes,
                            "links": [link.span_id.hex() for link in span.links],
                        }
                    )
        self.answer(ExportTraceServiceResponse().SerializeToString())

    def do_GET(self):
        told = {"spans": spans, "metrics": sorted(metrics), "faults": faults, "known": len(KNOWN)}
        self.answer(json.dumps(told, default=str).encode(), "application/json")


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver)
server.serve_forever()
