import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { findBrokenInvariants, findWrongBalances } from '#jobs/queue/invariants.ts';
import { createGateEngine, testEngines } from '../engines.ts';
import { type Answer, startHarness, stopAtEnd, type TestOrg, until } from '../harness.ts';
import { createAgent, createVersion, getJob, startJob, untilFinal } from '../runs.ts';
import { joinService } from '../services.ts';

// Requests that come at the same moment, to one process and to two.

const gate = createGateEngine();

const harness = stopAtEnd(await startHarness({ engines: [...testEngines, gate.engine] }));
const other = stopAtEnd(await joinService(harness, { role: 'all', engines: [...testEngines, gate.engine] }));

/** Every second request goes to the other process. */
const eitherOf =
  (org: TestOrg) =>
  (index: number, method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> =>
    index % 2 === 0 ? org.request(method, path, body, headers) : other.request(org, method, path, body, headers);

const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

async function account(orgId: string) {
  const rows = await harness.database.system.query<{ balance: number; held: number; jobs: number; ledger: number }>(
    `select balance, held, (select count(*) from jobs where org_id = $1) as jobs,
        (select count(*) from credit_ledger where org_id = $1 and kind = 'job') as ledger
      from credit_accounts where org_id = $1`,
    [orgId],
  );
  return rows[0]!;
}

async function assertSound(): Promise<void> {
  const broken = await findBrokenInvariants(harness.database.system);
  assert.deepEqual(
    broken.filter(({ count }) => count > 0),
    [],
  );
  assert.deepEqual(await findWrongBalances(harness.database.system), []);
}

test('200 simultaneous starts with credit for 10: ten are accepted and the account is never overdrawn', async () => {
  for (const bothProcesses of [false, true]) {
    const org = await harness.org({ credits: 10 });
    const agent = await createAgent(org, 'CostEngine', { config: { cost: 1 } });
    const send = eitherOf(org);
    const answers = await times(200, (index) =>
      send(
        bothProcesses ? index : 0,
        'POST',
        `/v1/agents/run/${agent.id}/async/`,
        { text: String(index), max_cost: 1 },
        // Some travel alone, with a transaction of their own.
        index % 5 === 0 ? { 'idempotency-key': String(index) } : {},
      ),
    );
    const accepted = answers.filter(({ status }) => status === 200);
    assert.equal(accepted.length, 10);
    assert.equal(answers.filter(({ status }) => status === 403).length, 190);
    for (const { body } of accepted) assert.equal((await untilFinal(org, body)).status_code, 3);
    assert.deepEqual(await account(org.orgId), { balance: 0, held: 0, jobs: 10, ledger: 10 });
  }
  await assertSound();
});

test('jobs that outgrow their holds at the same moment stop at what is left', async () => {
  const org = await harness.org({ credits: 1 });
  const agent = await createAgent(org, 'CostEngine', { config: { cost: 0.1, steps: 5, ms: 5 } });
  // Nothing is known of what it costs, so nothing is held at first.
  const many = await org.request('POST', `/v1/agents/run/${agent.id}/async/many/`, {
    inputs: Array.from({ length: 20 }, (_, index) => ({ text: String(index) })),
  });
  const jobs = await Promise.all(many.body.map((id: string) => untilFinal(org, id)));
  const { balance, held } = await account(org.orgId);
  assert.equal(held, 0);
  // The step that a job was in is paid for; no job takes two.
  assert.ok(balance > -0.1 * 20, `${balance}`);
  assert.ok(jobs.some((job) => job.status_code === 4));
  for (const job of jobs) assert.ok(job.cost <= 0.5);
  await assertSound();
});

test('20 copies of one idempotency key make one job, whichever process they reach', async () => {
  const org = await harness.org();
  const agent = await createAgent(org, 'SleepEngine', { config: { ms: 50 } });
  const send = eitherOf(org);
  const headers = { 'idempotency-key': 'one' };
  const background = await times(20, (index) =>
    send(index, 'POST', `/v1/agents/run/${agent.id}/async/`, { ms: '1' }, headers),
  );
  assert.deepEqual([...new Set(background.map(({ status }) => status))], [200]);
  assert.equal(new Set(background.map(({ body }) => body)).size, 1);

  const waiting = await times(20, (index) => send(index, 'POST', `/v1/agents/run/${agent.id}/`, { ms: '60' }, headers));
  assert.deepEqual([...new Set(waiting.map(({ status }) => status))], [200]);
  assert.deepEqual([...new Set(waiting.map(({ body }) => body[0].value))], ['slept']);
  assert.equal(new Set(waiting.map((answer) => answer.headers.get('x-agent-job-id'))).size, 1);

  const inputs = Array.from({ length: 30 }, (_, index) => ({ ms: String(index % 3) }));
  const many = await times(20, (index) =>
    send(index, 'POST', `/v1/agents/run/${agent.id}/async/many/`, { inputs }, headers),
  );
  assert.equal(new Set(many.map(({ text }) => text)).size, 1);
  assert.equal((await account(org.orgId)).jobs, 32);
});

test('a cancel against the end: one of them wins, and the job is paid once', async () => {
  const org = await harness.org({ credits: 1_000 });
  const agent = await createAgent(org, 'CostEngine', { config: { cost: 0.01, steps: 2, ms: 20 } });
  const send = eitherOf(org);
  const first = await untilFinal(org, await startJob(org, agent.id, { text: 'how long?' }));
  const usualMs = first.duration_ms as number;
  const ids: string[] = [];
  for (let wave = 0; wave < 8; wave += 1) ids.push(...(await times(16, (index) => raceCancel(wave * 16 + index))));

  async function raceCancel(index: number): Promise<string> {
    const jobId = await startJob(org, agent.id, { text: String(index) });
    await delay((usualMs * (index % 16)) / 6);
    const cancelled = await times(2, (copy) => send(index + copy, 'POST', `/v1/agents/jobs/${jobId}/cancel/`));
    assert.deepEqual([...new Set(cancelled.map(({ status }) => status))], [204]);
    // Whoever won, it is over when the cancel is answered.
    assert.ok((await getJob(org, jobId)).status_code >= 3);
    return jobId;
  }
  const jobs = await Promise.all(ids.map((id) => getJob(org, id)));
  const rows = await harness.database.system.query<{ job_id: string; amount: number }>(
    'select job_id, amount from credit_ledger where job_id = any($1::uuid[])',
    [ids],
  );
  const paid = new Map(rows.map((row) => [row.job_id, -row.amount]));
  for (const job of jobs) {
    assert.ok(job.status_code === 3 || job.status_code === 5);
    assert.equal(paid.get(job.id) ?? 0, job.cost);
    assert.equal(job.outputs.length, job.status_code === 3 ? 1 : 0);
    assert.equal(job.status_events.filter((event: { status_code: number }) => event.status_code >= 3).length, 1);
  }
  await assertSound();
});

test('a promote against runs: each job is of one version, and a run after the promote is of the new one', async () => {
  const org = await harness.org();
  const agent = await createAgent(org, 'TemplateEngine', {
    inputs: [{ key: 'text' }],
    config: { template: 'one ${text}' },
  });
  const second = await createVersion(org, agent.id, { config: { template: 'two ${text}' } });
  const words = new Map([
    [agent.versionId, 'one'],
    [second, 'two'],
  ]);
  const send = eitherOf(org);
  const skip = { 'x-skip-cache': 'true' };
  const run = (index: number): Promise<Answer> =>
    send(index, 'POST', `/v1/agents/run/${agent.id}/`, { text: String(index) }, skip);
  let over = false;
  const seen = new Set<string>();
  const clients = times(4, async (client) => {
    for (let index = client; !over; index += 4) {
      const answer = await run(index);
      assert.equal(answer.status, 200, answer.text);
      const job = await getJob(org, answer.headers.get('x-agent-job-id')!);
      const word = words.get(job.agent_version_id)!;
      assert.equal(answer.body[0].value, `${word} ${index}`);
      assert.equal(job.outputs[0].value, `${word} ${index}`);
      seen.add(word);
    }
  });
  for (let turn = 0; turn < 20; turn += 1) {
    const [versionId, word] = [...words][turn % 2]!;
    const promoted = await send(turn, 'PATCH', `/v1/agents/${agent.id}/set-current-version/${versionId}/`);
    assert.equal(promoted.status, 200, promoted.text);
    for (const answer of await times(4, run)) assert.match(answer.body[0].value, new RegExp(`^${word} `));
  }
  over = true;
  await clients;
  assert.equal(seen.size, 2);
});

test('deleting an agent against runs: every accepted job ends, and afterwards there is nothing to run', async () => {
  for (let round = 0; round < 3; round += 1) {
    const org = await harness.org();
    const agent = await createAgent(org, 'SleepEngine', { config: { ms: 30 } });
    const send = eitherOf(org);
    const accepted: string[] = [];
    const runs = times(80, async (index) => {
      await delay(index % 40);
      const path = `/v1/agents/run/${agent.id}/${index % 4 === 0 ? '' : 'async/'}`;
      const answer = await send(index, 'POST', path, { ms: String(20 + index) });
      const jobId = answer.headers.get('x-agent-job-id');
      if (jobId !== null) accepted.push(jobId);
      else if (answer.status === 200) accepted.push(answer.body);
      else assert.equal(answer.status, 404, answer.text);
    });
    await delay(20);
    const deleted = await send(round, 'DELETE', `/v1/agents/${agent.id}/`);
    assert.ok(deleted.status < 300, deleted.text);
    for (const answer of await times(4, (index) => send(index, 'POST', `/v1/agents/run/${agent.id}/async/`, {}))) {
      assert.equal(answer.status, 404);
    }
    await runs;
    for (const jobId of accepted) assert.ok([3, 5].includes((await untilFinal(org, jobId)).status_code));
    assert.equal((await account(org.orgId)).jobs, accepted.length, 'a refused run made a job');
  }
  await assertSound();
});

test('jobs with the same inputs that end together leave one answer in the cache', async () => {
  const org = await harness.org();
  const agent = await createAgent(org, 'GateEngine');
  const send = eitherOf(org);
  const answers = await times(40, (index) =>
    send(index, 'POST', `/v1/agents/run/${agent.id}/async/`, { text: 'same' }, { 'x-skip-cache': 'true' }),
  );
  await until(async () => gate.waiting.size === 40, 'all of them to run');
  gate.open();
  const ids = answers.map(({ body }) => body as string);
  for (const id of ids) assert.equal((await untilFinal(org, id)).status_code, 3);
  const rows = await harness.database.system.query<{ job_id: string }>(
    'select job_id from job_cache where org_id = $1',
    [org.orgId],
  );
  assert.equal(rows.length, 1);
  assert.ok(ids.includes(rows[0]!.job_id));
  const cached = await times(4, (index) => send(index, 'POST', `/v1/agents/run/${agent.id}/`, { text: 'same' }));
  for (const answer of cached) assert.equal(answer.body[0].value, 'passed same');
  assert.equal((await getJob(org, cached[0]!.headers.get('x-agent-job-id')!)).status_code, 6);
});

test('rows of a batch that run at once in two processes pass its cost limit by no more than the last of them', async () => {
  const org = await harness.org();
  const agent = await createAgent(org, 'CostEngine', {
    config: { ms: 20 },
    inputs: [{ key: 'cost' }, { key: 'text' }],
  });
  const run = async (rows: number, cost: number, maxCost: number) => {
    const inputs = Array.from({ length: rows }, (_, index) => ({ text: `n${index} ${cost}`, cost }));
    const path = `/v1/agents/run/${agent.id}/batches/`;
    const { body } = await org.request('POST', path, { inputs, max_cost: maxCost });
    return until(async () => {
      const { body: batch } = await org.request('GET', `/v1/agents/batches/${body.id}/`);
      return batch.finished_at !== null && batch;
    }, 'the end of the batch');
  };
  const [capped, free, tight] = await Promise.all([run(60, 0.25, 2), run(60, 0, 0.01), run(60, 0.3, 1)]);
  assert.deepEqual([capped.cost, capped.counts.success, capped.counts.cancelled], [2, 8, 52]);
  assert.equal(free.counts.success, 60);
  assert.deepEqual([tight.cost, tight.counts.success, tight.counts.cancelled], [1.2, 4, 56]);
  await assertSound();
});
