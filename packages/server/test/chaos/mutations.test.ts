import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { removeStorage } from './faults.ts';
import { type MutationName, mutations } from './mutations.ts';
import {
  crowdConnections,
  endStepsWhileReadOnly,
  loseStandbyThenPrimary,
  turnTwice,
  wakeAfterTakeover,
} from './scenarios.ts';
import { type Run, startRun } from './suite.ts';

// The judge is judged: each of these faults of the product must be found. Without them the same courses of events pass
// (laboratory.test.ts).

const TEST_MS_MAX = 1_200_000;

test('every mutation stands for exactly one line of the product', async () => {
  for (const [name, all] of Object.entries(mutations)) {
    for (const { file, from } of all) {
      const source = await readFile(new URL(`../../src/${file}`, import.meta.url), 'utf8');
      assert.equal(source.split(from).length, 2, `${name}: "${from}" in ${file}`);
    }
  }
});

async function start(name: MutationName, options: Partial<Parameters<typeof startRun>[0]>): Promise<Run> {
  const preload = new URL('mutate.ts', import.meta.url).href;
  return startRun({
    roles: ['api', 'worker'],
    seed: 31,
    clients: 2,
    pauseMs: 200,
    // A caller who waits for a job that is gone would wait long.
    kinds: ['async'],
    ...options,
    env: { CHAOS_MUTATION: name, NODE_OPTIONS: `--import ${preload}` },
  });
}

const expectCaught = async (run: Run, expected: RegExp): Promise<void> => {
  const { violations } = await run.judge({ healMs: 45_000 });
  assert.ok(
    violations.some((text) => expected.test(text)),
    `The judge did not see it. It saw: ${violations.slice(0, 5).join('\n')}`,
  );
};

describe('the judge finds', { concurrency: 2, timeout: TEST_MS_MAX }, () => {
  test('commits that do not wait for the standby: acknowledged jobs are gone after a promotion', async (t) => {
    const run = await start('synchronous commit off', { standby: true });
    t.after(run.stop);
    await delay(1_000);
    await loseStandbyThenPrimary(run, 2_000);
    await expectCaught(run, /acknowledged .* and lost it/);
  });

  test('a read-only database that counts as an error: jobs are done again or fail', async (t) => {
    const run = await start('read-only is no outage', {});
    t.after(run.stop);
    await endStepsWhileReadOnly(run, 6_000);
    await expectCaught(run, /without need: doubled|for no reason of ours|failed:/);
  });

  test('the same, where the address turns to the standby and back: running jobs pay again', async (t) => {
    const run = await start('read-only is no outage', { standby: true });
    t.after(run.stop);
    await turnTwice(run);
    await expectCaught(run, /without need: doubled|for no reason of ours|failed:/);
  });

  test('a storage folder that is made anew: processes say that all is well', async (t) => {
    const run = await start('storage made anew', { readiness: true });
    t.after(run.stop);
    await removeStorage(run.cluster, 32_000);
    await expectCaught(run, /made anew|the storage is ok during/);
  });

  test('a worker that writes for jobs it has lost: they end under the attempt of somebody else', async (t) => {
    const run = await start('fence ignored', { roles: ['api', 'worker', 'worker'], pauseMs: 1_000 });
    t.after(run.stop);
    await wakeAfterTakeover(run, run.cluster.running('worker')[0]!);
    await expectCaught(run, /counts \d attempts|doubled|events as/);
  });

  test('a heartbeat that waits among other statements: a living worker loses its jobs', async (t) => {
    const run = await start('lease shared', { roles: ['all', 'worker'], pauseMs: 1_000 });
    t.after(run.stop);
    await crowdConnections(run, run.cluster.running('all')[0]!, 20_000);
    await expectCaught(run, /from a living worker|without need: doubled/);
  });
});
