import { request } from 'node:http';
import { createTenant, type Lab, withDatabase } from '../lab.ts';
import { median, ms, type Row } from '../report.ts';

// How long the words of a model take from its provider to readers: one reader, and many on one process.

const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const config = { model: 'bench', text: '${text}', output_schema: schema, trust: { check: false } };
const FIRST_MS_WANTED = 5;
const READERS_PER_JOB = 10;

export async function measureStreams(lab: Lab): Promise<Row[]> {
  const { url, name } = await lab.createDatabase();
  const readers = lab.quick ? 20 : 500;
  const model = await lab.start('stream-model.ts', { FIRST_MS: lab.quick ? '500' : '4000' });
  const server = await lab.startServer(url, { OPENAI_BASE_URL: `http://127.0.0.1:${model.port}/v1` });
  const rows = await withDatabase(url, async (database) => {
    const { agentId, apiKey: key } = await createTenant(database, server.port, 'MultimodalExtractionEngine', config);
    const reach: Reach = { port: server.port, agentId, key };
    const single: Lags[] = [];
    for (let round = 0; round < (lab.quick ? 2 : 10); round += 1) single.push(await readJob(reach, `One ${round}.`));
    const jobs = Math.max(1, readers / READERS_PER_JOB);
    const crowd = (
      await Promise.all(
        Array.from({ length: jobs }, async (_, index) => {
          const jobId = await startJob(reach, `Many ${index}.`);
          return Promise.all(Array.from({ length: READERS_PER_JOB }, () => readEvents(reach, jobId)));
        }),
      )
    ).flat();
    const first = median(single.map((lags) => lags[0]!));
    const all = crowd.flat().sort((one, other) => one - other);
    const missing = crowd.filter((lags) => lags.length < 50).length;
    return [
      {
        figure: 'first delta after the first word of the provider, one reader, p50',
        ours: ms(first),
        target: `≤ ${FIRST_MS_WANTED} ms`,
        met: first <= FIRST_MS_WANTED,
      },
      { figure: 'words after the provider sent them, one reader, p50', ours: ms(median(single.flat())) },
      {
        figure: `words, ${readers} readers of ${jobs} jobs on one process, p50`,
        ours: ms(median(all)),
        against: `p95 ${ms(all[Math.floor(all.length * 0.95)]!)}`,
      },
      {
        figure: `readers of ${readers} that missed a word`,
        ours: String(missing),
        target: '0',
        met: missing === 0,
      },
    ];
  });
  await server.stop();
  await model.stop();
  await lab.dropDatabase(name);
  return rows;
}

type Reach = { port: number; agentId: string; key: string };
/** Milliseconds from the sending of each word to its arrival. */
type Lags = number[];

const readJob = async (reach: Reach, text: string): Promise<Lags> => readEvents(reach, await startJob(reach, text));

async function startJob({ port, agentId, key }: Reach, text: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/agents/run/${agentId}/async/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  if (!response.ok) throw new Error(`The job was not started: ${await response.text()}`);
  return (await response.json()) as string;
}

function readEvents({ port, key }: Reach, jobId: string): Promise<Lags> {
  return new Promise((resolve, reject) => {
    const lags: Lags = [];
    let rest = '';
    request(
      {
        port,
        host: '127.0.0.1',
        path: `/v1/agents/jobs/${jobId}/events/`,
        headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' },
        agent: false,
      },
      (response) => {
        response.setEncoding('utf8');
        response.on('data', (text: string) => {
          const at = performance.timeOrigin + performance.now();
          rest += text;
          const events = rest.split('\n\n');
          rest = events.pop()!;
          for (const event of events)
            if (/^event: ?delta$/m.test(event))
              for (const [sent] of event.matchAll(/\d{13}\.\d{3}/g)) lags.push(at - Number(sent));
        });
        response.on('end', () => resolve(lags));
        response.on('error', reject);
      },
    )
      .on('error', reject)
      .end();
  });
}
