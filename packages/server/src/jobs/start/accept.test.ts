import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEngines } from '../../../test/engines.ts';
import { startHarness, stopAtEnd, type TestOrg } from '../../../test/harness.ts';
import { createAgent, startJob, type TestAgent } from '../../../test/runs.ts';

// One statement inserts requests that arrive together. Its lists must become the same jobs again.

const harness = stopAtEnd(await startHarness({ env: { ERRAND_ROLE: 'api' }, engines: testEngines }));

const ODD_TEXTS = [
  '',
  ',',
  '{"a","b"}',
  'NULL',
  '\\',
  '\\"',
  "'; drop table jobs; --",
  '\u001f',
  '\u0001\u001f\u001f\u007f',
  '\n\r\t',
  'ä€😀',
  'null',
  `long ${'x"\\'.repeat(10_000)}`,
];

type Stored = { id: string; agent_id: string; org_id: string; inputs: unknown; metadata: unknown; cache_key: Buffer };

async function readJobs(ids: string[]): Promise<Map<string, Stored>> {
  const rows = await harness.database.system.query<Stored>(
    `select j.id, j.agent_id, j.org_id, j.inputs, j.metadata, j.cache_key from jobs j
      join job_queue q on q.job_id = j.id and q.agent_id = j.agent_id and q.org_id = j.org_id where j.id = any($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function startAll(
  runs: { org: TestOrg; agent: TestAgent; text: string; metadata?: object }[],
): Promise<Map<string, Stored>> {
  const ids = await Promise.all(
    runs.map(({ org, agent, text, metadata }) => startJob(org, agent.id, { inputs: { text }, metadata })),
  );
  const stored = await readJobs(ids);
  assert.equal(stored.size, runs.length);
  for (const [index, { org, agent, text, metadata }] of runs.entries()) {
    const row = stored.get(ids[index]!)!;
    assert.deepEqual([row.org_id, row.agent_id], [org.orgId, agent.id]);
    assert.deepEqual(row.inputs, [{ key: 'text', value: text }]);
    assert.deepEqual(row.metadata, metadata ?? null);
  }
  return stored;
}

test('of requests that arrive together, each becomes a job with its own agent, text and metadata', async () => {
  const orgs = await Promise.all([harness.org(), harness.org()]);
  const targets = await Promise.all(
    [0, 1, 0, 1].map(async (index) => ({
      org: orgs[index]!,
      agent: await createAgent(orgs[index]!, 'EchoEngine'),
    })),
  );
  for (const some of [targets.slice(0, 1), targets]) {
    await startAll(
      Array.from({ length: 120 }, (_, index) => ({
        ...some[index % some.length]!,
        text: ODD_TEXTS[index % ODD_TEXTS.length]!,
        ...(index % 3 > 0 && { metadata: { index, text: ODD_TEXTS[index % 7]! } }),
      })),
    );
    await startAll(
      Array.from({ length: 40 }, (_, index) => ({ ...some[index % some.length]!, text: `plain ${index}` })),
    );
  }
});

test('the key of the cache is one for equal texts and another for every other text, agent and organization', async () => {
  const orgs = await Promise.all([harness.org(), harness.org()]);
  const agents = await Promise.all(orgs.flatMap((org) => [0, 1].map(() => createAgent(org, 'EchoEngine'))));
  const runs = agents.flatMap((agent, index) =>
    [...ODD_TEXTS, ...ODD_TEXTS].map((text) => ({ org: orgs[index >> 1]!, agent, text })),
  );
  const stored = await startAll(runs);
  const keys = new Map([...stored.values()].map((row) => [row.cache_key.toString('hex'), row]));
  assert.equal(keys.size, agents.length * ODD_TEXTS.length);
  for (const row of stored.values()) {
    const other = keys.get(row.cache_key.toString('hex'))!;
    assert.deepEqual([row.agent_id, row.inputs], [other.agent_id, other.inputs]);
  }
});
