import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createGateEngine } from '../../test/engines.ts';
import { startHarness, stopAtEnd, until } from '../../test/harness.ts';
import {
  addVersion,
  contentWith,
  createPolicy,
  createPolicyEngine,
  promote,
  type TestPolicy,
} from '../../test/policies/fixtures.ts';
import { createAgent, createVersion, getJob, runSync, startJob, untilFinal } from '../../test/runs.ts';
import { joinService } from '../../test/services.ts';

// A job uses the policy version that was current when the job was accepted, whatever happens afterwards, on every
// process.

const gate = createGateEngine();
const gated = { ...createPolicyEngine('GatedPolicyEngine') };
const decide = gated.run;
gated.run = async (context, run) => {
  await gate.engine.run(context, run);
  return decide(context, run);
};

const harness = stopAtEnd(
  await startHarness({
    engines: [createPolicyEngine(), gated, createPolicyEngine('MaybeEngine', 'optional')],
  }),
);
const org = await harness.org();

const versionUsed = (job: any): string => JSON.parse(job.outputs[0].value).version_id;

async function twoVersions(): Promise<TestPolicy & { second: string }> {
  const policy = await createPolicy(org);
  const { id: second } = await addVersion(org, policy.id, { content: contentWith('Other') });
  await promote(org, policy.id, policy.versionId);
  return { ...policy, second };
}

async function runWith(agentId: string, body: unknown = {}): Promise<string> {
  const job = await untilFinal(org, await startJob(org, agentId, body));
  assert.equal(versionUsed(job), job.policy_version_id, 'the engine gets what the job says');
  return job.policy_version_id;
}

test('the id of a policy and that of any of its versions mean the current version', async () => {
  const policy = await twoVersions();
  for (const id of [policy.id, policy.versionId, policy.second]) {
    const agent = await createAgent(org, 'PolicyEngine', { config: { policy_version_id: id } });
    assert.equal(await runWith(agent.id, { text: id }), policy.versionId);
    const sync = await runSync(org, agent.id, { text: `${id} sync` });
    assert.equal(JSON.parse(sync.body[0].value).version_id, policy.versionId);
  }
});

test('a promotion counts from the next job on, back and forth, for every way to run', async () => {
  const policy = await twoVersions();
  const agent = await createAgent(org, 'PolicyEngine', {
    config: { policy_version_id: policy.id },
    settings: { disable_cache: true },
  });
  for (const versionId of [policy.second, policy.versionId, policy.second]) {
    await promote(org, policy.id, versionId);
    assert.equal(await runWith(agent.id), versionId);
    const sync = await runSync(org, agent.id);
    assert.equal(JSON.parse(sync.body[0].value).version_id, versionId);
    const many = await org.request('POST', `/v1/agents/run/${agent.id}/async/many/`, { inputs: [{}, {}] });
    const batch = await org.request('POST', `/v1/agents/run/${agent.id}/batches/`, { inputs: [{}] });
    await until(
      async () => (await org.request('GET', `/v1/agents/batches/${batch.body.id}/`)).body.finished_at,
      'the batch',
    );
    const [row] = (await org.request('GET', `/v1/agents/batches/${batch.body.id}/results/`)).text.split('\n');
    for (const id of [...many.body, JSON.parse(row!).job_id])
      assert.equal((await untilFinal(org, id)).policy_version_id, versionId);
  }
});

test('a pinned agent keeps its version; its policy may move', async () => {
  const policy = await twoVersions();
  const config = { policy_version_id: policy.second, policy_pin: true };
  const agent = await createAgent(org, 'PolicyEngine', { config });
  assert.equal(await runWith(agent.id, { text: 'a' }), policy.second);
  await addVersion(org, policy.id, { content: {} });
  assert.equal(await runWith(agent.id, { text: 'b' }), policy.second);
  await createVersion(org, agent.id, { name: 'inherits the configuration' });
  assert.equal(await runWith(agent.id, { text: 'c' }), policy.second);
});

test('a job that waits or runs keeps its version through a promotion and a deletion of the policy', async () => {
  const policy = await twoVersions();
  const agent = await createAgent(org, 'GatedPolicyEngine', { config: { policy_version_id: policy.id } });
  const id = await startJob(org, agent.id, { text: 'held' });
  await until(async () => gate.waiting.has(id), 'the job to run');
  await promote(org, policy.id, policy.second);
  // The agent version is deleted but its accepted job stays. Then nothing refers to the policy any more.
  await createVersion(org, agent.id, { config: { policy_version_id: (await createPolicy(org)).id } });
  assert.equal((await org.request('DELETE', `/v1/agents/${agent.id}/versions/${agent.versionId}/`)).status, 204);
  assert.equal((await org.request('DELETE', `/v1/policies/${policy.id}/`)).status, 204);
  gate.open();
  const job = await untilFinal(org, id);
  gate.close();
  assert.deepEqual([job.status_code, versionUsed(job)], [3, policy.versionId]);
});

describe('the cache', () => {
  test('has an answer for each version of the policy: a promotion misses, going back hits', async () => {
    const policy = await twoVersions();
    const agent = await createAgent(org, 'PolicyEngine', { config: { policy_version_id: policy.id } });
    const run = async () => {
      const job = await untilFinal(org, await startJob(org, agent.id, { text: 'same' }));
      return [job.status_code, versionUsed(job), job.policy_version_id];
    };
    assert.deepEqual(await run(), [3, policy.versionId, policy.versionId]);
    assert.deepEqual(await run(), [6, policy.versionId, policy.versionId]);
    await promote(org, policy.id, policy.second);
    assert.deepEqual(await run(), [3, policy.second, policy.second]);
    await promote(org, policy.id, policy.versionId);
    assert.deepEqual(await run(), [6, policy.versionId, policy.versionId]);
  });
});

test('an optional policy that is not named is none', async () => {
  const agent = await createAgent(org, 'MaybeEngine', {});
  const job = await untilFinal(org, await startJob(org, agent.id));
  assert.deepEqual([job.policy_version_id, versionUsed(job)], [null, null]);
});

test('promotions racing with starts on two processes: every job has exactly one version, never one older than a promotion that was answered before it', async () => {
  const companion = await joinService(harness, { role: 'all', engines: [createPolicyEngine()] });
  try {
    const policy = await twoVersions();
    const agent = await createAgent(org, 'PolicyEngine', { config: { policy_version_id: policy.id } });
    const path = `/v1/agents/run/${agent.id}/async/`;
    for (let round = 0; round < 6; round += 1) {
      const [from, to] = round % 2 === 0 ? [policy.versionId, policy.second] : [policy.second, policy.versionId];
      const start = (index: number, when: string) =>
        index % 2 === 0
          ? org.request('POST', path, { text: `${round} ${index} ${when}` })
          : companion.request(org, 'POST', path, { text: `${round} ${index} ${when}` });
      const before = await Promise.all(Array.from({ length: 4 }, (_, index) => start(index, 'before')));
      const [, ...during] = await Promise.all([
        promote(org, policy.id, to),
        ...Array.from({ length: 12 }, (_, index) => start(index, 'during')),
      ]);
      const after = await Promise.all(Array.from({ length: 4 }, (_, index) => start(index, 'after')));
      for (const [answers, allowed] of [
        [before, [from]],
        [during, [from, to]],
        [after, [to]],
      ] as const) {
        for (const answer of answers) {
          assert.equal(answer.status, 200, answer.text);
          const job = await untilFinal(org, answer.body);
          assert.ok(allowed.includes(job.policy_version_id), `${job.policy_version_id} of ${allowed}`);
          assert.equal(versionUsed(job), job.policy_version_id);
        }
      }
    }
  } finally {
    await companion.stop();
  }
  const jobs = await harness.database.system.query<{ count: number }>(
    'select count(*) as count from jobs j left join policy_versions v on v.id = j.policy_version_id where j.policy_version_id is not null and v.id is null',
  );
  assert.equal(jobs[0]!.count, 0);
});

test('the job in full names the version of the policy, and a retry takes the current one', async () => {
  const policy = await twoVersions();
  const agent = await createAgent(org, 'PolicyEngine', { config: { policy_version_id: policy.id } });
  const id = await startJob(org, agent.id, { text: 'retried' });
  assert.equal((await untilFinal(org, id)).policy_version_id, policy.versionId);
  await promote(org, policy.id, policy.second);
  const retried = await org.request('POST', `/v1/agents/jobs/${id}/retry/`);
  assert.equal((await untilFinal(org, retried.body)).policy_version_id, policy.second);
  assert.equal((await getJob(org, id)).policy_version_id, policy.versionId);
});

test('the end of a policy racing with starts: a job that was accepted has its version, and no other is left behind', async () => {
  for (let round = 0; round < 4; round += 1) {
    const policy = await twoVersions();
    const agent = await createAgent(org, 'PolicyEngine', { config: { policy_version_id: policy.id } });
    const other = await createPolicy(org);
    const path = `/v1/agents/run/${agent.id}/versions/${agent.versionId}/async/`;
    const end = async (): Promise<void> => {
      await createVersion(org, agent.id, { config: { policy_version_id: other.id } });
      await promote(org, policy.id, policy.second);
      assert.equal((await org.request('DELETE', `/v1/agents/${agent.id}/versions/${agent.versionId}/`)).status, 204);
      assert.equal((await org.request('DELETE', `/v1/policies/${policy.id}/`)).status, 204);
    };
    const starts = Array.from({ length: 10 }, (_, index) => org.request('POST', path, { text: `${round} ${index}` }));
    const [, ...answers] = await Promise.all([end(), ...starts]);
    for (const answer of answers) {
      if (answer.status === 404) continue;
      assert.equal(answer.status, 200, answer.text);
      const job = await untilFinal(org, answer.body);
      assert.ok([policy.versionId, policy.second].includes(job.policy_version_id), job.policy_version_id);
      assert.deepEqual([job.status_code, versionUsed(job)], [3, job.policy_version_id], job.error_message);
    }
    await org.expect(404, 'POST', path, { text: 'late' });
  }
});
