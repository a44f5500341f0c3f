// A model server for tests, as a process of its own: OpenAI, Anthropic and Google wire formats, with faults on order.
// `POST /script {model, replies}` says what a model answers, `GET /calls?model=` what it was asked. Prints its port.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { ModelCall, ModelReply } from './replies.ts';
import type { StreamEvent } from './stream-formats.ts';
import { textOf, wires } from './wire-formats.ts';

const scripts = new Map<string, ModelReply[]>();
const calls: ModelCall[] = [];
const running = new Map<string, { now: number; most: number }>();

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url!, 'http://localhost');
  const body = request.method === 'POST' ? JSON.parse(await text(request)) : undefined;
  if (url.pathname === '/script') {
    scripts.set(body.model, body.replies);
    return send(response, 200, {});
  }
  if (url.pathname === '/calls') {
    const model = url.searchParams.get('model');
    return send(response, 200, { calls: calls.filter((call) => call.model === model), ...running.get(model!) });
  }
  const wire = wires.find((one) => one.matches(url.pathname));
  if (wire === undefined) return send(response, 404, { error: { message: `no ${url.pathname}` } });
  const model = wire.modelOf(url.pathname, body);
  calls.push({ model, path: url.pathname, body, headers: request.headers as Record<string, string>, at: Date.now() });
  const script = scripts.get(model) ?? [];
  const reply = (script.length > 1 ? script.shift() : script[0]) ?? {};
  const load = running.get(model) ?? { now: 0, most: 0 };
  running.set(model, load);
  load.now += 1;
  load.most = Math.max(load.most, load.now);
  response.on('close', () => (load.now -= 1));
  if (reply.delayMs !== undefined) await delay(reply.delayMs);
  if (reply.fault === 'hang') return;
  if (reply.fault === 'reset') return void response.destroy();
  if (reply.status !== undefined) {
    return send(
      response,
      reply.status,
      reply.errorBody ?? { error: { message: `fault ${reply.status}` } },
      reply.headers,
    );
  }
  const whole = wire.answer(reply, textOf(reply, wire.schemaOf(body)));
  if (!reply.inOnePiece && (body.stream === true || wire.isStreamed?.(url.pathname)))
    return sendStream(response, wire.stream(whole, reply), reply);
  const answer = JSON.stringify(whole);
  if (reply.fault === 'broken')
    return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices": [');
  if (reply.fault === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) });
    return void response.write(answer.slice(0, answer.length / 2), () => response.destroy());
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
}

async function sendStream(response: ServerResponse, events: StreamEvent[], reply: ModelReply): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let pieces = 0;
  for (let pings = 0; pings < (reply.pings ?? 0) && !response.destroyed; pings += 1) {
    // Anthropic sends events, others comments.
    response.write(events[0]!.event === 'message_start' ? 'event: ping\ndata: {"type": "ping"}\n\n' : ': ping\n\n');
    await delay(reply.gapMs ?? 0);
  }
  for (const { event, data, isPiece } of events) {
    if (isPiece && reply.gapMs !== undefined) await delay(reply.gapMs);
    if (isPiece) pieces += 1;
    if (reply.stopAfter !== undefined && pieces > reply.stopAfter) {
      if (reply.fault === 'cut') response.end();
      return;
    }
    if (response.destroyed) return;
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    response.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`);
  }
  response.end();
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

const server = createServer((request, response) => {
  handle(request, response).catch((error) => send(response, 400, { error: { message: String(error) } }));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as { port: number }).port}\n`));
// Its starter is gone.
process.stdin.on('end', () => process.exit(0)).resume();
