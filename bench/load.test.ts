import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { type Load, NUMBER, runLoad } from './load.ts';

/** Starts a server that records requests and responds with a status by request number. */
async function startTarget(t: TestContext, statusOf: (count: number) => number = () => 200) {
  const bodies: string[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      bodies.push(body);
      const status = statusOf(bodies.length);
      if (status === 0) request.socket.destroy();
      // Sent in two pieces, because a response is only complete with all its bytes.
      else {
        response.writeHead(status, { 'content-length': 8 });
        response.write('half');
        setImmediate(() => response.end('half'));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const body = `{"n":"${NUMBER}"}`;
  const request = `POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const load: Load = {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    connections: 3,
    requests: [request],
  };
  return { bodies, load };
}

test('as many requests as asked for are sent, each with a number of its own', async (t) => {
  const { bodies, load } = await startTarget(t);
  const result = await runLoad({ ...load, from: 1_000, total: 20 });
  assert.deepEqual([result.answers, result.failures, result.latenciesMs.length], [20, 0, 20]);
  assert.deepEqual(
    bodies.map((body) => Number(JSON.parse(body).n)).sort((a, b) => a - b),
    Array.from({ length: 20 }, (_, index) => 1_000 + index),
  );
});

test('responses that are no success, and connections that break, are counted and reported', async (t) => {
  const refused = await startTarget(t, (count) => (count === 2 ? 503 : 200));
  const result = await runLoad({ ...refused.load, total: 5 });
  assert.deepEqual([result.answers, result.failures], [5, 1]);
  assert.match(result.firstFailure!, /^HTTP\/1\.1 503/);
  const broken = await startTarget(t, () => 0);
  assert.equal((await runLoad({ ...broken.load, total: 5 })).failures, 3);
});

test('on a schedule every request says when it was sent', async (t) => {
  const { load } = await startTarget(t);
  const { sentAtUs, answers } = await runLoad({ ...load, rate: 500, total: 10 });
  assert.equal(answers, 10);
  assert.ok(sentAtUs.length >= 10);
  assert.deepEqual(
    sentAtUs,
    sentAtUs.toSorted((a, b) => a - b),
  );
});
