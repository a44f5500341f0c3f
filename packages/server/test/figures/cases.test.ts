import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHarness, stopAtEnd } from '../harness.ts';
import { createPerson } from '../people.ts';
import { compareCases, loadDeskTruth } from './compare-cases.ts';
import { fillCases } from './fill-cases.ts';

// The small form of what `npm run measure -- cases` compares.

const harness = stopAtEnd(await startHarness());
const org = await harness.org({ name: 'Desk' });
const analyst = await createPerson(harness, org, 'analyst');
const { id: queueId } = await org.expect(201, 'POST', '/v1/case-queues/', { name: 'Payments' });
const { system } = harness.database;
await fillCases(system, { orgId: org.orgId, queueId, userId: analyst.userId, cases: 2_000 });
const truth = await loadDeskTruth(system, org.orgId);

test('every count of the desk is that of a plain count over its cases and alerts', async () => {
  const { figures, differences } = await compareCases(org, truth);
  assert.deepEqual(differences, []);
  assert.ok(figures > 90, `only ${figures} figures were compared`);
});

test('pages of a search go on after what is counted, and every match is on one of them', async () => {
  const all = await system.query<{ id: string }>(
    'select id from case_alerts where org_id = $1 and amount > 100 order by id desc',
    [org.orgId],
  );
  const read = (page: number): Promise<any> =>
    org.expect(200, 'GET', `/v1/case-alerts/?q=${encodeURIComponent('amount:>100')}&page_size=100&page=${page}`);
  const last = Math.ceil(all.length / 100);
  assert.ok(last > 101, `only ${all.length} alerts match`);
  for (const page of [1, 99, 100, 101, last]) {
    const { count, count_is_complete: isComplete, next, results } = await read(page);
    assert.deepEqual([count, isComplete, next !== null], [10_000, false, page < last], `page ${page}`);
    const expected = all.slice((page - 1) * 100, page * 100);
    assert.deepEqual(
      results.map(({ id }: any) => id),
      expected.map(({ id }) => id),
      `page ${page}`,
    );
  }
  const { status } = await org.request('GET', `/v1/case-alerts/?q=amount:%3E100&page_size=100&page=${last + 1}`);
  assert.equal(status, 404);
});

test('a wrong figure of the desk is noticed, whichever it is', async () => {
  const [one] = truth.cases.filter(({ state, due }) => state === 'waiting' && due !== null && due < Date.now());
  const [alert] = truth.alerts.filter(({ amount }) => amount > 1_000).slice(-1);
  for (const [change, noticed] of [
    [() => Object.assign(one!, { state: 'closed' }), /cases state=closed/],
    [() => Object.assign(one!, { due: null }), /cases due=overdue/],
    [() => Object.assign(one!, { priority: 'none' }), /facet priority/],
    [() => Object.assign(one!, { assignee: null }), /figures load of/],
    [() => Object.assign(alert!, { amount: 1 }), /alerts amount:>1000 since:90d/],
  ] as const) {
    const kept = { one: { ...one }, alert: { ...alert } };
    change();
    const { differences } = await compareCases(org, truth);
    Object.assign(one!, kept.one);
    Object.assign(alert!, kept.alert);
    assert.match(differences.join('\n'), noticed);
  }
});
