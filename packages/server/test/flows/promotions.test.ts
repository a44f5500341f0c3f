import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testEngines } from '../engines.ts';
import { callsWith, startHarness, stopAtEnd, type TestOrg } from '../harness.ts';
import { createPerson } from '../people.ts';
import { createAgent } from '../runs.ts';

// Under four eyes, no version becomes current by the hand of one person, whatever they hold and whichever way they take.

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const org = await harness.org();
const owner = await createPerson(harness, org, 'owner');
const admin = await createPerson(harness, org, 'admin');
const member = await createPerson(harness, org);
const colleague = await createPerson(harness, org);
const viewer = await createPerson(harness, org, 'viewer');

type Calls = Pick<TestOrg, 'request' | 'expect'>;
type Owner = { kind: 'agents' | 'policies'; id: string; first: string; next: string };

async function newAgent(maker: Calls = member): Promise<Owner> {
  const agent = await createAgent(org, 'EchoEngine');
  await owner.expect(200, 'PUT', `/v1/agents/${agent.id}/gate/`, { four_eyes: true });
  const { id } = await maker.expect(201, 'POST', `/v1/agents/${agent.id}/versions/`, { version_name: 'next' });
  return { kind: 'agents', id: agent.id, first: agent.versionId, next: id };
}

async function newPolicy(): Promise<Owner> {
  const policy = await member.expect(201, 'POST', '/policies/', { name: 'Rules', content: {} });
  await owner.expect(200, 'PUT', `/v1/policies/${policy.id}/gate/`, { four_eyes: true });
  const { id } = await member.expect(201, 'POST', `/policies/${policy.id}/versions/`, { content: {} });
  return { kind: 'policies', id: policy.id, first: policy.current_version_id, next: id };
}

const promote = (who: Calls, { kind, id, next }: Owner, body: object = {}, versionId = next) =>
  who.request('PATCH', `/v1/${kind}/${id}/set-current-version/${versionId}/`, body);
const currentOf = async ({ kind, id }: Owner): Promise<string> =>
  (await owner.expect(200, 'GET', `/v1/${kind}/${id}/`)).current_version_id;
const listOf = async ({ kind, id }: Owner): Promise<any[]> => {
  const name = kind === 'agents' ? 'agent_id' : 'policy_id';
  return (await viewer.expect(200, 'GET', `/v1/promotions/?${name}=${id}`)).results;
};
const decide = (who: Calls, promotion: any, verb: 'approve' | 'reject', body: object = {}) =>
  who.request('POST', `/v1/promotions/${promotion.id}/${verb}/`, body);
const auditOf = async ({ id }: Owner): Promise<any[]> =>
  (await owner.expect(200, 'GET', `/v1/organizations/${org.orgId}/audit/?target_id=${id}`)).results.map(
    ({ action, detail }: any) => [action, detail],
  );

describe('a promotion under four eyes', () => {
  for (const make of [newAgent, newPolicy])
    test(`of ${make === newAgent ? 'an agent' : 'a policy'} is proposed by one person and approved by another`, async () => {
      const it = await make();
      const personal = callsWith(() => harness.baseUrl, await member.personalKey());
      const machine = callsWith(() => harness.baseUrl, await colleague.organizationKey());
      const proposed = await promote(member, it, { reason: 'Better.' });
      assert.deepEqual([proposed.status, proposed.body.current_version_id], [202, it.first]);
      const [promotion] = await listOf(it);
      assert.deepEqual(
        [promotion.state, promotion.version_id, promotion.from_version_id, promotion.reason, promotion.actor.user_id],
        ['proposed', it.next, it.first, 'Better.', member.userId],
      );
      for (const [who, status] of [
        [member, 403],
        [personal, 403],
        [machine, 403],
        [org, 403],
        [viewer, 403],
        [await createPerson(harness, await harness.org()), 404],
      ] as const) {
        const refused = await decide(who, promotion, 'approve');
        assert.equal(refused.status, status, refused.text);
      }
      assert.equal((await promote(member, it)).status, 409, 'it is proposed already');
      assert.equal(await currentOf(it), it.first);

      const approved = await decide(colleague, promotion, 'approve', { comment: 'Seen.' });
      assert.equal(approved.status, 200, approved.text);
      assert.deepEqual(
        [approved.body.state, approved.body.decided_by.user_id, approved.body.comment],
        ['approved', colleague.userId, 'Seen.'],
      );
      assert.equal(await currentOf(it), it.next);
      assert.equal((await decide(admin, promotion, 'approve')).status, 409);
      assert.equal((await decide(admin, promotion, 'reject', { comment: 'Late.' })).status, 409);
      const kind = it.kind === 'agents' ? 'agent' : 'policy';
      const said = await auditOf(it);
      assert.deepEqual(said.find(([action]) => action === `${kind}.promotion_proposed`)?.[1].to, it.next);
      const [, detail] = said.find(([action]) => action === `${kind}.version_promoted`)!;
      assert.deepEqual(
        [detail.promotion_id, detail.proposed_by, detail.comment, detail.reason],
        [promotion.id, member.email, 'Seen.', 'Better.'],
      );
      // Going back is a change, too.
      assert.equal((await promote(colleague, it, {}, it.first)).status, 202);
      assert.equal(await currentOf(it), it.next);
    });

  test('is taken back by its proposer, and rejected by anybody with a comment', async () => {
    const it = await newAgent();
    await promote(member, it);
    const [first] = await listOf(it);
    assert.equal((await decide(colleague, first, 'reject')).status, 400);
    assert.equal((await decide(viewer, first, 'reject', { comment: 'No.' })).status, 403);
    assert.equal((await decide(member, first, 'reject', { comment: 'Not yet.' })).body.state, 'rejected');
    assert.equal((await promote(member, it)).status, 202, 'it can be proposed again');
    assert.deepEqual(
      (await listOf(it)).map(({ state }) => state),
      ['proposed', 'rejected'],
    );
  });

  test('that a machine proposed is approved by an administrator who did not make the version', async () => {
    const it = await newAgent(admin);
    const key = callsWith(() => harness.baseUrl, await colleague.organizationKey());
    assert.equal((await promote(key, it)).status, 202);
    const [promotion] = await listOf(it);
    assert.deepEqual([promotion.actor.kind, promotion.actor.chain[0].user_id], ['key', admin.userId]);
    for (const who of [key, member, colleague, admin])
      assert.equal((await decide(who, promotion, 'approve')).status, 403);
    assert.equal((await decide(owner, promotion, 'approve')).status, 200);
  });

  test('needs the right of the proposer from the second person, too', async () => {
    const agent = await createAgent(org, 'EchoEngine');
    const approval = { when: 'always' };
    await owner.expect(201, 'POST', `/v1/agents/${agent.id}/versions/`, { approval });
    await owner.expect(200, 'PUT', `/v1/agents/${agent.id}/gate/`, { four_eyes: true });
    const it = { kind: 'agents', id: agent.id, first: '', next: agent.versionId } as const;
    assert.equal((await promote(member, it)).status, 403, 'it lowers the approval');
    assert.equal((await promote(admin, it)).status, 202);
    const [promotion] = await listOf(it);
    assert.equal((await decide(member, promotion, 'approve')).status, 403);
    assert.equal((await decide(owner, promotion, 'approve')).status, 200);
  });

  test('has to pass the run of its gate as well, when it is proposed and when it is approved', async () => {
    const it = await newAgent();
    const set = await owner.expect(201, 'POST', '/v1/evaluation-sets/', { name: 'Exam', agent_id: it.id });
    const gate = { evaluation_set_id: set.id, no_regressions: false, four_eyes: true };
    await owner.expect(200, 'PUT', `/v1/agents/${it.id}/gate/`, gate);
    assert.equal((await promote(member, it)).status, 409, 'no run');
    const override = { override_reason: 'Agreed.' };
    assert.equal((await promote(member, it, override)).status, 403);
    assert.equal((await promote(admin, it, override)).status, 202);
    const [promotion] = await listOf(it);
    assert.equal((await decide(colleague, promotion, 'approve')).status, 403, 'an override needs two administrators');
    assert.equal((await decide(owner, promotion, 'approve')).status, 200);
    const [, detail] = (await auditOf(it)).find(([action]) => action === 'agent.version_promoted')!;
    assert.deepEqual([detail.override_reason, detail.proposed_by], ['Agreed.', admin.email]);
  });
});

describe('no way around it', () => {
  test('deleting the current version does not bring another one up', async () => {
    const it = await newAgent();
    const refused = await owner.request('DELETE', `/v1/agents/${it.id}/versions/${it.first}/`);
    assert.equal(refused.status, 409, refused.text);
    assert.match(refused.text, /second person/);
    assert.equal(await currentOf(it), it.first);
  });

  test('deleting the proposed version ends the proposal; so does removing the rule, which only administrators do', async () => {
    const it = await newAgent();
    await promote(member, it);
    assert.equal((await member.request('DELETE', `/v1/agents/${it.id}/versions/${it.next}/`)).status, 204);
    assert.deepEqual((await listOf(it))[0].state, 'obsolete');
    const other = await newAgent();
    await promote(member, other);
    for (const who of [member, colleague]) {
      assert.equal((await who.request('DELETE', `/v1/agents/${other.id}/gate/`)).status, 403);
      assert.equal((await who.request('PUT', `/v1/agents/${other.id}/gate/`, { four_eyes: true })).status, 403);
    }
    await admin.expect(204, 'DELETE', `/v1/agents/${other.id}/gate/`);
    const [promotion] = await listOf(other);
    assert.equal(promotion.state, 'obsolete');
    assert.equal((await decide(owner, promotion, 'approve')).status, 409);
    assert.equal((await promote(member, other)).status, 200);
    assert.ok((await auditOf(other)).some(([action]) => action === 'agent.gate_removed'));
  });

  test('two approvals at once make it current once, and one of them is a 409', async () => {
    const it = await newPolicy();
    await promote(member, it);
    const [promotion] = await listOf(it);
    const both = await Promise.all([decide(colleague, promotion, 'approve'), decide(admin, promotion, 'approve')]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    const promoted = (await auditOf(it)).filter(([action]) => action === 'policy.version_promoted');
    assert.equal(promoted.length, 1);
  });

  test('a gate that asks for nothing, or for figures without a set, is refused', async () => {
    const agent = await createAgent(org, 'EchoEngine');
    for (const body of [
      {},
      { four_eyes: false },
      { four_eyes: true, min_accuracy: 0.5 },
      { four_eyes: true, no_regressions: true },
    ])
      assert.equal((await owner.request('PUT', `/v1/agents/${agent.id}/gate/`, body)).status, 400);
  });
});
