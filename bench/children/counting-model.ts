import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

// A model with latency that counts how often it was asked about each number.

const LATENCY_MS = Number(process.env.MODEL_MS ?? '100');
const calls = new Map<string, number>();

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const number = /\b\d{10}\b/.exec(Buffer.concat(chunks).toString('utf8'))?.[0] ?? 'unknown';
  calls.set(number, (calls.get(number) ?? 0) + 1);
  await delay(LATENCY_MS);
  const answer = JSON.stringify({
    id: 'bench',
    object: 'chat.completion',
    created: 1,
    model: 'bench',
    choices: [
      { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: JSON.stringify({ name: number }) } },
    ],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) });
  response.end(answer);
});
server.keepAliveTimeout = 60_000;
process.on('message', () => process.send!(Object.fromEntries(calls)));
process.on('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as { port: number }).port }));
