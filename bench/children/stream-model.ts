import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

// A model server that streams words, each of which is the time at which it was sent.

const WORDS = 50;
const GAP_MS = 20;
/** Time for readers to come before the first word. */
const FIRST_MS = Number(process.env.FIRST_MS ?? 500);

const now = (): string => (performance.timeOrigin + performance.now()).toFixed(3);
const chunk = (delta: object, finish: string | null = null, more: object = {}): string =>
  `data: ${JSON.stringify({ id: 'bench', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [{ index: 0, delta, finish_reason: finish }], ...more })}\n\n`;

const server = createServer((request, response) => {
  request.resume().on('end', async () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunk({ role: 'assistant', content: '' }));
    await delay(FIRST_MS);
    response.write(chunk({ content: `{"name":"${now()} ` }));
    for (let word = 1; word < WORDS; word += 1) {
      await delay(GAP_MS);
      response.write(chunk({ content: `${now()} ` }));
    }
    response.write(chunk({ content: '"}' }));
    response.write(chunk({}, 'stop', { usage: { prompt_tokens: 10, completion_tokens: 50, total_tokens: 60 } }));
    response.end('data: [DONE]\n\n');
  });
});
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as { port: number }).port }));
process.on('SIGTERM', () => process.exit(0));
