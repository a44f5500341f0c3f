import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createGateEngine, testEngines } from '../../test/engines.ts';
import { startHarness, stopAtEnd, type TestOrg, until } from '../../test/harness.ts';
import { createAgent, getJob, startJob, untilFinal, untilJob } from '../../test/runs.ts';

const gate = createGateEngine();
const unknownId = '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d';

const harness = stopAtEnd(
  await startHarness({ engines: [...testEngines, gate.engine], env: { ERRAND_WORKER_CONCURRENCY: '1' } }),
);
const org = await harness.org();
const gated = await createAgent(org, 'GateEngine');

const get = async (jobId: string, path: string) => {
  return org.expect(200, 'GET', `/v1/agents/jobs/${jobId}/${path}`);
};

describe('why a job failed', () => {
  test('is a code of the catalogue with a remedy, and how many failed so in 24 hours, not those of others', async () => {
    const other = await harness.org();
    const failing = (of: TestOrg) =>
      createAgent(of, 'TemplateEngine', { config: { template: '{', output_type: 'application/json' } });
    const [mine, theirs] = [await failing(org), await failing(other)];
    for (const [of, agent] of [
      [org, mine],
      [other, theirs],
    ] as const)
      await untilFinal(of, await startJob(of, agent.id, { text: 'x' }));
    const id = await startJob(org, mine.id, { text: 'x' });
    await untilFinal(org, id);
    const { error, error_message: message } = await getJob(org, id);
    assert.deepEqual([error.code, error.message, error.similar_24h], ['errand.config.invalid', message, 2]);
    assert.match(error.remedy, /^Correct the value/);
  });

  test('is shown by a synchronous run too, and is null for a job that did not fail', async () => {
    const agent = await createAgent(org, 'FailEngine', { config: { message: 'No.' } });
    const answer = await org.expect(400, 'POST', `/v1/agents/run/${agent.id}/`, { text: 'x' });
    assert.deepEqual(answer, { error: 'No.', code: 'errand.jobs.failed', failure_code: 'errand.engines.failed' });
    const good = await createAgent(org, 'TemplateEngine', { config: { template: 'x' } });
    assert.equal((await untilFinal(org, await startJob(org, good.id, { text: 'x' }))).error, null);
  });

  test('of a release without codes is still an error with a remedy', async () => {
    const agent = await createAgent(org, 'FailEngine', { config: { message: 'Old.' } });
    const id = await startJob(org, agent.id);
    await untilFinal(org, id);
    await harness.database.system.run('update job_results set error_code = null where job_id = $1', [id]);
    const { error } = await getJob(org, id);
    assert.deepEqual([error.code, error.message, error.similar_24h], ['errand.jobs.failed', 'Old.', 0]);
    assert.match(error.remedy, /last step/);
  });
});

describe('status and result in each state', () => {
  test('PENDING and STARTED: ids and inputs are there, tokens null, no outputs', async () => {
    gate.close();
    const running = await startJob(org, gated.id, { text: 'running', metadata: { n: 1 } });
    await until(async () => gate.waiting.has(running), 'the job to start');
    const pending = await startJob(org, gated.id, { text: 'pending' });
    for (const [id, code, text] of [
      [running, 1, 'running'],
      [pending, 0, 'pending'],
    ] as const) {
      const status = await get(id, 'status/');
      assert.deepEqual([Object.keys(status), status.status], [['status', 'timestamp'], code]);
      const { created_at: createdAt, status_events: events } = await getJob(org, id);
      assert.equal(status.timestamp, Date.parse(events.at(-1).timestamp) / 1_000, 'that of the latest event');
      assert.equal(Date.parse(createdAt), Date.parse(events[0].timestamp));
      assert.deepEqual(await get(id, 'result/'), {
        agent_id: gated.id,
        agent_version_id: gated.versionId,
        inputs: [{ key: 'text', value: text, data_type: 'text/plain' }],
        input_tokens: null,
        output_tokens: null,
        outputs: [],
        status: code,
        error_message: null,
        metadata: code === 1 ? { n: 1 } : {},
        cost: 0,
      });
    }
    gate.open();
    for (const id of [running, pending]) await untilFinal(org, id);
  });

  test('RETRY shows why the last attempt failed; after three attempts it is FAILURE', async () => {
    const agent = await createAgent(org, 'FailEngine', { config: { message: 'Come back later.', retry: true } });
    const id = await startJob(org, agent.id);
    await untilJob(org, id, (job) => job.status_code === 2);
    const status = await get(id, 'status/');
    assert.deepEqual([status.status, status.error_message], [2, 'Come back later.']);
    const result = await get(id, 'result/');
    assert.deepEqual([result.status, result.error_message, result.outputs], [2, 'Come back later.', []]);
    // Makes it due without waiting.
    const due = () => harness.database.system.run('update job_queue set run_at = now() where job_id = $1', [id]);
    await until(async () => {
      await due();
      return (await getJob(org, id)).status_code === 4;
    }, 'the end of the job');
    const job = await getJob(org, id);
    assert.equal(job.attempt, 3);
    assert.deepEqual(
      job.status_events.map((event: { status_code: number; error_message?: string }) => [
        event.status_code,
        event.error_message,
      ]),
      [
        [0, undefined],
        [1, undefined],
        [2, 'Come back later.'],
        [1, undefined],
        [2, 'Come back later.'],
        [1, undefined],
        [4, 'Come back later.'],
      ],
    );
  });

  test('SUCCESS and CACHED are complete', async () => {
    const agent = await createAgent(org, 'CostEngine', { config: { cost: 0.25, steps: 2 } });
    const first = await startJob(org, agent.id, { text: 'a' });
    await untilFinal(org, first);
    const result = await get(first, 'result/');
    assert.deepEqual(result.outputs, [
      { key: 'output', data_type: 'text/plain', value: 'spent', description: '', cost: 0.5 },
    ]);
    assert.deepEqual([result.status, result.input_tokens, result.output_tokens, result.cost], [3, 20, 10, 0.5]);
    const hit = await get(await startJob(org, agent.id, { text: 'a' }), 'result/');
    assert.deepEqual([hit.status, hit.input_tokens, hit.output_tokens, hit.cost], [6, 20, 10, 0]);
    assert.deepEqual(hit.outputs, [{ ...result.outputs[0], cost: 0 }]);
  });

  test('FAILURE has its message and no outputs, CANCELLED neither', async () => {
    const agent = await createAgent(org, 'FailEngine');
    const failed = await startJob(org, agent.id);
    await untilFinal(org, failed);
    const status = await get(failed, 'status/');
    assert.deepEqual([status.status, status.error_message], [4, 'The document has no pages.']);
    const result = await get(failed, 'result/');
    assert.deepEqual([result.outputs, result.error_message], [[], 'The document has no pages.']);
    gate.close();
    const cancelled = await startJob(org, gated.id, { text: 'cancelled' });
    await org.request('POST', `/v1/agents/jobs/${cancelled}/cancel/`);
    assert.deepEqual(Object.keys(await get(cancelled, 'status/')), ['status', 'timestamp']);
    const empty = await get(cancelled, 'result/');
    assert.deepEqual([empty.status, empty.outputs, empty.error_message], [5, [], null]);
  });

  test('deleted data: the code stays, inputs are [deleted], outputs gone, tokens kept', async () => {
    const agent = await createAgent(org, 'CostEngine', { config: { cost: 0.25 } });
    const id = await startJob(org, agent.id, { text: 'secret', metadata: { kept: true } });
    await untilFinal(org, id);
    await org.request('POST', `/v1/agents/jobs/${id}/delete-data/`);
    const result = await get(id, 'result/');
    assert.deepEqual(result.inputs, [{ key: 'text', value: '[deleted]', data_type: 'text/plain' }]);
    assert.deepEqual([result.status, result.outputs, result.input_tokens, result.cost], [3, [], 10, 0.25]);
    assert.deepEqual(result.metadata, { kept: true });
    const job = await getJob(org, id);
    assert.deepEqual([job.job_inputs[0].value, job.outputs, job.steps], ['[deleted]', [], []]);
  });
});

test('the full view has everything that is known of a job', async () => {
  const agent = await createAgent(org, 'StepsEngine', { config: { steps: 2 } });
  const id = await startJob(org, agent.id, { text: 'a'.repeat(1_500), metadata: { n: 1 } });
  const job = await untilFinal(org, id);
  assert.equal(job.job_inputs[0].value.length, 1_500, 'values are whole here');
  assert.deepEqual(
    [job.id, job.agent_id, job.agent_version_id, job.agent_version_name],
    [id, agent.id, agent.versionId, 'unnamed version'],
  );
  assert.deepEqual([job.origin, job.attempt, job.batch_id, job.retried_from], ['api', 1, null, null]);
  assert.deepEqual(
    [job.policy_version_id, job.evaluation, job.feedback_review, job.ui_fields],
    [null, null, null, null],
  );
  assert.equal(typeof job.creator.id, 'number');
  assert.deepEqual(
    job.steps.map((step: Record<string, unknown>) => [step.key, step.kind, step.name, step.status, step.error]),
    [
      ['work', 'compute', 'work', 'succeeded', null],
      ['work#2', 'compute', 'work', 'succeeded', null],
    ],
  );
  const [, , end] = job.status_events;
  assert.equal(job.duration_ms, Date.parse(end.timestamp) - Date.parse(job.created_at));
  assert.equal(job.last_updated_at, end.timestamp);
});

describe('many at once', () => {
  test('one element per id in the order asked, duplicates once, unknown ids with nulls', async () => {
    gate.open();
    const done = await startJob(org, gated.id, { text: 'done' });
    await untilFinal(org, done);
    const failing = await createAgent(org, 'FailEngine');
    const failed = await startJob(org, failing.id);
    await untilFinal(org, failed);
    gate.close();
    const running = await startJob(org, gated.id, { text: 'running now' });
    await until(async () => gate.waiting.has(running), 'the job to start');
    const ids = [unknownId, running, done.toUpperCase(), failed, done, running];
    const statuses = await org.expect(200, 'POST', '/v1/agents/jobs/statuses/', { job_ids: ids });
    assert.deepEqual(
      statuses.map((item: Record<string, unknown>) => [item.id, item.status, item.error_message]),
      [
        [unknownId, null, null],
        [running, 1, null],
        [done, 3, null],
        [failed, 4, 'The document has no pages.'],
      ],
    );
    assert.deepEqual(statuses[0], {
      id: unknownId,
      status: null,
      created_at: null,
      last_updated_at: null,
      timestamp: null,
      error_message: null,
    });
    const { created_at: createdAt, last_updated_at: updatedAt, timestamp } = statuses[2];
    assert.ok(createdAt <= updatedAt && Date.parse(updatedAt) === timestamp * 1_000);

    const results = await org.request('POST', '/v1/agents/jobs/results/', { job_ids: ids });
    assert.deepEqual(
      results.body.map((item: { id: string; status: number; result: { value: string }[] | null }) => [
        item.id,
        item.status,
        item.result?.map(({ value }) => value) ?? null,
      ]),
      [
        [unknownId, null, null],
        [running, 1, null],
        [done, 3, ['passed done']],
        [failed, 4, []],
      ],
    );
    assert.deepEqual(results.body[0], {
      id: unknownId,
      status: null,
      result: null,
      corrected_outputs: null,
      agent_id: null,
      agent_version_id: null,
      cost: null,
      inputs: null,
      input_tokens: null,
      output_tokens: null,
    });
    const { agent_id: agentId, agent_version_id: versionId, inputs, cost } = results.body[1];
    assert.deepEqual([agentId, versionId, cost], [gated.id, gated.versionId, 0]);
    assert.deepEqual(inputs, [{ key: 'text', value: 'running now', data_type: 'text/plain' }]);
    gate.open();
  });

  test('a job of another organization is 403 for the whole call; viewers may ask', async () => {
    const other = await harness.org();
    const foreign = await startJob(other, (await createAgent(other, 'EchoEngine')).id, { text: 'a' });
    const own = await startJob(org, (await createAgent(org, 'EchoEngine')).id, { text: 'a' });
    const viewer = await org.keyWithRole('viewer');
    for (const path of ['statuses/', 'results/']) {
      const answer = await org.request('POST', `/v1/agents/jobs/${path}`, { job_ids: [own, foreign] });
      assert.deepEqual([answer.status, Object.keys(answer.body)], [403, ['detail', 'code']]);
      const response = await fetch(`${harness.baseUrl}/v1/agents/jobs/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${viewer}`, 'content-type': 'application/json' },
        body: JSON.stringify({ job_ids: [own] }),
      });
      assert.equal(response.status, 200);
    }
  });

  test('no ids, more than 1000 and malformed ids are field errors; 1000 are accepted', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`);
    for (const path of ['statuses/', 'results/']) {
      for (const body of [
        {},
        { job_ids: [] },
        { job_ids: many(1_001) },
        { job_ids: 'a' },
        { job_ids: ['a'] },
        { job_ids: [7] },
        { job_ids: null },
      ]) {
        const answer = await org.expect(400, 'POST', `/v1/agents/jobs/${path}`, body);
        assert.deepEqual(Object.keys(answer), ['job_ids']);
      }
      const answer = await org.request('POST', `/v1/agents/jobs/${path}`, { job_ids: many(1_000) });
      assert.deepEqual([answer.status, answer.body.length], [200, 1_000]);
    }
  });
});
