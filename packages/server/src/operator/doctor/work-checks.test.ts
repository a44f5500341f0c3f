import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '#platform/ids.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { claimPass } from '../../jobs/archive/lease.ts';
import { leasedRows } from '../../registry/domains.ts';
import { workChecks } from './work-checks.ts';

let harness: Harness;
before(async () => {
  harness = await startHarness({ env: { ERRAND_ROLE: 'api' } });
});
after(() => harness.stop());

test('every kind of leased work of a running service is looked at, and has the columns that it names', async () => {
  const metrics = await (await fetch(`${harness.baseUrl}/metrics`)).text();
  const running = [...metrics.matchAll(/^errand_work_running\{work="(\w+)"\}/gm)].map(([, name]) => name);
  assert.deepEqual(leasedRows.map(({ name }) => name).sort(), running.sort());
  const columns = await harness.database.system.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = current_schema()`,
  );
  const known = new Set(columns.map(({ name }) => name));
  for (const { table, claim, due, attempts } of leasedRows)
    for (const column of ['id', claim, due, attempts]) assert.ok(known.has(`${table}.${column}`), `${table}.${column}`);
});

test('work that has been due for long is reported with its kind, and what to do', async () => {
  const [check] = workChecks(harness.database);
  assert.equal((await check!.look()).fix, undefined);
  const org = await harness.org();
  const insert = `insert into alerts (id, org_id, kind, message, detail, created_at, delivery, next_attempt_at)
    values ($1, $2, 'failures', 'odd', '{}', now(), 'pending', now() - interval '20 minutes')`;
  await harness.database.system.run(insert, [newId(), org.orgId]);
  const found = await check!.look();
  assert.equal(found.detail, 'alerts: 1 due, the oldest for 20 minutes');
  assert.match((found as { fix: string }).fix, /another worker/);
});

test('a row that three processes in a row did not survive is named', async () => {
  const [, check] = workChecks(harness.database);
  assert.deepEqual(await check!.look(), { detail: 'none' });
  const { system } = harness.database;
  await system.run(`update archive_task set holder = null, leased_until = now() - interval '1 s'`);
  for (let process = 0; process < 4; process += 1) {
    assert.equal((await claimPass(system)).length, 1);
    await system.run(`update archive_task set leased_until = now() - interval '1 s'`);
  }
  const [task] = await system.query<{ id: string }>('select id from archive_task');
  const found = await check!.look();
  assert.match(found.detail, new RegExp(`archive: ${task!.id}$`));
  assert.match((found as { fix: string }).fix, /tried again every hour/);
});
