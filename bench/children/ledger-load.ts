import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

// Callers that record which number was acknowledged as which job, until they are asked for this ledger.

export type LedgerTarget = { name: string; port: number; path: string; apiKey: string; ratePerSecond: number };
export type Entry = {
  target: string;
  number: string;
  jobId: string | undefined;
  failure: string | undefined;
  sentAt: number;
  ms: number;
};

const targets = JSON.parse(process.env.TARGETS!) as LedgerTarget[];
const from = Number(process.env.FROM ?? '0');
const agent = new Agent({ keepAlive: true, maxSockets: 512 });
const entries: Entry[] = [];
const pending = new Set<Promise<void>>();
let next = from;
let stopped = false;

async function send(target: LedgerTarget): Promise<void> {
  next += 1;
  const number = String(next).padStart(10, '0');
  const sentAt = Date.now();
  const startedAt = performance.now();
  const outcome = await post(target, JSON.stringify({ inputs: { text: number } })).catch((error: Error) => ({
    jobId: undefined,
    failure: error.message,
  }));
  entries.push({ target: target.name, number, ...outcome, sentAt, ms: performance.now() - startedAt });
}

function post(target: LedgerTarget, body: string): Promise<Pick<Entry, 'jobId' | 'failure'>> {
  const { promise, resolve, reject } = Promise.withResolvers<Pick<Entry, 'jobId' | 'failure'>>();
  const headers = {
    authorization: `Bearer ${target.apiKey}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const options = { host: '127.0.0.1', port: target.port, path: target.path, method: 'POST', headers, agent };
  const outgoing = request({ ...options, timeout: 20_000 }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.once('error', reject);
    answer.once('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      if (answer.statusCode! >= 300)
        resolve({ jobId: undefined, failure: `${answer.statusCode} ${text.slice(0, 300)}` });
      else resolve({ jobId: /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text)?.[0], failure: undefined });
    });
  });
  outgoing.once('timeout', () => outgoing.destroy(new Error('no answer in 20 s')));
  outgoing.once('error', reject);
  outgoing.end(body);
  return promise;
}

async function pace(target: LedgerTarget): Promise<void> {
  const startedAt = performance.now();
  for (let index = 0; !stopped; index += 1) {
    await delay(Math.max(0, startedAt + (index * 1_000) / target.ratePerSecond - performance.now()));
    const one = send(target);
    pending.add(one);
    void one.finally(() => pending.delete(one));
  }
}

const paces = targets.map(pace);
process.on('message', (order: { look?: boolean }) => {
  if (order.look) return void process.send!(entries);
  stopped = true;
  void Promise.all(paces)
    .then(() => Promise.all(pending))
    .then(() => process.send!(entries));
});
process.once('SIGTERM', () => process.exit());
process.once('disconnect', () => process.exit());
process.send!({ port: 0 });
