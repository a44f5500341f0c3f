import { createHmac, createSecretKey, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';

// The peer: a bare undici loop that signs and posts the same bodies and stores nothing. Started over HTTP with
// /?port=…&count=…&concurrency=… and the body to send.

// The same HTTP client as the service uses, wherever npm has put it.
const ofServer = createRequire(new URL('../../packages/server/package.json', import.meta.url));
const { Pool } = ofServer('undici');
// Prepared once, as in the service. With plain bytes, each signature would take six times as long.
const key = createSecretKey(Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64'));

const server = createServer(async (request, response) => {
  const query = new URL(request.url!, 'http://x').searchParams;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString('utf8');
  const concurrency = Number(query.get('concurrency'));
  let left = Number(query.get('count'));
  const pool = new Pool(`http://127.0.0.1:${query.get('port')}`, { connections: concurrency });
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (left-- > 0) {
        const id = randomUUID();
        const timestamp = Math.floor(Date.now() / 1_000);
        const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
        const answer = await pool.request({
          method: 'POST',
          path: '/',
          headers: {
            'content-type': 'application/json',
            'user-agent': 'errand-webhook/1',
            'webhook-id': id,
            'webhook-timestamp': String(timestamp),
            'webhook-signature': `v1,${signature}`,
            'webhook-event': 'job_completed',
          },
          body,
        });
        await answer.body.dump();
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  await pool.close();
  response.end(JSON.stringify({ seconds }));
});
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as { port: number }).port }));
process.once('SIGTERM', () => process.exit());
process.once('disconnect', () => process.exit());
