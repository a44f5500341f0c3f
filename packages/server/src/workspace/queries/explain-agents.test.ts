import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/ids.ts';
import { testEngines } from '../../../test/engines.ts';
import { startHarness, stopAtEnd } from '../../../test/harness.ts';
import { createAgent } from '../../../test/runs.ts';
import { failSql, rowsOf, uploadPeople } from '../../../test/workspace/workspace.ts';

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const org = await harness.org();
const echo = (await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }] })).id;
await uploadPeople(org);

const countJobs = async (): Promise<number> => (await org.request('GET', '/v1/agents/jobs/?page_size=1')).body.total;

test('says how many rows and jobs a statement means for each agent, and starts none', async () => {
  const call = `run_agent_sync('${echo}', MAP {'text': name})`;
  const rows = await rowsOf(org, `explain agents select id, ${call} from people where id < 5`);
  assert.equal(rows.length, 1);
  assert.deepEqual(rows[0]!.slice(1, 6), [echo, 'run_agent_sync', 4, 3, null], 'ann comes twice and would run once');
  assert.match(String(rows[0]!.at(-1)), /not known/);
  assert.equal(await countJobs(), 0);
  for (const text of [
    `create table letters as select ${call} as answer from people`,
    `update people set name = ${call}`,
  ]) {
    const [row] = await rowsOf(org, `EXPLAIN AGENTS ${text}`);
    assert.equal(row![2], 'run_agent_sync');
  }
  assert.deepEqual(await rowsOf(org, `select count(*) from people where name = 'ann'`), [[2]], 'nothing was written');
  assert.equal(await countJobs(), 0);
});

test('estimates cost and time from the jobs of the agent, and names agents that do not exist', async () => {
  await rowsOf(org, `select run_agent_sync('${echo}', MAP {'text': 'one'})`);
  const nobody = newId();
  const rows = await rowsOf(
    org,
    `explain agents select run_agent('${echo}', MAP {'text': name}), run_agent('${nobody}', MAP {'text': 'x'}) from people limit 1`,
  );
  const known = rows.find((row) => row[1] === echo)!;
  assert.equal(known.at(-2), 1);
  assert.equal(typeof known[5], 'number');
  assert.equal(known.at(-1), null);
  const unknown = rows.find((row) => row[1] === nobody)!;
  assert.equal(unknown[4], 0, 'nothing would be started for it');
  assert.match(String(unknown.at(-1)), /no such agent/);
});

test('a statement without agents has no rows; what cannot call any is refused with its place', async () => {
  assert.deepEqual(await rowsOf(org, 'explain agents select * from people'), []);
  assert.match(await failSql(org, 'explain agents drop table people'), /EXPLAIN AGENTS takes .*\(line 1, column 1\)/);
  assert.match(
    await failSql(org, "explain agents select run_agent_sync('x', MAP {'text': nobody}) from people"),
    /nobody/,
  );
});
