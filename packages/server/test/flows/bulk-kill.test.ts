import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Harness, SECRET_KEY, startHarness, until } from '../harness.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';

// An action on many jobs goes on after its process was killed, and does nothing twice.

const JOBS = 40;
const children: { process: ChildProcess; folder: string }[] = [];
let harness: Harness | undefined;
after(async () => {
  for (const child of children) {
    if (child.process.exitCode === null && child.process.signalCode === null) {
      child.process.kill('SIGKILL');
      await once(child.process, 'exit');
    }
    await rm(child.folder, { recursive: true, force: true });
  }
  await harness?.stop();
});

async function startWorker(databaseUrl: string): Promise<ChildProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'errand-test-'));
  const main = join(import.meta.dirname, '../../../cli/src/main.ts');
  const child = spawn(process.execPath, [main, 'serve', '--role', 'worker'], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATABASE_URL: databaseUrl,
      ERRAND_DATA_DIR: folder,
      ERRAND_SECRET_KEY: SECRET_KEY,
      ERRAND_SQL_WARM: '0',
      PORT: '0',
    },
  });
  children.push({ process: child, folder });
  return child;
}

test('a killed process leaves nothing undone and nothing done twice', async () => {
  harness = await startHarness({ env: { ERRAND_ROLE: 'api' } });
  const org = await harness.org();
  const first = await startWorker(harness.databaseUrl);
  const agent = await createAgent(org, 'TemplateEngine', {
    config: { template: 'Hello ${text}!' },
    inputs: [{ key: 'text' }],
  });
  const jobs = await Promise.all(
    Array.from({ length: JOBS }, (_, row) => startJob(org, agent.id, { text: `row ${row}` })),
  );
  for (const id of jobs) await untilFinal(org, id);

  const { id } = (await org.request('POST', '/v1/agents/bulk/', { kind: 'retry', job_ids: jobs })).body;
  await org.request('POST', `/v1/agents/bulk/${id}/start/`);
  const progress = async () => (await org.request('GET', `/v1/agents/bulk/${id}/`)).body;
  // As soon as something is started, whether that is recorded or not.
  const started = async () =>
    (await harness!.database.system.query('select from jobs where retried_from is not null limit 1')).length > 0;
  await until(started, 'the first job to run again');
  first.kill('SIGKILL');
  await once(first, 'exit');

  await startWorker(harness.databaseUrl);
  const done = await until(async () => {
    const now = await progress();
    return now.status === 'done' && now;
  }, 'another process to go on');
  assert.deepEqual(done.counts, { pending: 0, done: JOBS, skipped: 0, failed: 0 });
  const again = await harness.database.system.query<{ count: number }>(
    'select count(*)::int as count from jobs where retried_from is not null group by retried_from',
  );
  assert.equal(again.length, JOBS);
  assert.ok(again.every(({ count }) => count === 1));
});
