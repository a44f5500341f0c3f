import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCountingEngine, testEngines } from '../engines.ts';
import { pluck, startHarness, stopAtEnd } from '../harness.ts';
import {
  createAgent,
  createVersion,
  getJob,
  runSync,
  startJob,
  type TestAgent,
  untilFinal,
  uploadFile,
} from '../runs.ts';

const counting = createCountingEngine();

const harness = stopAtEnd(await startHarness({ engines: [...testEngines, counting.engine] }));
const org = await harness.org();

const newAgent = (settings?: Record<string, unknown>): Promise<TestAgent> =>
  createAgent(org, 'CountingEngine', settings ? { settings } : {});

/** Runs to the end and gives the job in full. */
async function run(agentId: string, body: unknown, headers?: Record<string, string>): Promise<any> {
  return untilFinal(org, await startJob(org, agentId, body, headers));
}

describe('a hit', () => {
  test('is a new job with its own id and metadata, status 6, the outputs and tokens of the first, and no cost', async () => {
    const agent = await createAgent(org, 'CostEngine', { config: { cost: 0.5 } });
    const first = await run(agent.id, { text: 'a', metadata: { n: 1 } });
    const hit = await run(agent.id, { text: 'a', metadata: { n: 2 } });
    assert.notEqual(hit.id, first.id);
    assert.deepEqual([first.status_code, first.cost, first.outputs[0].cost], [3, 0.5, 0.5]);
    assert.deepEqual([hit.status_code, hit.cost, hit.outputs[0].cost], [6, 0, 0]);
    assert.deepEqual(hit.outputs, [{ ...first.outputs[0], cost: 0 }]);
    assert.deepEqual([hit.input_tokens, hit.output_tokens], [10, 5]);
    assert.deepEqual(hit.metadata, { n: 2 });
    assert.deepEqual(pluck(hit.status_events, 'status_code'), [0, 6]);
    assert.equal(hit.duration_ms, 0);
    assert.deepEqual(hit.steps, []);
    const status = await org.request('GET', `/v1/agents/jobs/${hit.id}/status/`);
    assert.equal(status.body.status, 6);
  });

  test('answers synchronous runs too', async () => {
    const agent = await newAgent();
    const [first, second] = [await runSync(org, agent.id, { text: 'a' }), await runSync(org, agent.id, { text: 'a' })];
    assert.deepEqual([second.status, second.body], [200, first.body]);
    assert.equal((await getJob(org, second.headers.get('x-agent-job-id')!)).status_code, 6);
  });

  test('is found whichever way either run was started, whatever the text', async () => {
    const agent = await newAgent();
    const odd = 'ü "quoted" \\x41 \n 😀 {a,b} NULL';
    for (const text of [odd, odd.repeat(100)]) {
      const background = await run(agent.id, { text });
      const waited = await runSync(org, agent.id, { text });
      const hit = await getJob(org, waited.headers.get('x-agent-job-id')!);
      assert.deepEqual([background.status_code, hit.status_code], [3, 6]);
      assert.equal((await run(agent.id, { text })).status_code, 6);
    }
    await runSync(org, agent.id, { text: `${odd} waited for` });
    assert.equal((await run(agent.id, { text: `${odd} waited for` })).status_code, 6);
  });

  test('says in the full view that it is one and of which job, and a miss why it is none', async () => {
    const agent = await newAgent();
    const first = await run(agent.id, { text: 'a' });
    const hit = await run(agent.id, { text: 'a' });
    assert.deepEqual([first.cache.hit, hit.cache.hit], [false, true]);
    assert.match(first.cache.reason, /No earlier job/);
    assert.ok(hit.cache.reason.includes(first.id), hit.cache.reason);
    const skipped = await run(agent.id, { text: 'a' }, { 'x-skip-cache': 'true' });
    assert.match(skipped.cache.reason, /asked not to/);
    const disabled = await run((await newAgent({ disable_cache: true })).id, { text: 'a' });
    assert.match(disabled.cache.reason, /disable_cache/);
  });

  test('of a hit is never the source: deleting the data of a cached job leaves the entry', async () => {
    const agent = await newAgent();
    await run(agent.id, { text: 'a' });
    const hit = await run(agent.id, { text: 'a' });
    await org.request('POST', `/v1/agents/jobs/${hit.id}/delete-data/`);
    assert.equal((await run(agent.id, { text: 'a' })).status_code, 6);
  });
});

describe('the key', () => {
  test('has every input with its value, and no metadata', async () => {
    const agent = await createAgent(org, 'CountingEngine', {
      inputs: [{ key: 'text' }, { key: 'other', required: false }],
    });
    await run(agent.id, { text: 'a', metadata: { a: 1 } });
    assert.equal((await run(agent.id, { text: 'a' })).status_code, 6);
    assert.equal((await run(agent.id, { inputs: { text: 'a' }, dropped: 'x' })).status_code, 6);
    assert.equal((await run(agent.id, { text: 'A' })).status_code, 3);
    assert.equal((await run(agent.id, { text: 'a', other: '' })).status_code, 3, 'empty is not the same as missing');
    assert.equal((await run(agent.id, { text: '', other: 'a' })).status_code, 3);
  });

  test('has the content of files, under whatever id they come', async () => {
    const agent = await createAgent(org, 'CountingEngine', { inputs: [{ key: 'doc', data_type: 'application/pdf' }] });
    const first = await uploadFile(org, 'same bytes', 'one.pdf');
    const second = await uploadFile(org, 'same bytes', 'two.pdf');
    assert.notEqual(first, second);
    await run(agent.id, { doc: first });
    assert.equal((await run(agent.id, { doc: second })).status_code, 6);
    const form = new FormData();
    form.set('doc', new File(['same bytes'], 'three.pdf'));
    assert.equal((await run(agent.id, form)).status_code, 6);
    assert.equal((await run(agent.id, { doc: await uploadFile(org, 'other bytes') })).status_code, 3);
  });

  test('has the version: a promotion misses, going back hits again', async () => {
    const agent = await newAgent();
    const first = await run(agent.id, { text: 'a' });
    await createVersion(org, agent.id, { config: { changed: true } });
    assert.equal((await run(agent.id, { text: 'a' })).status_code, 3);
    await org.request('PATCH', `/v1/agents/${agent.id}/set-current-version/${agent.versionId}/`);
    const back = await run(agent.id, { text: 'a' });
    assert.deepEqual([back.status_code, back.outputs], [6, first.outputs]);
  });

  test('has the agent and the organization', async () => {
    await run((await newAgent()).id, { text: 'a' });
    assert.equal((await run((await newAgent()).id, { text: 'a' })).status_code, 3);
  });
});

describe('reading', () => {
  test('X-Skip-Cache: true stops it for one call, and the fresh result replaces the entry', async () => {
    const agent = await newAgent();
    const first = await run(agent.id, { text: 'a' });
    for (const value of ['true', 'TRUE', ' True ']) {
      const skipped = await run(agent.id, { text: 'a' }, { 'x-skip-cache': value });
      assert.equal(skipped.status_code, 3, value);
      assert.notDeepEqual(skipped.outputs, first.outputs);
      assert.deepEqual((await run(agent.id, { text: 'a' })).outputs, skipped.outputs);
    }
  });

  test('any other value counts as absent, a folded true,true included', async () => {
    const agent = await newAgent();
    await run(agent.id, { text: 'a' });
    for (const value of ['false', '1', 'yes', '', 'true,true', 'true, true', 'true;']) {
      assert.equal((await run(agent.id, { text: 'a' }, { 'x-skip-cache': value })).status_code, 6, value);
    }
  });

  test('disable_cache stops it for the agent, while results are still written', async () => {
    const agent = await newAgent({ disable_cache: true });
    await run(agent.id, { text: 'a' });
    const second = await run(agent.id, { text: 'a' });
    assert.equal(second.status_code, 3);
    await org.request('PATCH', `/v1/agents/${agent.id}/`, { disable_cache: false });
    const hit = await run(agent.id, { text: 'a' });
    assert.deepEqual([hit.status_code, hit.outputs], [6, second.outputs]);
    await org.request('PATCH', `/v1/agents/${agent.id}/`, { disable_cache: true });
    assert.equal((await run(agent.id, { text: 'a' })).status_code, 3, 'switched off again, at once');
  });
});

describe('age', () => {
  const grow = (jobId: string, seconds: number) =>
    harness.database.system.run(
      'update job_results set finished_at = finished_at - make_interval(secs => $2) where job_id = $1',
      [jobId, seconds],
    );

  test('results older than cache_max_age_seconds are not reused, the job says so, and the fresh result is', async () => {
    const agent = await newAgent({ cache_max_age_seconds: 3_600 });
    const first = await run(agent.id, { text: 'a' });
    await grow(first.id, 3_000);
    assert.equal((await run(agent.id, { text: 'a' })).status_code, 6, 'young enough');
    await grow(first.id, 1_000);
    const second = await run(agent.id, { text: 'a' });
    assert.deepEqual([second.status_code, second.cache.hit], [3, false]);
    assert.match(second.cache.reason, /cache_max_age_seconds/);
    const hit = await run(agent.id, { text: 'a' });
    assert.deepEqual([hit.status_code, hit.outputs], [6, second.outputs]);
  });

  test('it counts as it is, for callers that wait too, and null takes any age', async () => {
    const agent = await newAgent();
    const first = await run(agent.id, { text: 'a' });
    await grow(first.id, 10_000);
    await org.request('PATCH', `/v1/agents/${agent.id}/`, { cache_max_age_seconds: 60 });
    const waited = await runSync(org, agent.id, { text: 'a' });
    assert.equal((await getJob(org, waited.headers.get('x-agent-job-id')!)).status_code, 3);
    await harness.database.system.run(
      "update job_results set finished_at = finished_at - interval '1 day' where agent_id = $1",
      [agent.id],
    );
    const cleared = await org.request('PATCH', `/v1/agents/${agent.id}/`, { cache_max_age_seconds: null });
    assert.equal(cleared.body.cache_max_age_seconds, null);
    assert.equal((await run(agent.id, { text: 'a' })).status_code, 6);
  });
});

describe('failures', () => {
  const failing = { text: 'a', fail: 'true' };

  test('are not cached by default', async () => {
    const agent = await newAgent();
    const [first, second] = [await run(agent.id, failing), await run(agent.id, failing)];
    assert.deepEqual([first.status_code, second.status_code], [4, 4]);
    assert.notEqual(first.error_message, second.error_message, 'it ran again');
  });

  test('with cache_failed_jobs a hit is a job in FAILURE with the same message', async () => {
    const agent = await newAgent({ cache_failed_jobs: true });
    const first = await run(agent.id, failing);
    const hit = await run(agent.id, failing);
    assert.deepEqual([hit.status_code, hit.error_message, hit.cost], [4, first.error_message, 0]);
    assert.equal(hit.cache.hit, true);
    const sync = await runSync(org, agent.id, failing);
    assert.deepEqual([sync.status, sync.body.error], [400, first.error_message]);
    const status = await org.request('GET', `/v1/agents/jobs/${hit.id}/status/`);
    assert.deepEqual([status.body.status, status.body.error_message], [4, first.error_message]);
  });

  test('the switch counts as it is, for writing and for reading, for both ways to run', async () => {
    const agent = await newAgent();
    await runSync(org, agent.id, failing);
    await org.request('PATCH', `/v1/agents/${agent.id}/`, { cache_failed_jobs: true });
    const written = await runSync(org, agent.id, failing);
    assert.deepEqual((await runSync(org, agent.id, failing)).body, written.body);
    await org.request('PATCH', `/v1/agents/${agent.id}/`, { cache_failed_jobs: false });
    assert.notDeepEqual((await runSync(org, agent.id, failing)).body, written.body);
  });
});

describe('forgetting', () => {
  test('cancelled jobs write nothing', async () => {
    const agent = await createAgent(org, 'SleepEngine', { config: { ms: 60_000 } });
    const id = await startJob(org, agent.id);
    await org.request('POST', `/v1/agents/jobs/${id}/cancel/`);
    const next = await startJob(org, agent.id);
    assert.notEqual((await getJob(org, next)).status_code, 6);
    await org.request('POST', `/v1/agents/jobs/${next}/cancel/`);
  });

  test('an entry goes with the data of its job, with its version and with its agent', async () => {
    const agent = await newAgent();
    const first = await run(agent.id, { text: 'a' });
    await org.request('POST', `/v1/agents/jobs/${first.id}/delete-data/`);
    assert.equal((await run(agent.id, { text: 'a' })).status_code, 3);
    await createVersion(org, agent.id, {});
    await org.request('DELETE', `/v1/agents/${agent.id}/versions/${agent.versionId}/`);
    const left = async () =>
      harness.database.system.query('select from job_cache where version_id = $1', [agent.versionId]);
    assert.equal((await left()).length, 0);
    await run(agent.id, { text: 'a' });
    await org.request('DELETE', `/v1/agents/${agent.id}/`);
    const rows = await harness.database.system.query(
      'select from job_cache c join agent_versions v on v.id = c.version_id where v.agent_id = $1',
      [agent.id],
    );
    assert.equal(rows.length, 0);
  });
});

test('a hit needs credits like any run', async () => {
  const poor = await harness.org({ credits: 1 });
  const agent = await createAgent(poor, 'CostEngine', { config: { cost: 2 } });
  await untilFinal(poor, await startJob(poor, agent.id, { text: 'a' }));
  const answer = await poor.request('POST', `/v1/agents/run/${agent.id}/async/`, { text: 'a' });
  assert.deepEqual([answer.status, Object.keys(answer.body)], [403, ['detail', 'code']]);
});
