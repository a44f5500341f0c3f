import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Role } from '@errand/contract/roles.ts';
import { request, startHarness, stopAtEnd } from '../../test/harness.ts';
import { createPerson } from '../../test/people.ts';

// Analysts work on cases, approvers are the second person, auditors read: what each may do, and what not.

const harness = stopAtEnd(await startHarness());
const org = await harness.org({ name: 'Roles of the desk' });
const analyst = await createPerson(harness, org, 'analyst');
const approver = await createPerson(harness, org, 'approver');
const auditor = await createPerson(harness, org, 'auditor');
const home = `/v1/organizations/${org.orgId}`;
const queue = await org.expect(201, 'POST', '/v1/case-queues/', {
  name: 'Payments',
  four_eyes: { outcomes: ['report'] },
});
const alert = {
  queue: queue.id,
  subject: { kind: 'person', name: 'Jane Roe', identifiers: { account: 'DE02' } },
  rule: 'round sums',
  detected_at: '2026-03-27T11:00:00Z',
};
const report = { outcome: 'report', reason_code: 'structuring', narrative: 'Twelve transfers.' };

test('an analyst works on a case and proposes, an approver ends it, and neither does both', async () => {
  const { case_id: id } = await analyst.expect(201, 'POST', '/v1/case-alerts/', { ...alert, external_id: 'roles-1' });
  await analyst.expect(200, 'POST', `/v1/cases/${id}/assign/`, { user_id: analyst.userId });
  await analyst.expect(201, 'POST', `/v1/cases/${id}/note/`, { text: 'Seen.' });
  await analyst.expect(202, 'POST', `/v1/cases/${id}/decide/`, report);
  for (const verb of ['approve', 'reject'])
    await analyst.expect(403, 'POST', `/v1/cases/${id}/${verb}/`, { comment: 'Mine.' });
  const other = await createPerson(harness, org, 'analyst');
  await other.expect(403, 'POST', `/v1/cases/${id}/approve/`, {});
  const closed = await approver.expect(200, 'POST', `/v1/cases/${id}/approve/`, { comment: 'Agreed.' });
  assert.deepEqual([closed.state, closed.outcome], ['closed', 'report']);

  const { case_id: second } = await approver.expect(201, 'POST', '/v1/case-alerts/', {
    ...alert,
    external_id: 'roles-2',
  });
  await approver.expect(202, 'POST', `/v1/cases/${second}/decide/`, report);
  await approver.expect(403, 'POST', `/v1/cases/${second}/approve/`, {});
});

test('work is given to people who may do it, so neither a viewer nor an auditor gets a case or a task', async () => {
  const viewer = await createPerson(harness, org, 'viewer');
  const { case_id: id } = await analyst.expect(201, 'POST', '/v1/case-alerts/', { ...alert, external_id: 'roles-5' });
  for (const { userId } of [viewer, auditor]) {
    const given = await analyst.expect(400, 'POST', `/v1/cases/${id}/assign/`, { user_id: userId });
    assert.match(given.user_id[0], /only reads cases/);
    await analyst.expect(400, 'POST', `/v1/cases/${id}/task/`, { title: 'Look', assignee: userId });
  }
  await analyst.expect(200, 'POST', `/v1/cases/${id}/assign/`, { user_id: approver.userId });
});

test('the roles of the desk build nothing, run nothing and manage nothing', async () => {
  for (const person of [analyst, approver, auditor]) {
    await person.expect(200, 'GET', '/v1/cases/');
    await person.expect(200, 'GET', '/v1/agents/');
    await person.expect(403, 'POST', '/v1/case-queues/', { name: 'Mine' });
    await person.expect(403, 'POST', '/v1/agents/', { name: 'Mine', engine_class_id: 'TemplateEngine' });
    await person.expect(403, 'POST', `${home}/members/`, { email: 'friend@example.com', role: 'owner' });
  }
  await auditor.expect(403, 'POST', '/v1/case-alerts/', { ...alert, external_id: 'roles-3' });
  for (const person of [analyst, approver]) await person.expect(403, 'GET', `${home}/audit/`);
});

test('an auditor reads who did and opened what, and the signed end of the log', async () => {
  const { case_id: id } = await analyst.expect(201, 'POST', '/v1/case-alerts/', { ...alert, external_id: 'roles-4' });
  await analyst.expect(200, 'GET', `/v1/cases/${id}/`);
  const { results } = await auditor.expect(200, 'GET', `${home}/audit/?target_id=${id}`);
  const read = results.find((one: any) => one.action === 'case.read');
  assert.equal(read.actor.user_id, analyst.userId);
  await auditor.expect(200, 'GET', `${home}/audit/head/`);
  await auditor.expect(403, 'POST', `/v1/cases/${id}/note/`, { text: 'Seen.' });
});

test('a personal key has the lower one of two roles, and never the rights of an auditor by a detour', async () => {
  const roleOf = async (key: string): Promise<Role> =>
    (await request(harness.baseUrl, key, 'GET', '/v1/organizations/')).body.results[0].role;
  const cases: [person: Role, later: Role, expected: Role][] = [
    ['approver', 'analyst', 'analyst'],
    ['analyst', 'admin', 'analyst'],
    ['member', 'auditor', 'viewer'],
    ['auditor', 'member', 'viewer'],
    ['auditor', 'admin', 'auditor'],
    ['admin', 'auditor', 'auditor'],
  ];
  for (const [role, later, expected] of cases) {
    const person = await createPerson(harness, org, role);
    const key = await person.personalKey();
    assert.equal(await roleOf(key), role);
    await org.expect(200, 'PATCH', `${home}/members/${person.userId}/`, { role: later });
    assert.equal(await roleOf(key), expected, `${role}, then ${later}`);
  }
});
