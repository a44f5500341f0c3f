import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toJsonLine } from '#jobs/system-tables/live-rows.ts';
import { testEngines } from '../engines.ts';
import { startHarness, stopAtEnd } from '../harness.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';
import { rowsOf } from './workspace.ts';

// System tables beside jobs whose content is huge or strange.

const harness = await startHarness({ engines: testEngines });
stopAtEnd(harness);
const org = await harness.org();
const agent = await createAgent(org, 'EchoEngine');

const STRANGE = 'a "quoted",\nline\r\n; \\ and \t tab, , \u2028 and a backslash at the end \\';

test('jobs with 25 MB of input, or content that is not JSON, break no statement over all jobs', async () => {
  const small = await startJob(org, agent.id, { text: STRANGE });
  const large = await startJob(org, agent.id, { text: `"\n,${'x'.repeat(25_000_000)}` });
  for (const id of [small, large]) assert.equal((await untilFinal(org, id, 60_000)).status_code, 3);
  assert.deepEqual(
    await rowsOf(org, 'select id, length(inputs) > 25000000 as is_large, status from errand.jobs order by 2'),
    [
      [small, false, 'success'],
      [large, true, 'success'],
    ],
  );
  assert.deepEqual(await rowsOf(org, `select value from errand.outputs where job_id = '${small}'`), [[STRANGE]]);
  const [[size]] = (await rowsOf(org, `select length(value) from errand.outputs where job_id = '${large}'`)) as [
    [number],
  ];
  assert.equal(Number(size), 25_000_003);
  // A lone half of a surrogate pair is no text for the SQL engine.
  const half = String.raw`[{"key":"text","value":"\ud800"}]`;
  await harness.database.system.run('update job_results set outputs = $2::text::json where job_id = $1', [small, half]);
  assert.deepEqual(await rowsOf(org, 'select count(*) from errand.outputs'), [[1]]);
  assert.deepEqual(await rowsOf(org, 'select count(*) from errand.jobs'), [[2]]);
});

test('a value that makes a row too long is replaced by a sentence, the others stay', () => {
  const columns = [{ name: 'id' }, { name: 'inputs' }, { name: 'metadata' }];
  const line = toJsonLine({ id: '1', inputs: 'x'.repeat(1_000), metadata: null }, columns, 500);
  assert.deepEqual(JSON.parse(line.toString()), {
    id: '1',
    inputs: '(1000 characters, too long for SQL; read the job for the whole value)',
    metadata: null,
  });
});
