import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { Agent } from 'undici';
import { exchange, type OutboundLimits, type OutboundRequest } from './exchange.ts';

/** Receivers by path, because a request that was given up may still arrive during the next test. */
const answers: RequestListener[] = [];
const agent = new Agent();
const server = createServer((request, response) => answers[Number(request.url!.slice(1))]!(request, response));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
after(async () => {
  await agent.destroy();
  server.close();
});

const limits: OutboundLimits = { totalMs: 30_000, connectMs: 5_000, answerBytesMax: 10_000, keptBytesMax: 10_000 };
/** Sends a request to a receiver with this response. */
function sendTo(answer: RequestListener) {
  const url = new URL(`${base}/${answers.push(answer) - 1}`);
  return (request: Partial<OutboundRequest> = {}, over: Partial<OutboundLimits> = {}) =>
    exchange(
      agent,
      url,
      { method: 'POST', url: url.href, headers: {}, body: 'ping', ...request },
      { ...limits, ...over },
    );
}

test('a response is reported whole: status, headers, body, times', async () => {
  const send = sendTo((request, response) => response.writeHead(418, { 'x-a': 'b' }).end(request.method));
  const { failure, status, headers, body, timing, heard } = await send();
  assert.deepEqual([failure, status, headers?.['x-a'], body.toString(), heard], [null, 418, 'b', 'POST', true]);
  assert.ok(timing.firstByte !== null && timing.total >= timing.firstByte);
});

test('of a long response the first bytes are kept; beyond the limit it fails, or is cut where that is enough', async () => {
  const send = sendTo((_request, response) => response.end('x'.repeat(9_000)));
  const part = await send({}, { keptBytesMax: 10 });
  assert.deepEqual([part.failure, part.body.toString()], [null, 'x'.repeat(10)]);
  const long = await send({}, { answerBytesMax: 1_000 });
  assert.deepEqual([long.failure?.kind, long.failure?.maybeCarriedOut], ['too_large', true]);
  const cut = await send({ longAnswer: 'cut' }, { answerBytesMax: 1_000, keptBytesMax: 5 });
  assert.deepEqual([cut.failure, cut.status, cut.body.length], [null, 200, 5]);
});

test('a receiver that never answers is given up', async () => {
  const send = sendTo(() => undefined);
  const { failure, status, heard } = await send({}, { totalMs: 30 });
  assert.deepEqual([failure?.kind, status, heard], ['timeout', null, false]);
});

test('a caller who leaves ends the request at once; one who left before sends nothing', async () => {
  const leaving = new AbortController();
  let asked = 0;
  const send = sendTo(() => {
    asked += 1;
    leaving.abort();
  });
  const { failure } = await send({ signal: leaving.signal });
  assert.deepEqual([failure?.kind, failure?.maybeCarriedOut], ['timeout', true]);
  const late = await send({ signal: leaving.signal });
  assert.deepEqual([late.failure?.maybeCarriedOut, asked], [false, 1]);
});

test('a broken connection is a failure, whatever came before', async () => {
  const send = sendTo((_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy());
  });
  const { failure, status } = await send();
  assert.deepEqual([failure?.maybeCarriedOut, status], [true, 200]);
});
