import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Type } from 'typebox';
import {
  defineEngine,
  type Engine,
  type EngineContext,
  EngineFailure,
  type EngineResult,
} from '#engines/engine/engine.ts';
import { findBrokenInvariants, findWrongBalances } from '#jobs/queue/invariants.ts';
import { pluck, startHarness, until } from '../harness.ts';
import { createAgent, getJob, startJob, untilFinal } from '../runs.ts';

// Engines are written by many people. Whatever one does, its job ends, and nothing else suffers.

const output = (value: unknown, more: object = {}) => ({ key: 'output', data_type: 'text/plain', value, ...more });

const engines: Engine[] = Object.entries<(context: EngineContext) => unknown>({
  NulMessage: () => {
    throw new EngineFailure('half \ud800 and nothing \u0000', { retry: true });
  },
  LongMessage: () => {
    throw new EngineFailure('x'.repeat(1_000_000));
  },
  ThrowsText: () => {
    throw 'just a text';
  },
  ThrowsNothing: () => {
    throw undefined;
  },
  NoResult: () => undefined,
  NoOutputs: () => ({}),
  NumberValue: () => ({ outputs: [output(7)] }),
  NoKey: () => ({ outputs: [{ data_type: 'text/plain', value: 'a' }] }),
  OddText: () => ({
    outputs: [output('a\u0000b \ud800 😀 \\u0000', { description: '\u0000', data_type: 'text/\u0000plain' })],
    uiFields: { verdict: 'odd\u0000', half: '\udc00' },
  }),
  OddCosts: async (context) => {
    for (const cost of [Number.NaN, -5, Number.POSITIVE_INFINITY, 0.1 + 0.2]) {
      await context.step('spend', async (usage) => {
        Object.assign(usage, { cost, inputTokens: 1.5, outputTokens: Number.NaN });
      });
    }
    return { outputs: [output('a', { cost: Number.NaN }), output('b', { cost: -1 })] };
  },
  OddSteps: async (context) => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const results = [
      await context.step('nothing', async () => undefined),
      await context.step('text', async () => 'a\u0000\ud800'),
      await context.step('circle', async () => circular).catch(() => 'refused'),
      await context.step('fails', async () => Promise.reject(new Error('inside'))).catch(() => 'caught'),
    ];
    return { outputs: [output(JSON.stringify(results))] };
  },
  Forgetful: async (context) => {
    void context.step('late', async () => new Promise(() => undefined)).catch(() => undefined);
    context.progress({ circular: 'no', huge: 'x'.repeat(100_000) });
    return { outputs: [output('done')] };
  },
  Nothing: () => ({ outputs: [] }),
}).map(([id, run]) =>
  defineEngine({
    id,
    name: id,
    description: id,
    inputs: [],
    configSchema: Type.Object({}),
    run: async (context) => (await run(context)) as EngineResult,
  }),
);

const harness = await startHarness({ engines });
const org = await harness.org();
after(async () => {
  const broken = await findBrokenInvariants(harness.database.system);
  assert.deepEqual(
    broken.filter(({ count }) => count > 0),
    [],
  );
  assert.deepEqual(await findWrongBalances(harness.database.system), []);
  await harness.stop();
});

/** To the end, without waiting between the attempts. */
async function run(engine: string): Promise<any> {
  const id = await startJob(org, (await createAgent(org, engine)).id);
  return until(async () => {
    await harness.database.system.run('update job_queue set run_at = now() where job_id = $1 and status = 2', [id]);
    const job = await getJob(org, id);
    return job.status_code >= 3 && job;
  }, `the end of ${engine}`);
}

test('a message that no database stores is made readable, on each attempt and at the end', async () => {
  const job = await run('NulMessage');
  assert.deepEqual([job.status_code, job.attempt], [4, 3]);
  assert.equal(job.error_message, 'half \ufffd and nothing \ufffd');
  assert.equal(job.status_events[2].error_message, job.error_message);
});

test('an endless message is cut', async () => {
  assert.equal((await run('LongMessage')).error_message.length, 4_000);
});

for (const engine of ['ThrowsText', 'ThrowsNothing', 'NoResult', 'NoOutputs', 'NumberValue', 'NoKey']) {
  test(`${engine}: the job fails with a sentence that shows nothing of the inside`, async () => {
    const job = await run(engine);
    assert.equal(job.status_code, 4);
    assert.match(job.error_message, /^The (engine stopped with an internal error|result could not be stored)\.$/);
  });
}

test('text that no database stores is made readable, and filters still work', async () => {
  const job = await run('OddText');
  assert.equal(job.status_code, 3);
  assert.equal(job.outputs[0].value, 'a\ufffdb \ufffd 😀 \\u0000', 'and the text of an escape stays as it is');
  assert.deepEqual(job.ui_fields, { verdict: 'odd\ufffd', half: '\ufffd' });
  const { body } = await org.request('GET', `/v1/agents/${job.agent_id}/jobs/?verdict=x&search=x`);
  assert.equal(body.count, 0);
});

test('costs that are no numbers cost nothing, and the others are rounded once', async () => {
  const job = await run('OddCosts');
  assert.deepEqual([job.status_code, job.cost, job.input_tokens, job.output_tokens], [3, 0.3, 8, null]);
  assert.deepEqual(pluck(job.outputs, 'cost'), [0.3, 0]);
});

test('results of steps are recorded as JSON; what cannot be is a failed step', async () => {
  const job = await run('OddSteps');
  assert.equal(job.status_code, 3, job.error_message);
  assert.deepEqual(JSON.parse(job.outputs[0].value).slice(2), ['refused', 'caught']);
  assert.deepEqual(
    job.steps.map((step: Record<string, unknown>) => [step.key, step.status, step.error]),
    [
      ['nothing', 'succeeded', null],
      ['text', 'succeeded', null],
      ['circle', 'failed', 'The step failed.'],
      ['fails', 'failed', 'The step failed.'],
    ],
  );
});

test('a step that the engine does not wait for does not keep the job from ending', async () => {
  const job = await run('Forgetful');
  assert.deepEqual([job.status_code, job.outputs[0].value], [3, 'done']);
});

test('a job without outputs has succeeded, too', async () => {
  const job = await untilFinal(org, await startJob(org, (await createAgent(org, 'Nothing')).id));
  assert.deepEqual([job.status_code, job.outputs], [3, []]);
  const sync = await org.request('POST', `/v1/agents/run/${job.agent_id}/`, {}, { 'x-skip-cache': 'true' });
  assert.deepEqual([sync.status, sync.body], [200, []]);
});

test('jobs of an engine that is no longer installed fail', async () => {
  const agent = await createAgent(org, 'Nothing');
  await harness.database.system.run(`update agents set engine_class_id = 'Gone' where id = $1`, [agent.id]);
  const job = await untilFinal(org, await startJob(org, agent.id));
  assert.deepEqual([job.status_code, job.error_message], [4, 'The engine Gone is not installed on this server.']);
});
