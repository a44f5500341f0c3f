import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startHarness, stopAtEnd, type TestOrg } from '../../test/harness.ts';
import { createPerson } from '../../test/people.ts';
import { rowsOf, runSql } from '../../test/workspace/workspace.ts';

const harness = stopAtEnd(await startHarness());
const org = await harness.org({ name: 'Transactions' });
const other = await harness.org({ name: 'Others' });

/** 60 accounts pay each other in a ring once a day; 20 accounts pay C in one day; money goes A, B, D and back to A. */
await runSql(
  org,
  `CREATE TABLE pay AS
    SELECT 'p' || (i * 100 + k) AS id, 'S' || i AS sender, 'S' || ((i + k) % 60) AS receiver, 100.0 + i AS amount,
      'EUR' AS currency, TIMESTAMP '2026-01-01 08:00:00' + k * INTERVAL 1 DAY AS booked
    FROM range(60) t(i), range(1, 20) u(k)
    UNION ALL SELECT 'f' || i, 'F' || i, 'C', 90.0 + i, 'EUR', TIMESTAMP '2026-02-10 10:00:00' + i * INTERVAL 1 MINUTE FROM range(20) t(i)
    UNION ALL SELECT 'c1', 'A', 'B', 5000, 'EUR', TIMESTAMP '2026-02-01 10:00:00'
    UNION ALL SELECT 'c2', 'B', 'D', 4900, 'EUR', TIMESTAMP '2026-02-02 10:00:00'
    UNION ALL SELECT 'c3', 'D', 'A', 4800, 'EUR', TIMESTAMP '2026-02-03 10:00:00'
    UNION ALL SELECT 'x1', 'S1', NULL, 70, 'EUR', TIMESTAMP '2026-02-03 10:00:00'
    UNION ALL SELECT 'x2', 'A', 'B', NULL, 'EUR', TIMESTAMP '2026-02-03 10:00:00'`,
);
const columns = { id: 'id', at: 'booked', from: 'sender', to: 'receiver', amount: 'amount', currency: 'currency' };

let count = 0;
async function createQueue(more: object = {}): Promise<string> {
  const queue = await org.expect(201, 'POST', '/v1/case-queues/', {
    name: `Queue ${++count}`,
    join_rule: { by: ['account', 'network'], within_days: 30 },
  });
  await org.expect(200, 'PUT', `/v1/case-queues/${queue.id}/transactions/`, { table: 'pay', columns, ...more });
  return queue.id;
}
async function detect(queueId: string, body: object = {}): Promise<any> {
  const run = await org.expect(201, 'POST', `/v1/case-queues/${queueId}/detections/`, body);
  const ended = await org.expect(200, 'GET', `/v1/case-detections/${run.id}/?wait=60`);
  assert.notEqual(ended.finished_at, null);
  return ended;
}
async function openCase(queueId: string, account: string): Promise<string> {
  const alert = await org.expect(201, 'POST', '/v1/case-alerts/', {
    queue: queueId,
    external_id: `by hand ${++count}`,
    subject: { kind: 'account', name: account, identifiers: { account, device: 'phone 7' } },
    rule: 'by hand',
    detected_at: new Date().toISOString(),
  });
  return alert.case_id;
}
const alertsOf = async (queueId: string, by: TestOrg = org): Promise<any[]> =>
  (await by.expect(200, 'GET', `/v1/case-alerts/?queue=${queueId}&page_size=100`)).results;
const found = (run: any): Record<string, number> =>
  Object.fromEntries(run.findings.map(({ rule, count: n }: any) => [rule, n]));

describe('a run', () => {
  test('looks at all rows, sends an alert for each finding, and says which rows no rule could see', async () => {
    const queueId = await createQueue();
    const run = await detect(queueId);
    assert.deepEqual([run.state, run.row_count, run.unusable_count], ['done', 60 * 19 + 20 + 5, 2]);
    assert.deepEqual(found(run), {
      fan_in: 1,
      fan_out: 0,
      repeated: 0,
      unusual_amounts: 0,
      pass_through: 0,
      cycle: 1,
    });
    assert.deepEqual([run.alerts_created, run.alerts_known], [2, 0]);
    const alerts = await alertsOf(queueId);
    const fan = alerts.find((one) => one.rule === 'fan_in');
    assert.deepEqual([fan.subject.identifiers.account, fan.data.finding.accounts], ['C', 20]);
    assert.equal(fan.data.finding.why, '20 accounts paid 1,990 to it within 7 days, in 20 transactions.');
    assert.equal((await rowsOf(org, fan.data.finding.statement)).length, 20);
    const cycle = alerts.find((one) => one.rule === 'cycle');
    assert.deepEqual(
      (await rowsOf(org, cycle.data.finding.statement)).map(([id]) => id),
      ['c1', 'c2', 'c3'],
    );
  });

  test('leaves out and counts rows whose amount or time is endless, so that sums stay sums', async () => {
    await runSql(
      org,
      `CREATE TABLE endless AS SELECT * FROM pay WHERE id IN ('c1', 'c2', 'c3')
       UNION ALL SELECT 'e1', 'A', 'B', 'Infinity'::DOUBLE, 'EUR', TIMESTAMP '2026-02-01 11:00:00'
       UNION ALL SELECT 'e2', 'A', 'B', 'NaN'::DOUBLE, 'EUR', TIMESTAMP '2026-02-01 11:00:00'
       UNION ALL SELECT 'e3', 'A', 'B', 7, 'EUR', 'infinity'::TIMESTAMP`,
    );
    const queueId = await createQueue({ table: 'endless' });
    const run = await detect(queueId);
    assert.deepEqual([run.row_count, run.unusable_count, found(run).cycle], [6, 3, 1]);
    const [alert] = await alertsOf(queueId);
    assert.equal((await rowsOf(org, alert.data.finding.statement)).length, 3);
    const sent = { queue: queueId, external_id: 'endless', rule: 'by hand', detected_at: '2026-02-01T10:00:00Z' };
    const subject = { kind: 'account', name: 'B', identifiers: { account: 'b' } };
    const { case_id: id } = await org.expect(201, 'POST', '/v1/case-alerts/', { ...sent, subject });
    const rows = await org.expect(200, 'GET', `/v1/cases/${id}/transactions/`);
    assert.deepEqual([rows.count, rows.unusable_count], [rows.results.length, 3]);
    assert.ok(rows.figures.in.amount < 10_000 && rows.results.every((row: any) => row.amount > 0));
    assert.equal((await rowsOf(org, rows.statement)).length, rows.count);
  });

  test('sends alerts with the right that whoever started it has now', async () => {
    const queueId = await createQueue();
    const person = await createPerson(harness, org, 'member');
    const { id } = await person.expect(201, 'POST', `/v1/case-queues/${queueId}/detections/`, {});
    const untilEnd = () => org.expect(200, 'GET', `/v1/case-detections/${id}/?wait=60`);
    assert.equal((await untilEnd()).state, 'done');
    await org.expect(200, 'PATCH', `/v1/organizations/${org.orgId}/members/${person.userId}/`, { role: 'viewer' });
    // As if the process had died before it ended.
    await harness.database.system.run('update detection_runs set finished_at = null where id = $1', [id]);
    const run = await untilEnd();
    assert.equal(run.state, 'failed');
    assert.match(run.problem, new RegExp(`right of ${person.email}, who started it and now has the role viewer`));
  });

  test('that finds the same again sends nothing', async () => {
    const queueId = await createQueue();
    await detect(queueId);
    const again = await detect(queueId);
    assert.deepEqual([again.alerts_created, again.alerts_known], [0, 2]);
    assert.equal((await alertsOf(queueId)).length, 2);
  });

  test('joins the accounts of one network in one case', async () => {
    const queueId = await createQueue({ rules: { unusual_amounts: { transactions: 1, days: 30, factor: 20 } } });
    await detect(queueId);
    const alerts = await alertsOf(queueId);
    const ring = alerts.filter((one) => ['A', 'B', 'D'].includes(one.subject.identifiers.account));
    assert.ok(ring.length >= 4);
    assert.equal(new Set(ring.map((one) => one.case_id)).size, 1);
    assert.notEqual(alerts.find((one) => one.rule === 'fan_in').case_id, ring[0].case_id);
  });

  test('keeps to its period, and to the rules that are on', async () => {
    const queueId = await createQueue({ rules: { cycle: null, unusual_amounts: null } });
    const run = await detect(queueId, { since: '2026-02-04T00:00:00Z' });
    assert.deepEqual(found(run), { fan_in: 1, fan_out: 0, repeated: 0, pass_through: 0 });
    assert.equal(run.row_count, 20);
  });

  test('says what is wrong when its table is gone, and the next one may begin', async () => {
    await runSql(org, 'CREATE TABLE short_lived AS SELECT * FROM pay');
    const queueId = await createQueue({ table: 'short_lived' });
    await runSql(org, 'DROP TABLE short_lived', { use_admin: true });
    const run = await detect(queueId);
    assert.equal(run.state, 'failed');
    assert.match(run.problem, /short_lived/);
    assert.equal((await detect(queueId)).state, 'failed');
  });

  test('needs a table, and is the only one of its queue', async () => {
    const queue = await org.expect(201, 'POST', '/v1/case-queues/', { name: `Queue ${++count}` });
    await org.expect(409, 'POST', `/v1/case-queues/${queue.id}/detections/`, {});
    await org.expect(404, 'GET', `/v1/case-queues/${queue.id}/transactions/`);
    const queueId = await createQueue();
    const later = { since: '2026-02-04T00:00:00Z', until: '2026-02-03T00:00:00Z' };
    await org.expect(400, 'POST', `/v1/case-queues/${queueId}/detections/`, later);
    await org.expect(404, 'POST', `/v1/case-queues/${crypto.randomUUID()}/detections/`, {});
  });
});

describe('the table of a queue', () => {
  test('has the columns that rules need, or the answer names what is missing', async () => {
    const queueId = await createQueue();
    const path = `/v1/case-queues/${queueId}/transactions/`;
    const wrong = await org.expect(400, 'PUT', path, {
      table: 'pay',
      columns: { ...columns, at: 'sender', amount: 'currency', from: 'nobody' },
    });
    assert.equal(wrong.columns.length, 3);
    await org.expect(400, 'PUT', path, { table: 'nowhere', columns });
    await other.expect(404, 'PUT', path, { table: 'pay', columns });
    const saved = await org.expect(200, 'GET', path);
    assert.deepEqual([saved.table, saved.identifier, saved.rules.cycle.accounts], ['pay', 'account', 3]);
  });

  test('is set by administrators only', async () => {
    const queueId = await createQueue();
    const member = await createPerson(harness, org);
    await member.expect(403, 'PUT', `/v1/case-queues/${queueId}/transactions/`, { table: 'pay', columns });
    await member.expect(403, 'DELETE', `/v1/case-queues/${queueId}/transactions/`);
    await org.expect(204, 'DELETE', `/v1/case-queues/${queueId}/transactions/`);
    await org.expect(404, 'DELETE', `/v1/case-queues/${queueId}/transactions/`);
  });
});

describe('the transactions of a case', () => {
  test('are those of its subject, with figures over all of them and the statement that selects them', async () => {
    const id = await openCase(await createQueue(), 's 1');
    const page = await org.expect(200, 'GET', `/v1/cases/${id}/transactions/?page_size=10`);
    assert.deepEqual([page.count, page.results.length, page.accounts], [38, 10, ['s1']]);
    assert.deepEqual(page.figures.in.count + page.figures.out.count, 38);
    assert.equal(page.unusable_count, 1);
    const rows = await rowsOf(org, page.statement);
    assert.equal(rows.length, 38);
    const sum = await rowsOf(org, `SELECT sum(amount) FROM pay WHERE sender = 'S1' AND receiver IS NOT NULL`);
    assert.equal(page.figures.out.amount, sum[0]![0]);
  });

  test('are narrowed by time, side, other account and amount, and the statement by the same', async () => {
    const id = await openCase(await createQueue(), 'A');
    const narrowed = async (query: string): Promise<string[]> => {
      const page = await org.expect(200, 'GET', `/v1/cases/${id}/transactions/?ordering=at&${query}`);
      const cited = (await rowsOf(org, page.statement)).map(([rowId]) => rowId);
      assert.deepEqual(
        cited,
        page.results.map((one: any) => one.id),
      );
      return page.results.map((one: any) => one.id);
    };
    assert.deepEqual(await narrowed(''), ['c1', 'c3']);
    assert.deepEqual(await narrowed('direction=in'), ['c3']);
    assert.deepEqual(await narrowed('counterparty=B'), ['c1']);
    assert.deepEqual(await narrowed('min_amount=4900'), ['c1']);
    assert.deepEqual(await narrowed('since=2026-02-02T00:00:00Z'), ['c3']);
    assert.deepEqual(await narrowed(`counterparty=${encodeURIComponent("B' OR true --")}`), []);
  });

  test('are nobody else’s', async () => {
    const id = await openCase(await createQueue(), 'A');
    await other.expect(404, 'GET', `/v1/cases/${id}/transactions/`);
    await other.expect(404, 'GET', `/v1/cases/${id}/network/`);
    const [ada, ben] = [await createPerson(harness, org), await createPerson(harness, org)];
    await ada.expect(200, 'POST', `/v1/cases/${id}/restrict/`, { user_ids: [ada.userId] });
    await ada.expect(200, 'GET', `/v1/cases/${id}/network/`);
    await ben.expect(404, 'GET', `/v1/cases/${id}/network/`);
    await ben.expect(404, 'GET', `/v1/cases/${id}/transactions/`);
  });
});

describe('the network of a case', () => {
  test('has the accounts around the subject, patterns with their rows, and cases that share an identifier', async () => {
    const queueId = await createQueue();
    const [id, related] = [await openCase(queueId, 'A'), await openCase(await createQueue(), 'D')];
    const network = await org.expect(200, 'GET', `/v1/cases/${id}/network/`);
    const accounts = network.nodes.filter((one: any) => one.kind === 'account');
    assert.deepEqual(accounts.map((one: any) => [one.value, one.role]).sort(), [
      ['A', 'subject'],
      ['B', 'counterparty'],
      ['D', 'counterparty'],
    ]);
    assert.equal(accounts.find((one: any) => one.value === 'D').case.id, related);
    assert.ok(network.nodes.some((one: any) => one.kind === 'device' && one.role === 'shared'));
    const edges = network.edges.filter((one: any) => one.kind === 'transactions');
    assert.deepEqual([edges.length, network.edge_count], [3, 3]);
    const cycle = network.findings.find((one: any) => one.rule === 'cycle');
    assert.equal((await rowsOf(org, cycle.statement)).length, 3);
  });

  test('is that of a time, and says what it could not look at', async () => {
    const id = await openCase(await createQueue(), 'A');
    const early = await org.expect(200, 'GET', `/v1/cases/${id}/network/?until=2026-02-02T00:00:00Z`);
    assert.deepEqual(
      early.nodes
        .filter((one: any) => one.kind === 'account')
        .map((one: any) => one.value)
        .sort(),
      ['A', 'B'],
    );
    const bare = await org.expect(201, 'POST', '/v1/case-queues/', { name: `Queue ${++count}` });
    const without = await org.expect(200, 'GET', `/v1/cases/${await openCase(bare.id, 'A')}/network/`);
    assert.match(without.problems[0], /no table of transactions/);
    assert.equal(without.edge_count, 0);
  });
});
