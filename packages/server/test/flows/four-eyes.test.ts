import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { testEngines } from '../engines.ts';
import { callsWith, request, startHarness, stopAtEnd, type TestOrg, until } from '../harness.ts';
import { createPerson, type Person } from '../people.ts';
import { createAgent, startJob, untilFinal, untilJob } from '../runs.ts';

// One person is one person, whatever they hold: a session, keys, the address of a trigger, somebody else's schedule.

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const org = await harness.org();
const owner = await createPerson(harness, org, 'owner');
const admin = await createPerson(harness, org, 'admin');
const member = await createPerson(harness, org);
const colleague = await createPerson(harness, org);
/** A machine's key, which the owner made and a member got hold of. */
const machine = callsWith(() => harness.baseUrl, await owner.organizationKey());

const rule = { kind: 'approval', title: 'Pay?', options: ['approve', 'refuse'], forbid_requester: true };
const waiting = await createAgent(org, 'WaitEngine', { settings: { disable_cache: true } });
const source = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }], settings: { disable_cache: true } });
const inputs = { request: JSON.stringify(rule) };

type Calls = Pick<TestOrg, 'request' | 'expect'>;
const start = (who: Calls): Promise<string> => startJob(who as TestOrg, waiting.id, inputs);
const waitOf = async (jobId: string): Promise<any> =>
  (await untilJob(org, jobId, (job) => job.waiting !== null || job.status_code >= 3)).waiting;
const approve = (who: Calls, wait: any) => who.request('POST', `/v1/waits/${wait.id}/answer/`, { answer: 'approve' });
const inbox = async (who: Calls): Promise<string[]> =>
  (await who.expect(200, 'GET', '/v1/waits/?status=open&mine=true&page_size=100')).results.map((one: any) => one.id);

/** Nobody of `involved` may answer, nor does the inbox offer it to them; `other` may. */
async function checkDuty(jobId: string, involved: Calls[], other: Person): Promise<any> {
  const wait = await waitOf(jobId);
  for (const who of involved) {
    const refused = await approve(who, wait);
    assert.equal(refused.status, 403, refused.text);
    assert.ok(!(await inbox(who)).includes(wait.id));
    assert.equal((await who.request('POST', `/v1/waits/${wait.id}/link/`, {})).status, 403);
  }
  assert.ok((await inbox(other)).includes(wait.id));
  // Whoever opens a link is not signed in as themselves, so that nobody makes one.
  assert.equal((await other.request('POST', `/v1/waits/${wait.id}/link/`, {})).status, 403);
  const answered = await approve(other, wait);
  assert.equal(answered.status, 200, answered.text);
  assert.equal((await untilFinal(org, jobId)).status_code, 3);
  return wait;
}

describe('approval by somebody other than the requester', () => {
  test('a session, then any key: one person', async () => {
    const personal = callsWith(() => harness.baseUrl, await member.personalKey());
    const own = callsWith(() => harness.baseUrl, await member.organizationKey());
    const wait = await checkDuty(await start(member), [member, personal, own, machine], colleague);
    assert.deepEqual(
      [wait.actor.kind, wait.actor.user_id, wait.actor.name, wait.actor.chain],
      ['person', member.userId, member.email, []],
    );
  });

  test('a personal key, then the session; a colleague answers with a personal key', async () => {
    const personal = callsWith(() => harness.baseUrl, await member.personalKey());
    const wait = await waitOf(await start(personal));
    assert.deepEqual([wait.actor.kind, wait.actor.user_id], ['person', member.userId]);
    assert.equal((await approve(member, wait)).status, 403);
    const theirs = callsWith(() => harness.baseUrl, await colleague.personalKey());
    assert.equal((await approve(theirs, wait)).status, 200);
  });

  test('a key of the organization, then the session: nobody knows who held the key, so an administrator answers', async () => {
    const wait = await checkDuty(await start(machine), [member, colleague, owner, machine], admin);
    assert.deepEqual([wait.actor.kind, wait.actor.user_id], ['key', owner.userId]);
  });

  test('the address of a trigger that checks no signature: anybody can have called it', async () => {
    const trigger = await admin.expect(201, 'POST', '/v1/triggers/', {
      name: 'Orders',
      kind: 'http',
      agent_id: waiting.id,
      mapping: inputs,
    });
    const path = new URL(trigger.url).pathname;
    const sent = await request(harness.baseUrl, undefined, 'POST', path, {}, { 'webhook-id': 'order-7' });
    const wait = await checkDuty(sent.body.job_id, [member, admin], owner);
    const { actor } = wait;
    assert.deepEqual(
      [actor.kind, actor.id, actor.name, actor.address, actor.event, actor.user_id],
      ['trigger', trigger.id, 'Orders', '127.0.0.1', 'order-7', admin.userId],
    );
  });

  test('a signed event is of the system that has the secret, so a member may answer', async () => {
    const secret = 'a secret of the sender';
    const trigger = await admin.expect(201, 'POST', '/v1/triggers/', {
      name: 'Signed',
      kind: 'http',
      agent_id: waiting.id,
      mapping: inputs,
      verify: { kind: 'hmac_sha256', secret },
    });
    const headers = { 'x-signature': createHmac('sha256', secret).update('{}').digest('hex') };
    const sent = await request(harness.baseUrl, undefined, 'POST', new URL(trigger.url).pathname, '{}', headers);
    await checkDuty(sent.body.job_id, [admin], member);
  });

  const schedule = { name: 'Nightly', agent_id: waiting.id, every_seconds: 86_400, inputs, overlap: 'skip' };
  const runNow = async (who: Calls, id: string): Promise<string> => {
    await who.expect(201, 'POST', `/v1/schedules/${id}/run/`);
    return until(async () => {
      const [run] = (await org.expect(200, 'GET', `/v1/schedules/${id}/runs/`)).results;
      return run?.outcome === 'started' && run.job_id;
    }, 'the run to start');
  };

  test("pressing run on an administrator's schedule", async () => {
    const { id } = await admin.expect(201, 'POST', '/v1/schedules/', schedule);
    const wait = await checkDuty(await runNow(member, id), [member, admin], colleague);
    assert.deepEqual([wait.actor.kind, wait.actor.id, wait.actor.user_id], ['schedule', id, admin.userId]);
    assert.deepEqual(wait.actor.chain[0].user_id, member.userId);
  });

  test('changing its inputs first, even if somebody else changes it afterwards', async () => {
    const { id } = await admin.expect(201, 'POST', '/v1/schedules/', schedule);
    await member.expect(200, 'PATCH', `/v1/schedules/${id}/`, { inputs: { ...inputs, cost: '0' } });
    await admin.expect(200, 'PATCH', `/v1/schedules/${id}/`, { name: 'Renamed' });
    await checkDuty(await runNow(owner, id), [member, admin, owner], colleague);
  });

  test("running the source agent of an administrator's trigger, or its source in turn", async () => {
    const first = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }] });
    const agentTrigger = { kind: 'agent', name: 'After', statuses: ['succeeded'] };
    await admin.expect(201, 'POST', '/v1/triggers/', {
      ...agentTrigger,
      source_agent_id: first.id,
      agent_id: source.id,
      mapping: { text: 'next' },
    });
    const trigger = await admin.expect(201, 'POST', '/v1/triggers/', {
      ...agentTrigger,
      source_agent_id: source.id,
      agent_id: waiting.id,
      mapping: inputs,
    });
    for (const agentId of [source.id, first.id]) {
      const started = await startJob(member as never, agentId, { text: `from ${agentId}` });
      const jobId = await until(async () => {
        const runs = (await org.expect(200, 'GET', `/v1/triggers/${trigger.id}/runs/`)).results;
        for (const run of runs) {
          if (run.job_id === null) continue;
          const { actor } = await org.expect(200, 'GET', `/v1/agents/jobs/${run.job_id}/`);
          if (actor.chain.some((link: any) => link.id === started)) return run.job_id;
        }
      }, 'the job of the trigger');
      const wait = await checkDuty(jobId, [member, admin], colleague);
      assert.ok(wait.actor.chain.some((link: any) => link.user_id === member.userId));
    }
  });

  test('a retry does not hide who started the first job', async () => {
    const jobId = await start(member);
    await waitOf(jobId);
    await org.request('POST', `/v1/agents/jobs/${jobId}/cancel/`);
    await untilFinal(org, jobId);
    const again = await admin.expect(201, 'POST', `/v1/agents/jobs/${jobId}/retry/`, {});
    const wait = await checkDuty(again, [member, admin], colleague);
    assert.deepEqual(
      wait.actor.chain.map((link: any) => [link.kind, link.id ?? link.user_id]),
      [
        ['job', jobId],
        ['person', member.userId],
      ],
    );
  });

  test('without the rule, keys answer as before, and so does the requester', async () => {
    for (const who of [machine, member]) {
      const jobId = await startJob(member as never, waiting.id, {
        request: JSON.stringify({ ...rule, forbid_requester: false }),
      });
      assert.equal((await approve(who, await waitOf(jobId))).status, 200);
    }
  });
});

test('lists and full jobs carry the same actor', async () => {
  const jobId = await start(member);
  const full = await org.expect(200, 'GET', `/v1/agents/jobs/${jobId}/`);
  const all = await org.expect(200, 'GET', `/v1/agents/jobs/?ids=${jobId}`);
  const ofAgent = await org.expect(200, 'GET', `/v1/agents/${waiting.id}/jobs/`);
  const listed = ofAgent.results.find((job: any) => job.id === jobId);
  assert.equal(full.actor.name, member.email);
  assert.deepEqual([all.results[0].actor, listed.actor], [full.actor, full.actor]);
});
