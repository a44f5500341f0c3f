import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAlertById } from '#case-desk/store/alerts.ts';
import { getAnyCase } from '#case-desk/store/cases.ts';
import { startHarness, stopAtEnd } from '../../test/harness.ts';
import { createPerson } from '../../test/people.ts';
import { readEvidence } from './runs/evidence.ts';

const harness = stopAtEnd(await startHarness());
const org = await harness.org({ name: 'Earlier' });
const ada = await createPerson(harness, org);
const queue = await org.expect(201, 'POST', '/v1/case-queues/', {
  name: 'Payments',
  join_rule: { by: ['Account'], within_days: 30 },
});

let count = 0;
const open = (identifiers: object): Promise<any> =>
  org.expect(201, 'POST', '/v1/case-alerts/', {
    queue: queue.id,
    external_id: `alert-${++count}`,
    subject: { kind: 'person', name: `Person ${count}`, identifiers },
    rule: 'round sums',
    detected_at: '2026-03-27T10:00:00Z',
  });
const read = (id: string): Promise<any> => ada.expect(200, 'GET', `/v1/cases/${id}/`);
const decide = (id: string): Promise<any> =>
  ada.expect(200, 'POST', `/v1/cases/${id}/decide/`, {
    outcome: 'report',
    reason_code: 'x',
    narrative: 'He hides money.',
  });
const evidenceOf = async ({ id, case_id: caseId }: any, asOf: Date | null = null) => {
  const { system } = harness.database;
  const alert = (await findAlertById(system, org.orgId, id))!;
  return (await readEvidence(system, org.orgId, { alert, row: await getAnyCase(system, org.orgId, caseId), asOf }))
    .case;
};

test('two people who share only a country are related, and neither inherits the decision about the other', async () => {
  const decided = await open({ account: 'A1', country: 'DE', phone: '1' });
  await decide(decided.case_id);
  const stranger = await open({ account: 'A2', country: 'DE', phone: '1' });
  const found = await read(stranger.case_id);
  assert.deepEqual([found.earlier_decisions, found.earlier_decision_count, found.related_count], [[], 0, 1]);
  assert.deepEqual(
    found.related[0].shared.map(({ kind }: any) => kind),
    ['country', 'phone'],
  );
  const evidence = await evidenceOf(stranger);
  assert.equal(evidence.earlier_decisions_text, 'There are no earlier decisions about this subject.');
  const report = await ada.request('GET', `/v1/cases/${stranger.case_id}/report/`);
  assert.doesNotMatch(report.text, /about the same subject|He hides money/);

  const same = await open({ account: 'A1', country: 'DE' });
  assert.deepEqual(
    (await read(same.case_id)).earlier_decisions.map((one: any) => one.case_id),
    [decided.case_id],
  );
  assert.match((await ada.request('GET', `/v1/cases/${same.case_id}/report/`)).text, /about the same subject/);
});

test('earlier decisions are counted as they are, and a rehearsal knows those of its day, however many came later', async () => {
  const account = 'A3';
  const first = await open({ account });
  await decide(first.case_id);
  const then = await open({ account });
  const asOf = new Date(then.created_at);
  await decide(then.case_id);
  // As if the subject had been decided on sixty times more.
  await harness.database.system.run(
    `insert into case_decisions (id, org_id, case_id, outcome, reason_code, narrative, proposed_by, decided_by, decided_at)
     select gen_random_uuid(), org_id, case_id, outcome, reason_code, narrative, proposed_by, decided_by, now()
     from case_decisions, generate_series(1, 60) where case_id = $1`,
    [first.case_id],
  );
  const rehearsed = await evidenceOf(then, asOf);
  assert.deepEqual([rehearsed.earlier_decision_count, rehearsed.earlier_decisions.length], [1, 1]);
  const now = await open({ account });
  const evidence = await evidenceOf(now);
  assert.deepEqual([evidence.earlier_decision_count, evidence.earlier_decisions.length], [62, 50]);
  assert.match(evidence.earlier_decisions_text, /There are 62 of them; these are the latest 50\./);
  const found = await read(now.case_id);
  assert.deepEqual([found.earlier_decision_count, found.earlier_decisions.length], [62, 50]);
});
