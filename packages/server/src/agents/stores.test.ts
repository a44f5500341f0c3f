import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { type Harness, startHarness, stopAtEnd } from '../../test/harness.ts';
import { findJobCounts, foldJobCounts } from './job-counts.ts';
import { listAgents } from './list-agents.ts';
import { findRunnable, findRunnableVersion } from './snapshot.ts';
import { findAgent, lockAgent } from './store.ts';
import { findTag } from './tags-store.ts';
import { findVersion, listVersions } from './versions-store.ts';

const harness = stopAtEnd(await startHarness());
const org = await harness.org();
const other = await harness.org();

const createAgent = async (owner = org) =>
  (await owner.request('POST', '/v1/agents/', { name: 'A', engine_class_id: 'TemplateEngine' })).body;
const addDelta = (agentId: string, jobs: number, at: string) =>
  harness.database.system.run(
    'insert into agent_job_deltas (agent_id, org_id, job_count, most_recent_job) values ($1, $2, $3, $4)',
    [agentId, org.orgId, jobs, at],
  );
const countOf = async (agentId: string) =>
  (await findJobCounts(harness.database.tenant(org.orgId), org.orgId, [agentId]))[0];
async function foldAll(): Promise<number> {
  let folded = 0;
  for (let taken = 1; taken > 0; folded += taken) taken = await foldJobCounts(harness.database.system);
  return folded;
}

test('a run sees the agent with its current version, by agent id or by the id of any version', async () => {
  const agent = await createAgent();
  const { system } = harness.database;
  const body = { engine_config: { template: '2' }, version_name: 'second' };
  const second = (await org.request('POST', `/v1/agents/${agent.id}/versions/`, body)).body;
  const expected = {
    agentId: agent.id,
    orgId: org.orgId,
    engineClassId: 'TemplateEngine',
    disableCache: false,
    cacheFailedJobs: false,
    currentVersionId: second.id,
    version: {
      id: second.id,
      agentId: agent.id,
      versionName: 'second',
      inputDefinitions: second.input_definitions,
      engineConfig: { template: '2' },
    },
    policyVersionId: null,
    skillVersionId: null,
    knowledgeVersion: null,
    paused: false,
    isLessApproved: false,
    needsApproval: false,
  };
  assert.deepEqual(await findRunnable(system, agent.id), expected);
  assert.deepEqual(await findRunnable(system, second.id), expected);
  assert.deepEqual(await findRunnableVersion(system, agent.id, second.id), expected);
  const first = await findRunnable(system, agent.current_version_id);
  assert.deepEqual([first?.version.id, first?.currentVersionId], [agent.current_version_id, second.id]);
});

test('a version that is deleted, unknown or of another agent cannot be run', async () => {
  const [agent, stranger] = [await createAgent(), await createAgent()];
  const { system } = harness.database;
  const first = agent.current_version_id;
  await org.request('POST', `/v1/agents/${agent.id}/versions/`, {});
  assert.equal(await findRunnable(system, randomUUID()), undefined);
  assert.equal(await findRunnableVersion(system, stranger.id, first), undefined);
  await org.request('DELETE', `/v1/agents/${agent.id}/versions/${first}/`);
  assert.equal(await findRunnable(system, first), undefined);
  assert.equal(await findRunnableVersion(system, agent.id, first), undefined);
  await org.request('DELETE', `/v1/agents/${stranger.id}/`);
  assert.equal(await findRunnable(system, stranger.id), undefined);
  assert.equal(await findRunnable(system, stranger.current_version_id), undefined);
});

test('folding changes no count, however many folds and inserts run at once', async () => {
  const agents = await Promise.all([createAgent(), createAgent(), createAgent()]);
  const inserts = Array.from({ length: 60 }, (_, n) =>
    addDelta(agents[n % 3].id, 2, `2026-03-01T00:00:${String(n).padStart(2, '0')}Z`),
  );
  await Promise.all([...inserts, ...Array.from({ length: 6 }, () => foldJobCounts(harness.database.system))]);
  for (const phase of ['before', 'after']) {
    if (phase === 'after') await foldAll();
    for (const [index, agent] of agents.entries()) {
      assert.deepEqual(await countOf(agent.id), {
        agentId: agent.id,
        jobCount: 40,
        mostRecentJob: new Date(Date.UTC(2026, 2, 1, 0, 0, 57 + index)),
      });
    }
  }
  assert.equal(await foldJobCounts(harness.database.system), 0);
});

test('one fold takes a bounded number of deltas, and older ones never turn the clock back', async () => {
  const agent = await createAgent();
  await addDelta(agent.id, 1, '2026-05-01T00:00:00Z');
  await foldAll();
  await harness.database.system.run(
    `insert into agent_job_deltas (agent_id, org_id, job_count, most_recent_job)
     select $1, $2, 1, '2026-04-01T00:00:00Z' from generate_series(1, 6000)`,
    [agent.id, org.orgId],
  );
  assert.equal(await foldJobCounts(harness.database.system), 5_000);
  assert.equal((await countOf(agent.id))?.jobCount, 6_001);
  assert.equal(await foldAll(), 1_000);
  assert.deepEqual((await countOf(agent.id))?.mostRecentJob, new Date('2026-05-01T00:00:00Z'));
});

test('deltas of an agent that no longer exists at all do not stop the folding', async () => {
  await addDelta(randomUUID(), 1, '2026-05-01T00:00:00Z');
  assert.equal(await foldAll(), 1);
});

test('no store gives what belongs to another organization, by its own condition and by row-level security', async () => {
  const agent = await createAgent();
  const tag = (await org.request('POST', '/v1/agents/tags/', { name: 'mine' })).body;
  await addDelta(agent.id, 1, '2026-05-01T00:00:00Z');
  const page = { ordering: 'name', withStats: true, size: 100, offset: 0 };
  const looks = (orgId: string, database: ReturnType<Harness['database']['tenant']>) => [
    findAgent(database, orgId, agent.id),
    lockAgent(database, orgId, agent.id),
    findVersion(database, orgId, agent.id, agent.current_version_id),
    listVersions(database, orgId, agent.id, { size: null, offset: 0 }).then((rows) => rows[0]),
    findTag(database, orgId, tag.id),
    findJobCounts(database, orgId, [agent.id]).then((rows) => rows[0]),
    listAgents(database, orgId, { engines_found: [] }, page).then(({ rows }) =>
      rows.find((row) => row.id === agent.id),
    ),
  ];
  const { system, tenant } = harness.database;
  for (const found of await Promise.all(looks(org.orgId, tenant(org.orgId)))) assert.notEqual(found, undefined);
  // First with the condition alone, then with row-level security alone.
  for (const found of await Promise.all(looks(other.orgId, system))) assert.equal(found, undefined);
  for (const found of await Promise.all(looks(org.orgId, tenant(other.orgId)))) assert.equal(found, undefined);
});
