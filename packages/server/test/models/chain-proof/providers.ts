import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Asked } from './judge.ts';

// Three providers on one address that lie, hang, cut, answer late, refuse and run out, each for some of the questions. Which
// one does what depends on the question only, so that a repeated question is answered alike, until its outage is over.

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
const LATE_MS = 4_500;
/** An outage ends after a question was asked so often, or jobs whose models are all out would wait for ever. */
const OUTAGE_TIMES = 2;
const outages = new Set<string>(['hangs', 'cuts', 'late', 'busy', 'down']);

export async function startChainProviders() {
  const asked: Asked[] = [];
  const seen = new Map<string, number>();
  const asks = new Map<string, number>();
  let count = 0;

  async function answer(response: ServerResponse, body: any): Promise<string | undefined> {
    const word = /word-\d+/.exec(JSON.stringify(body))?.[0] ?? '?';
    const key = `${word} ${body.model}`;
    const times = (asks.get(key) ?? 0) + 1;
    asks.set(key, times);
    const chosen = choose(key);
    const behaviour = times > OUTAGE_TIMES && outages.has(chosen) ? 'answers' : chosen;
    seen.set(behaviour, (seen.get(behaviour) ?? 0) + 1);
    const isRepair = body.messages.length > 2;
    count += 1;
    const id = `answer-${count}`;
    const said = (text: string, finish = 'stop', model = body.model) =>
      toEvents([
        { id, model, choices: [{ index: 0, delta: { role: 'assistant', content: text }, finish_reason: null }] },
        { id, model, choices: [{ index: 0, delta: {}, finish_reason: finish }] },
        { id, model, choices: [], usage: USAGE },
      ]);
    const output = JSON.stringify({ by: body.model, id, total: '12.50' });
    const stream = (events: string): void =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events);
    const refuse = (status: number, message: string, headers = {}): void =>
      void response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify({ error: { message } }));
    switch (behaviour) {
      case 'hangs':
        return undefined;
      case 'cuts':
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(said(output).slice(0, 200));
        setImmediate(() => response.destroy());
        return undefined;
      case 'late':
        await delay(LATE_MS);
        if (response.destroyed) return undefined;
        stream(said(output));
        return id;
      case 'refuses':
        stream(said(`No. ${id}`, 'content_filter'));
        return id;
      case 'busy':
        refuse(429, 'too many', { 'retry-after': '1' });
        return undefined;
      case 'down':
        refuse(503, 'down');
        return undefined;
      case 'too long':
        refuse(400, 'maximum context length is 10 tokens');
        return undefined;
      case 'lies':
        // Another form than asked for at first, and another model's name in the answer.
        stream(said(isRepair ? output : `{"id":"${id}","by":7}`, 'stop', 'somebody-else'));
        return id;
      case 'answers':
        stream(said(output));
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

/** As a stream of the chat completions, which is how models are asked. */
const toEvents = (chunks: object[]): string =>
  [...chunks.map((chunk) => JSON.stringify({ object: 'chat.completion.chunk', ...chunk })), '[DONE]']
    .map((data) => `data: ${data}\n\n`)
    .join('');

function choose(key: string): (typeof behaviours)[number] {
  let rest = createHash('sha256').update(key).digest().readUInt32BE(0) % 100;
  for (const behaviour of behaviours) {
    rest -= SHARES[behaviour];
    if (rest < 0) return behaviour;
  }
  return 'answers';
}
