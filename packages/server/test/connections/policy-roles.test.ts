import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { insertApiKey } from '#orgs/api-keys.ts';
import { testEngines } from '../engines.ts';
import { callsWith, request, startHarness, stopAtEnd, type TestOrg, until } from '../harness.ts';
import { createPerson } from '../people.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';
import { startSystem } from './systems.ts';

// A connection for administrators opens for jobs that only administrators caused, whatever door a member comes through.

const api = stopAtEnd(await startSystem(() => ({ body: 'done' })));
const harness = stopAtEnd(await startHarness({ engines: testEngines, env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } }));
const org = await harness.org();
const owner = await createPerson(harness, org, 'owner');
const admin = await createPerson(harness, org, 'admin');
const member = await createPerson(harness, org);
const leaver = await createPerson(harness, org, 'admin');

const connection = await org.expect(201, 'POST', '/v1/connections/', {
  connector_type: 'custom_api',
  name: 'Payments',
  config: { base_url: api.url },
  policy: { roles: ['admin'] },
});
const inputs = { text: 'Pay.' };
const settings = { disable_cache: true };
const paying = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }], settings });
await org.expect(201, 'POST', `/v1/agents/${paying.id}/versions/`, {
  post_actions: [
    {
      name: 'Pay',
      connection_id: connection.id,
      operation: 'request',
      trigger_on: [3],
      param_mappings: { path: '/paid' },
    },
  ],
});
const source = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }], settings });

type Calls = Pick<TestOrg, 'request' | 'expect'>;
const start = (who: Calls, agentId = paying.id): Promise<string> => startJob(who as TestOrg, agentId, inputs);

/** A key of the organization whose owner is an administrator. */
async function keyOfAdmin(role: 'admin' | 'member'): Promise<Calls> {
  const given = { orgId: org.orgId, userId: admin.userId, role, name: `${role} of an administrator` };
  return callsWith(() => harness.baseUrl, (await insertApiKey(harness.database.system, given)).apiKey);
}

async function sendEvent(verify?: object, headers: Record<string, string> = {}): Promise<string> {
  const given = { name: 'Orders', kind: 'http', agent_id: paying.id, mapping: inputs, ...(verify && { verify }) };
  const { url } = await admin.expect(201, 'POST', '/v1/triggers/', given);
  return (await request(harness.baseUrl, undefined, 'POST', new URL(url).pathname, '{}', headers)).body.job_id;
}

async function sendSigned(): Promise<string> {
  const secret = 'a secret of the sender';
  const signature = createHmac('sha256', secret).update('{}').digest('hex');
  return sendEvent({ kind: 'hmac_sha256', secret }, { 'x-signature': signature });
}

const createSchedule = async (who: Calls): Promise<string> => {
  const given = { name: 'Nightly', agent_id: paying.id, every_seconds: 86_400, inputs, overlap: 'skip' };
  return (await who.expect(201, 'POST', '/v1/schedules/', given)).id;
};

async function pressRun(id: string, presser: Calls): Promise<string> {
  await presser.expect(201, 'POST', `/v1/schedules/${id}/run/`);
  return until(async () => {
    const [run] = (await org.expect(200, 'GET', `/v1/schedules/${id}/runs/`)).results;
    return run?.outcome === 'started' && run.job_id;
  }, 'the run to start');
}

async function changedBy(who: Calls): Promise<string> {
  const id = await createSchedule(admin);
  await who.expect(200, 'PATCH', `/v1/schedules/${id}/`, { inputs: { text: 'Pay me.' } });
  await admin.expect(200, 'PATCH', `/v1/schedules/${id}/`, { name: 'Renamed' });
  return id;
}

async function runSource(who: Calls): Promise<string> {
  const given = { name: 'After', kind: 'agent', source_agent_id: source.id, agent_id: paying.id, mapping: inputs };
  const { id } = await admin.expect(201, 'POST', '/v1/triggers/', { ...given, statuses: ['succeeded'] });
  await start(who, source.id);
  const jobId = await until(async () => {
    const [run] = (await org.expect(200, 'GET', `/v1/triggers/${id}/runs/`)).results;
    return run?.outcome === 'started' && run.job_id;
  }, 'the job of the trigger');
  await org.expect(204, 'DELETE', `/v1/triggers/${id}/`);
  return jobId;
}

async function retry(who: Calls, jobId: string): Promise<string> {
  await untilFinal(org, jobId);
  return who.expect(201, 'POST', `/v1/agents/jobs/${jobId}/retry/`, {});
}

const doors: [door: string, by: string | undefined, () => Promise<string>][] = [
  ['an administrator', undefined, () => start(admin)],
  ['an owner', undefined, () => start(owner)],
  ['a member', 'member', () => start(member)],
  ['a key with the role admin', undefined, async () => start(await keyOfAdmin('admin'))],
  ["a member's key of which an administrator is the owner", 'member', async () => start(await keyOfAdmin('member'))],
  ['an open trigger of an administrator', 'nobody who is known', () => sendEvent()],
  ['a signed event for a trigger of an administrator', undefined, sendSigned],
  [
    "run now on an administrator's schedule, by an owner",
    undefined,
    async () => pressRun(await createSchedule(admin), owner),
  ],
  [
    "run now on an administrator's schedule, by a member",
    'member',
    async () => pressRun(await createSchedule(admin), member),
  ],
  ['a schedule whose inputs a member changed', 'member', async () => pressRun(await changedBy(member), owner)],
  ['the source agent of a trigger, by an administrator', undefined, () => runSource(admin)],
  ['the source agent of a trigger, by a member', 'member', () => runSource(member)],
  ["an administrator's retry of a member's job", 'member', async () => retry(admin, await start(member))],
];

/** Refused: what the action says of the role that is not allowed. */
async function actionOf(jobId: string): Promise<string | undefined> {
  const action = await until(async () => {
    const [one] = (await org.expect(200, 'GET', `/v1/agents/jobs/${jobId}/`)).post_actions;
    return one !== undefined && one.status !== 'pending' && one;
  }, 'the post action');
  if (action.status === 'succeeded') return undefined;
  return /allows only uses by: admin\. Of those who caused this one, one is (.+)\.$/.exec(action.message)?.[1];
}

for (const [door, by, open] of doors)
  test(`${door}: ${by === undefined ? 'may use what only administrators may' : 'is refused'}`, async () => {
    assert.equal(await actionOf(await open()), by);
  });

test('an administrator who has left has no role, in their schedule neither', async () => {
  const id = await createSchedule(leaver);
  await owner.expect(204, 'DELETE', `/v1/organizations/${org.orgId}/members/${leaver.userId}/`);
  assert.equal(await actionOf(await pressRun(id, admin)), 'nobody who is known');
});
