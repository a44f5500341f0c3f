import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Asked } from './judge.ts';

// Three providers on one address that lie, hang, cut, answer late, refuse and run out, each for some of the questions. Which
// one does what depends on the question only, so that a repeated question is answered alike.

export const behaviours = ['answers', 'lies', 'hangs', 'cuts', 'late', 'refuses', 'busy', 'down', 'too long'] as const;
/** How often each occurs, in hundredths. */
const SHARES: Record<(typeof behaviours)[number], number> = {
  answers: 52,
  lies: 12,
  hangs: 5,
  cuts: 4,
  late: 5,
  refuses: 14,
  busy: 1,
  down: 1,
  'too long': 6,
};
export const USAGE = { prompt_tokens: 1_000, completion_tokens: 200, total_tokens: 1_200 };
const LATE_MS = 1_400;

export async function startChainProviders() {
  const asked: Asked[] = [];
  const seen = new Map<string, number>();
  let count = 0;

  async function answer(response: ServerResponse, body: any): Promise<string | undefined> {
    const word = /word-\d+/.exec(JSON.stringify(body))?.[0] ?? '?';
    const behaviour = choose(`${word} ${body.model}`);
    seen.set(behaviour, (seen.get(behaviour) ?? 0) + 1);
    const isRepair = body.messages.length > 2;
    count += 1;
    const id = `answer-${count}`;
    const said = (text: string, finish = 'stop') => ({
      id,
      object: 'chat.completion',
      model: body.model,
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: finish }],
      usage: USAGE,
    });
    const right = said(JSON.stringify({ by: body.model, id, total: '12.50' }));
    const send = (value: unknown, status = 200, headers = {}): void =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
    switch (behaviour) {
      case 'hangs':
        return undefined;
      case 'cuts':
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
        response.write(JSON.stringify(right).slice(0, 40));
        response.destroy();
        return undefined;
      case 'late':
        await delay(LATE_MS);
        if (response.destroyed) return undefined;
        send(right);
        return id;
      case 'refuses':
        send(said(`No. ${id}`, 'content_filter'));
        return id;
      case 'busy':
        send({ error: { message: 'too many' } }, 429, { 'retry-after': '1' });
        return undefined;
      case 'down':
        send({ error: { message: 'down' } }, 503);
        return undefined;
      case 'too long':
        send({ error: { message: 'maximum context length is 10 tokens' } }, 400);
        return undefined;
      case 'lies':
        // Another form than asked for at first, and another model's name in the answer.
        send({ ...(isRepair ? right : said(`{"id":"${id}","by":7}`)), model: 'somebody-else' });
        return id;
      case 'answers':
        send(right);
        return id;
    }
  }

  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(404).end();
    const body = (await json(request)) as any;
    const one: Asked = {
      word: /word-\d+/.exec(JSON.stringify(body))?.[0] ?? '?',
      provider: body.model,
      question: createHash('sha256').update(JSON.stringify(body.messages)).digest('hex'),
      answerId: undefined,
      at: performance.now(),
      endedAt: Number.POSITIVE_INFINITY,
    };
    asked.push(one);
    one.answerId = await answer(response, body);
    one.endedAt = performance.now();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    /** How often each behaviour occurred. */
    seen,
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function choose(key: string): (typeof behaviours)[number] {
  let rest = createHash('sha256').update(key).digest().readUInt32BE(0) % 100;
  for (const behaviour of behaviours) {
    rest -= SHARES[behaviour];
    if (rest < 0) return behaviour;
  }
  return 'answers';
}
