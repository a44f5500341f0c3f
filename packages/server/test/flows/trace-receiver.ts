import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

// Receives OTLP over HTTP as a collector would: the JSON of ExportTraceServiceRequest and ExportMetricsServiceRequest.

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean } & {
  arrayValue?: { values: Value[] };
};
type Attribute = { key: string; value: Value };
type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  events: { name: string }[];
  links: { traceId: string; spanId: string }[];
  status: { code?: number; message?: string };
};
export type ReceivedSpan = Omit<SentSpan, 'attributes'> & { attributes: Record<string, unknown> };

export async function startTraceReceiver() {
  const spans: ReceivedSpan[] = [];
  const metrics = new Set<string>();
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as any;
    for (const { scopeSpans } of body.resourceSpans ?? [])
      for (const scope of scopeSpans)
        for (const span of scope.spans as SentSpan[]) spans.push({ ...span, attributes: readAttributes(span) });
    for (const { scopeMetrics } of body.resourceMetrics ?? [])
      for (const scope of scopeMetrics) for (const metric of scope.metrics) metrics.add(metric.name);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    metrics,
    /** The spans of one trace, in the order in which they began. */
    ofTrace: (traceId: string): ReceivedSpan[] =>
      spans
        .filter((span) => span.traceId === traceId)
        .sort((one, two) => Number(BigInt(one.startTimeUnixNano) - BigInt(two.startTimeUnixNano))),
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const readAttributes = ({ attributes }: SentSpan): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, readValue(value)]));

function readValue({ stringValue, intValue, doubleValue, boolValue, arrayValue }: Value): unknown {
  if (arrayValue !== undefined) return arrayValue.values.map(readValue);
  return stringValue ?? (intValue === undefined ? (doubleValue ?? boolValue) : Number(intValue));
}
