import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testEngines } from '../engines.ts';
import { startHarness, stopAtEnd, until } from '../harness.ts';
import { createAgent, startJob, untilFinal, untilJob } from '../runs.ts';

// Jobs that block or kill their process, three times over: an API process that watches, and workers that are ended.

const CHILD = fileURLToPath(new URL('worker-child.ts', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'errand-quarantine-'));
stopAtEnd({ stop: () => rm(folder, { recursive: true, force: true }) });
const harness = await startHarness({ env: { ERRAND_ROLE: 'api' }, engines: testEngines });
stopAtEnd(harness);
const org = await harness.org();
await until(async () => harness.service.jobs.worker.seesLocks(), 'the API process to judge by locks', 60_000);

type Line = { event: string; stuckMs?: number; on?: { kind: string; id: string }; stack?: string[] };
type RunningWorker = { child: ChildProcess; gone: Promise<unknown[]>; lines: Line[] };

async function startWorker(env: NodeJS.ProcessEnv = {}): Promise<RunningWorker> {
  const child = spawn(process.execPath, [CHILD], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_TEST_CONTEXT: undefined,
      PORT: '0',
      DATABASE_URL: harness.databaseUrl,
      ERRAND_ROLE: 'worker',
      ERRAND_SQL_WARM: '0',
      ERRAND_DRAIN_SECONDS: '0',
      ERRAND_SHUTDOWN_SECONDS: '1',
      ERRAND_STUCK_SECONDS: '2',
      ERRAND_DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      ...env,
    },
  });
  const gone = once(child, 'exit');
  stopAtEnd({ stop: () => child.kill('SIGKILL') });
  const lines: Line[] = [];
  createInterface(child.stderr).on('line', (line) => {
    if (line.startsWith('{')) lines.push(JSON.parse(line));
    else process.stderr.write(`${line}\n`);
  });
  await Promise.race([
    once(createInterface(child.stdout), 'line'),
    gone.then((how) => assert.fail(`the worker ended before it was ready: ${how}`)),
  ]);
  return { child, gone, lines };
}

const running = (id: string, attempt: number) =>
  untilJob(org, id, (job) => job.status_code === 1 && job.attempt === attempt);

for (const pattern of [false, true])
  test(`a job that is stuck in ${pattern ? 'a regular expression' : 'a loop'} ends two processes, not a third; the log names it, and its neighbours lose nothing`, async () => {
    const stuck = await createAgent(org, 'StuckEngine', { config: { pattern } });
    const sleeping = await createAgent(org, 'SleepEngine', { config: { ms: 600_000 } });
    const neighbours = await Promise.all([1, 2].map(() => startJob(org, sleeping.id)));
    const first = await startWorker();
    for (const id of neighbours) await running(id, 1);
    const id = await startJob(org, stuck.id);
    const [, signal] = await first.gone;
    assert.equal(signal, 'SIGKILL');
    const ended = first.lines.find(({ event }) => event === 'process.ended');
    assert.deepEqual([ended?.on?.kind, ended?.on?.id], ['job', id]);
    assert.match(ended!.stack!.join('\n'), /test\/engines\.ts/);
    assert.ok(first.lines.some(({ event, on }) => event === 'process.stuck' && on?.id === id));

    const second = await startWorker();
    await second.gone;
    const job = await untilFinal(org, id, 60_000);
    assert.equal(job.status_code, 4);
    assert.equal(job.error.code, 'errand.jobs.quarantined');
    assert.match(job.error_message, /running in 2 processes that died or were stuck/);

    const third = await startWorker();
    for (const neighbour of neighbours) {
      const { attempt, status_events: events } = await running(neighbour, 1);
      assert.equal(attempt, 1);
      assert.ok(
        events.some(({ error_message: text = '' }: { error_message?: string }) =>
          /something else blocked it/.test(text),
        ),
      );
      await org.expect(204, 'POST', `/v1/agents/jobs/${neighbour}/cancel/`);
    }
    assert.equal(third.child.exitCode, null);
    third.child.kill('SIGKILL');
    await third.gone;
  });

test('a job that ran in two processes that were killed is not started a third time', async () => {
  const agent = await createAgent(org, 'SleepEngine', { config: { ms: 600_000 } });
  const id = await startJob(org, agent.id);
  for (const attempt of [1, 2]) {
    const worker = await startWorker();
    await running(id, attempt);
    worker.child.kill('SIGKILL');
    await worker.gone;
  }
  const job = await untilFinal(org, id, 60_000);
  assert.deepEqual([job.status_code, job.error.code, job.attempt], [4, 'errand.jobs.quarantined', 2]);
});

test('workers that stop in order do not count', async () => {
  const agent = await createAgent(org, 'SleepEngine', { config: { ms: 600_000 } });
  const id = await startJob(org, agent.id);
  for (let stop = 1; stop <= 2; stop += 1) {
    // On a busy machine it takes longer than a second to return a job.
    const worker = await startWorker({ ERRAND_SHUTDOWN_SECONDS: '5' });
    await running(id, 1);
    worker.child.kill('SIGTERM');
    await worker.gone;
  }
  const { attempt, status_code: status } = await untilJob(org, id, ({ status_code }) => status_code === 2);
  assert.deepEqual([attempt, status], [0, 2]);
  await org.expect(204, 'POST', `/v1/agents/jobs/${id}/cancel/`);
});
