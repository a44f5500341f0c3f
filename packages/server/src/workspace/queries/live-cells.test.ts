import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGateEngine, testEngines } from '../../../test/engines.ts';
import { startHarness, stopAtEnd, until } from '../../../test/harness.ts';
import { createAgent, type TestAgent } from '../../../test/runs.ts';
import { submit, untilOver } from '../../../test/workspace/workspace.ts';

const gate = createGateEngine();

const harness = stopAtEnd(
  await startHarness({ engines: [...testEngines, gate.engine], env: { ERRAND_SQL_WARM: '1' } }),
);
const org = await harness.org();
const echo = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }] });
const broken = await createAgent(org, 'FailEngine', { inputs: [{ key: 'message' }] });
const gated = await createAgent(org, 'GateEngine', { inputs: [{ key: 'text' }] });
stopAtEnd({ stop: gate.open });

const call = ({ id }: TestAgent) => `run_agent_sync('${id}', MAP {'text': x})`;

async function cellsOf(id: string): Promise<any> {
  return org.expect(200, 'GET', `/v1/database/query/${id}/cells/`);
}

test('while agents work the rows are there, and each cell has its job, its state and its answer so far', async () => {
  gate.close();
  const id = await submit(org, `select x, ${call(echo)} as a, ${call(gated)} as b from (values ('one'), ('two')) t(x)`);
  const live = await until(async () => {
    const found = await cellsOf(id);
    return found.cells.filter((cell: any) => cell.status_code === 3).length === 2 && found;
  }, 'the quick cells');
  assert.deepEqual(live.column_names, ['x', 'a', 'b']);
  assert.deepEqual(live.rows, [
    ['one', null, null],
    ['two', null, null],
  ]);
  const at = (row: number, column: number) => live.cells.find((one: any) => one.row === row && one.column === column);
  assert.deepEqual([at(0, 1).value, at(1, 1).value], ['one', 'two']);
  assert.deepEqual([at(0, 2).value, at(0, 2).status_code < 3, typeof at(0, 2).job_id], [null, true, 'string']);
  assert.equal((await (await harness.org()).request('GET', `/v1/database/query/${id}/cells/`)).status, 404);
  gate.open();
  await untilOver(org, id);
  const over = await cellsOf(id);
  assert.deepEqual([over.rows, over.cells, typeof over.note], [[], [], 'string']);
});

test('a statement that computes with the answers says that its rows come at the end', async () => {
  gate.close();
  const id = await submit(org, `select length(${call(gated)}) as n from (values ('three')) t(x)`);
  const note = await until(async () => {
    const found = await cellsOf(id);
    return /computes with the answers/.test(found.note) && found.note;
  }, 'the note');
  assert.ok(note);
  gate.open();
  await untilOver(org, id);
});

test('a finished result names its failed cells, each with the job and the reason', async () => {
  const fails = `run_agent_sync('${broken.id}', MAP {'message': 'No pages in ' || x})`;
  const cellsFor = async (sql: string): Promise<any> => {
    const id = await submit(org, sql);
    await untilOver(org, id);
    const { results } = (await org.request('GET', `/v1/database/query/${id}/result/`)).body;
    return results[0];
  };
  const from = `(values ('one'), ('two'), ('three')) t(x)`;
  const { result_rows: rows, agents } = await cellsFor(
    `select x, case when x = 'two' then ${fails} else ${call(echo)} end as a, run_agent_sync('nobody', MAP {'text': x}) as b from ${from}`,
  );
  assert.deepEqual(rows[1], ['two', null, null]);
  const [first] = agents.failed_cells.filter((cell: any) => cell.column === 1);
  assert.deepEqual([first.row, first.error], [1, 'No pages in two']);
  assert.equal((await org.request('GET', `/v1/agents/jobs/${first.job_id}/`)).body.status_code, 4);
  const notStarted = agents.failed_cells.filter((cell: any) => cell.column === 2);
  assert.deepEqual(
    notStarted.map((cell: any) => [cell.row, cell.job_id, cell.error]),
    [0, 1, 2].map((row) => [row, null, "'nobody' is not an agent id."]),
  );
  // With a mark in place of the answer, these statements return other rows, so no cells are reported.
  for (const sql of [
    `select x from ${from} where ${fails} is null`,
    `select length(${fails}) as n from ${from}`,
    `select coalesce(${fails}, 'none') as n from ${from}`,
  ]) {
    const other = await cellsFor(sql);
    assert.deepEqual([other.agents.failed, other.agents.failed_cells], [3, []], sql);
  }
});
