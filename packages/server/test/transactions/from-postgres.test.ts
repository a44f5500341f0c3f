import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { startDatabasePort } from '../connections/systems.ts';
import { createTestDatabase } from '../databases.ts';
import { request, startHarness, stopAtEnd } from '../harness.ts';
import { createPerson } from '../people.ts';

// Transactions that stay in a PostgreSQL of the team: read by a statement that everybody sees and can repeat.

const ROWS = Number(process.env.ERRAND_TEST_TRANSACTIONS ?? 20_000);
const READER = `bank_${process.pid}_${Date.now()}`;
const made = await createTestDatabase();
const port = await startDatabasePort(made.url);
const bank = new pg.Client({ connectionString: made.url });
await bank.connect();
await bank.query(`create table payments (id int8 primary key, booked timestamptz, sender text, receiver text, amount numeric(12, 2));
  insert into payments select n, '2026-01-01T00:00:00Z'::timestamptz + n * interval '7 minutes', 'S' || n % 997, 'R' || n % 1009, 10 + n % 90
    from generate_series(1, ${ROWS}) n;
  insert into payments select 10000000 + n, '2026-02-10T00:00:00Z'::timestamptz + n * interval '1 minute', 'F' || n, 'Collector', 900 from generate_series(1, 40) n;
  create role ${READER} login password 'secret-of-the-bank'; grant select on payments to ${READER}`);
const harness = stopAtEnd(await startHarness({ env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } }));
after(async () => {
  port.close();
  await bank.query(`drop owned by ${READER}; drop role ${READER}`);
  await bank.end();
  await made.drop();
});
const org = await harness.org({ name: 'Bank' });
await org.expect(201, 'POST', '/v1/connections/', {
  connector_type: 'postgres',
  name: 'bank',
  config: port.config,
  auth_config: { username: READER, password: 'secret-of-the-bank' },
});
const queue = await org.expect(201, 'POST', '/v1/case-queues/', {
  name: 'Laundering',
  join_rule: { by: ['account'], within_days: 30 },
});
const path = `/v1/case-queues/${queue.id}/transactions/`;
const columns = { id: 'id', at: 'booked', from: 'sender', to: 'receiver', amount: 'amount' };
const source = {
  table: 'bank_payments',
  columns,
  read_from: { connection: 'bank', query: `select * from payments where sender <> 'it''s'` },
};
const detect = async (): Promise<any> => {
  const { id } = await org.expect(201, 'POST', `/v1/case-queues/${queue.id}/detections/`, {});
  let run: any;
  do run = await org.expect(200, 'GET', `/v1/case-detections/${id}/?wait=60`);
  while (run.finished_at === null);
  return run;
};

test('a run reads the rows through the connection, and its figures stand on them and on the statement', async () => {
  const { statement } = await org.expect(200, 'PUT', path, source);
  assert.match(statement, /^CREATE OR REPLACE TABLE "bank_payments" AS SELECT \* FROM connection\('bank', '/);
  const run = await detect();
  assert.deepEqual([run.state, run.row_count, run.unusable_count, run.problem], ['done', ROWS + 40, 0, null]);
  assert.equal(run.read.statement, statement);
  const query = await org.expect(200, 'GET', `/v1/database/query/${run.read.query_id}/`);
  assert.deepEqual([query.error, query.query], [null, statement]);
  const found = run.findings.find(({ rule }: any) => rule === 'fan_in');
  assert.ok(found.count >= 1);
  const alerts = (await org.expect(200, 'GET', '/v1/case-alerts/?q=identifier.account:collector')).results;
  assert.ok(alerts.length >= 1);
  const listed = await org.expect(200, 'GET', `/v1/cases/${alerts[0].case_id}/transactions/`);
  const [plain] = (
    await bank.query(`select count(*)::int, sum(amount)::float8 from payments where receiver = 'Collector'`)
  ).rows;
  assert.deepEqual([listed.figures.in.count, listed.figures.in.amount], [plain.count, plain.sum]);
  const audit = await org.expect(200, 'GET', `/v1/organizations/${org.orgId}/audit/?page_size=100`);
  assert.ok(audit.results.some(({ action }: any) => action === 'connection.queried'));
});

test('a later run sees what was booked since, and the rows of the one before stay until then', async () => {
  await bank.query(`insert into payments values (99999999, '2026-03-01T00:00:00Z', 'F1', 'Collector', 5)`);
  const before = await org.expect(200, 'POST', '/v1/database/query/', { query: 'SELECT count(*) FROM bank_payments' });
  assert.match(JSON.stringify(before), new RegExp(String(ROWS + 40)));
  assert.equal((await detect()).row_count, ROWS + 41);
});

test('what is wrong on the other side is said, with the statement, and without its secrets', async () => {
  await org.expect(400, 'PUT', path, { ...source, read_from: { connection: 'no such', query: 'payments' } });
  await org.expect(200, 'PUT', path, { ...source, read_from: { connection: 'bank', query: 'no_such_table' } });
  const missing = await detect();
  assert.equal(missing.state, 'failed');
  assert.match(missing.problem, /no_such_table/);
  assert.doesNotMatch(missing.problem, /secret-of-the-bank/);
  await org.expect(200, 'PUT', path, { ...source, columns: { ...columns, amount: 'sender' } });
  assert.match((await detect()).problem, /amount: sender is/);
});

test('rows are read with the rights that the person who set the source up has now', async () => {
  const rowsOf = async (): Promise<unknown> =>
    (await org.expect(200, 'POST', '/v1/database/query/', { query: 'SELECT count(*) FROM bank_payments' })).results;
  const gone = await createPerson(harness, org, 'admin');
  const demoted = await createPerson(harness, org, 'admin');
  await gone.expect(200, 'PUT', path, source);
  assert.equal((await detect()).problem, null);
  const before = await rowsOf();
  await bank.query(`insert into payments values (99999998, '2026-03-02T00:00:00Z', 'F2', 'Collector', 5)`);
  await org.expect(204, 'DELETE', `/v1/organizations/${org.orgId}/members/${gone.userId}/`);
  const left = await detect();
  assert.equal(left.state, 'failed');
  assert.match(left.problem, new RegExp(`right of ${gone.email}, who set them up and has no access`));

  await demoted.expect(200, 'PUT', path, source);
  await org.expect(200, 'PATCH', `/v1/organizations/${org.orgId}/members/${demoted.userId}/`, { role: 'member' });
  assert.match((await detect()).problem, /now has the role member/);

  const { id, api_key: key } = await org.expect(201, 'POST', `/v1/organizations/${org.orgId}/api-keys/`, {
    name: 'reads',
    role: 'admin',
  });
  const set = await request(harness.baseUrl, key, 'PUT', path, source);
  assert.equal(set.status, 200);
  await org.expect(204, 'DELETE', `/v1/organizations/${org.orgId}/api-keys/${id}/`);
  assert.match((await detect()).problem, /has no access to the organization any more/);
  assert.deepEqual(await rowsOf(), before, 'nobody has read meanwhile');
});

test('a policy that no longer allows the connection stops the next run, which says so', async () => {
  await org.expect(200, 'PUT', path, source);
  const [{ id }] = (await org.expect(200, 'GET', '/v1/connections/')).results;
  await org.expect(200, 'PATCH', `/v1/connections/${id}/`, { policy: { roles: ['viewer'] } });
  const refused = await detect();
  assert.equal(refused.state, 'failed');
  assert.match(refused.problem, /policy of the connection 'bank' allows only uses by: viewer/);
  await org.expect(200, 'PATCH', `/v1/connections/${id}/`, { policy: {} });
  assert.equal((await detect()).problem, null);
});
