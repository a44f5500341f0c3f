import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { testEngines } from '../engines.ts';
import { callsWith, request, startHarness, stopAtEnd, type TestOrg, until } from '../harness.ts';
import { createPerson } from '../people.ts';
import { startJob, untilFinal, untilJob } from '../runs.ts';

// Whatever door a job came in by, and whatever door the answer comes in by, the one who started it does not approve it.

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const org = await harness.org();
const owner = await createPerson(harness, org, 'owner');
const admin = await createPerson(harness, org, 'admin');
/** An administrator who starts nothing. */
const uninvolved = await createPerson(harness, org, 'admin');
const member = await createPerson(harness, org);
const colleague = await createPerson(harness, org);

type Calls = Pick<TestOrg, 'request' | 'expect'>;
const withKey = (key: string): Calls => callsWith(() => harness.baseUrl, key);
/** What the member holds: three credentials of one person, and a machine's key that the owner made. */
const held: Record<string, Calls> = {
  session: member,
  'personal key': withKey(await member.personalKey()),
  'key of the organization': withKey(await member.organizationKey()),
  "machine's key": withKey(await owner.organizationKey()),
};

const rule = { kind: 'approval', title: 'Pay?', options: ['approve', 'refuse'], forbid_requester: true };
type Agent = { id: string; slug: string };

/** Each case has an agent of its own, so that its job is the only one. */
async function createAgent(): Promise<Agent> {
  const name = `asks ${randomUUID().slice(0, 8)}`;
  const { id } = await org.expect(201, 'POST', '/v1/agents/', {
    name,
    engine_class_id: 'WaitEngine',
    engine_config: { request: JSON.stringify(rule) },
    input_definitions: [{ key: 'text', data_type: 'text/plain', description: '', required: false }],
  });
  await org.expect(200, 'PATCH', `/v1/agents/${id}/`, { disable_cache: true });
  return { id, slug: name.replace(' ', '-') };
}

const mcp = (who: Calls, name: string, given: object, more: object = {}) =>
  who.request(
    'POST',
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given, ...more } },
    { 'mcp-protocol-version': '2025-11-25', accept: 'application/json, text/event-stream' },
  );
const a2a = (who: Calls, agentId: string, message: object) =>
  who.request('POST', `/a2a/${agentId}/`, {
    jsonrpc: '2.0',
    id: 1,
    method: 'SendMessage',
    params: {
      message: { messageId: randomUUID(), role: 'ROLE_USER', ...message },
      configuration: { returnImmediately: true },
    },
  });
const bulk = async (planner: Calls, starter: Calls, kind: string, jobId: string): Promise<void> => {
  const { id } = await planner.expect(201, 'POST', '/v1/agents/bulk/', { kind, job_ids: [jobId] });
  await starter.expect(200, 'POST', `/v1/agents/bulk/${id}/start/`);
};

/** Ways to start a job of the agent. */
const doors: Record<string, (who: Calls, agent: Agent) => Promise<unknown>> = {
  'a run': (who, { id }) => who.expect(200, 'POST', `/v1/agents/run/${id}/async/`, { text: 'x' }),
  'a run of its version': async (who, { id }) => {
    const { current_version_id: version } = await org.expect(200, 'GET', `/v1/agents/${id}/`);
    await who.expect(200, 'POST', `/v1/agents/run/${id}/async/?version_id=${version}`, { text: 'x' });
  },
  'a batch': (who, { id }) => who.expect(201, 'POST', `/v1/agents/run/${id}/batches/`, { inputs: [{ text: 'x' }] }),
  'a tool of MCP': (who, { slug }) =>
    mcp(who, slug.replaceAll('-', '_'), { text: 'x' }, { task: { ttl: 60_000 } }).then(({ status, text, body }) => {
      assert.equal(status, 200, text);
      assert.ok(body.result.task, text);
    }),
  'SQL by MCP': (who, { id }) =>
    mcp(who, 'errand_run_sql', { query: `select run_agent('${id}', map('text', 'x'))`, confirm: true }),
  SQL: (who, { id }) =>
    who.expect(200, 'POST', '/v1/database/query/', { query: `select run_agent('${id}', map('text', 'x'))` }),
  A2A: (who, { id }) => a2a(who, id, { parts: [{ text: 'x' }] }),
  'the door of OpenAI': (who, { slug }) =>
    who.expect(200, 'POST', '/openai/v1/responses/', { model: slug, input: 'x', background: true }),
  'a bulk retry': async (who, { id }) => bulk(who, who, 'retry', await cancelledJob(member, id)),
  "a bulk retry that an administrator starts, of the member's job": async (_who, { id }) =>
    bulk(admin, admin, 'retry', await cancelledJob(member, id)),
  'a bulk retry that the member plans and an administrator starts': async (who, { id }) =>
    bulk(who, admin, 'retry', await cancelledJob(admin, id)),
};

async function cancelledJob(who: Calls, agentId: string): Promise<string> {
  const jobId = await startJob(who as TestOrg, agentId, { text: 'x' });
  await org.request('POST', `/v1/agents/jobs/${jobId}/cancel/`);
  await untilFinal(org, jobId);
  return jobId;
}

/** Ways to approve. Each returns what the service said. */
const answers: Record<string, (who: Calls, job: any, agentId: string) => Promise<{ text: string }>> = {
  HTTP: (who, { waiting }) => who.request('POST', `/v1/waits/${waiting.id}/answer/`, { answer: 'approve' }),
  link: (who, { waiting }) => who.request('POST', `/v1/waits/${waiting.id}/link/`, {}),
  MCP: (who, { waiting }) => mcp(who, 'errand_answer_wait', { wait_id: waiting.id, answer: 'approve' }),
  A2A: (who, { id }, agentId) => a2a(who, agentId, { taskId: id, parts: [{ text: 'approve' }] }),
  event: (who, { id }) => who.request('POST', `/v1/agents/jobs/${id}/events/approve/`, { answer: 'approve' }),
};

/** The job of the agent that waits. */
const waitingJob = (agentId: string): Promise<any> =>
  until(async () => {
    const { results } = await org.expect(200, 'GET', `/v1/agents/${agentId}/jobs/`);
    for (const { id, status_code: status } of results)
      if (status < 3) return untilJob(org, id, (job) => job.waiting !== null);
  }, 'a job that waits');

async function checkRefused(agent: Agent): Promise<any> {
  const job = await waitingJob(agent.id);
  for (const [name, who] of Object.entries(held)) {
    const said: string[] = [];
    for (const [door, answer] of Object.entries(answers)) {
      const { text } = await answer(who, job, agent.id);
      said.push(`${door}: ${text.slice(0, 200)}`);
    }
    const { waiting, status_code: status } = await org.expect(200, 'GET', `/v1/agents/jobs/${job.id}/`);
    assert.deepEqual([status, waiting?.id], [job.status_code, job.waiting.id], `with a ${name}: ${said.join('\n')}`);
  }
  return job;
}

for (const [door, start] of Object.entries(doors))
  describe(`started by ${door}`, () => {
    for (const [name, who] of Object.entries(held))
      test(`with a ${name}: the member cannot approve by any door, a person who is not involved can`, async () => {
        const agent = await createAgent();
        await start(who, agent);
        const job = await checkRefused(agent);
        // A machine can be anybody's, except the owner's own: those two cases need an administrator who is not behind it.
        const other = name === "machine's key" ? uninvolved : name === 'key of the organization' ? owner : colleague;
        await other.expect(200, 'POST', `/v1/waits/${job.waiting.id}/answer/`, { answer: 'approve' });
        assert.equal((await untilFinal(org, job.id)).status_code, 3);
      });
  });

const approval = { when: 'always', role: 'admin', forbid_requester: true };
type Held = { agentId: string; older: string; current: string; oldJob: string };

/** An agent whose current version needs an approval, and whose older one does not. */
async function createHeld(): Promise<Held> {
  const { id: agentId, current_version_id: older } = await org.expect(201, 'POST', '/v1/agents/', {
    name: `held ${randomUUID()}`,
    engine_class_id: 'EchoEngine',
  });
  await org.expect(200, 'PATCH', `/v1/agents/${agentId}/`, { disable_cache: true });
  const oldJob = await startJob(org, agentId, { text: 'x' });
  await untilFinal(org, oldJob);
  const { id: current } = await org.expect(201, 'POST', `/v1/agents/${agentId}/versions/`, { approval });
  return { agentId, older, current, oldJob };
}

/** Ways to get a result without its approval. */
const bypasses: Record<string, (who: Calls, held: Held) => Promise<unknown>> = {
  'promoting the older version': (who, { agentId, older }) =>
    who.request('PATCH', `/v1/agents/${agentId}/set-current-version/${older}/`),
  'deleting the current version': (who, { agentId, current }) =>
    who.request('DELETE', `/v1/agents/${agentId}/versions/${current}/`),
  'a version without approval': (who, { agentId }) =>
    who.request('POST', `/v1/agents/${agentId}/versions/`, { approval: null }),
  'a version with a weaker approval': (who, { agentId }) =>
    who.request('POST', `/v1/agents/${agentId}/versions/`, { approval: { ...approval, role: 'member' } }),
  'a version based on the older one': (who, { agentId, older }) =>
    who.request('POST', `/v1/agents/${agentId}/versions/`, { base_version_id: older }),
  'MCP: promoting': (who, { agentId, older }) =>
    mcp(who, 'errand_set_current_agent_version', { agent_id: agentId, agent_version_id: older }),
  'MCP: deleting': (who, { agentId, current }) =>
    mcp(who, 'errand_delete_agent_version', { agent_id: agentId, agent_version_id: current, confirm: true }),
  'MCP: a version': (who, { agentId }) =>
    mcp(who, 'errand_create_agent_version', { agent_id: agentId, approval: null }),
  'a run of the older version': (who, { agentId, older }) =>
    who.request('POST', `/v1/agents/run/${agentId}/versions/${older}/async/`, { text: 'x' }),
  'a run by the id of the older version': (who, { older }) =>
    who.request('POST', `/v1/agents/run/${older}/async/`, { text: 'x' }),
  'a batch of the older version': (who, { agentId, older }) =>
    who.request('POST', `/v1/agents/run/${agentId}/batches/`, { agent_version_id: older, inputs: [{ text: 'x' }] }),
  'SQL with the older version': (who, { older }) =>
    who.request('POST', '/v1/database/query/', { query: `select run_agent_sync('${older}', map('text', 'x'))` }),
  'the door of OpenAI with the older version': (who, { older }) =>
    who.request('POST', '/openai/v1/responses/', { model: older, input: 'x', background: true }),
  'A2A with the older version': (who, { older }) => a2a(who, older, { parts: [{ text: 'x' }] }),
  'a retry of a job of the older version': (who, { oldJob }) =>
    who.request('POST', `/v1/agents/jobs/${oldJob}/retry/`, {}),
  'a bulk retry of it': async (who, { oldJob }) => {
    const { id } = await who.expect(201, 'POST', '/v1/agents/bulk/', { kind: 'retry', job_ids: [oldJob] });
    await who.request('POST', `/v1/agents/bulk/${id}/start/`);
    await until(async () => (await org.request('GET', `/v1/agents/bulk/${id}/`)).body.finished_at, 'the bulk action');
  },
  'a schedule of the older version': async (who, { agentId, older }) => {
    const given = {
      name: 's',
      agent_id: agentId,
      agent_version_id: older,
      every_seconds: 86_400,
      inputs: { text: 'x' },
    };
    const { status, body } = await who.request('POST', '/v1/schedules/', given);
    if (status !== 201) return;
    await who.request('POST', `/v1/schedules/${body.id}/run/`);
    await until(async () => {
      const { results } = await org.expect(200, 'GET', `/v1/schedules/${body.id}/runs/`);
      return results[0]?.outcome;
    }, 'the run');
  },
  'a trigger of the older version': async (who, { agentId, older }) => {
    const mapping = { text: 'x' };
    const given = { name: 't', kind: 'http', agent_id: agentId, agent_version_id: older, mapping };
    const { status, body } = await who.request('POST', '/v1/triggers/', given);
    if (status === 201) await request(harness.baseUrl, undefined, 'POST', new URL(body.url).pathname, {});
  },
};

describe('the approval of results stays', () => {
  for (const [way, bypass] of Object.entries(bypasses))
    test(`${way}: not by a member, whatever they hold`, async () => {
      const made = await createHeld();
      for (const [name, who] of Object.entries(held).filter(([one]) => one !== "machine's key")) {
        await bypass(who, made);
        const agent = await org.expect(200, 'GET', `/v1/agents/${made.agentId}/`);
        assert.equal(agent.current_version_id, made.current, name);
        const { results } = await org.expect(200, 'GET', `/v1/agents/${made.agentId}/jobs/`);
        const free = results.filter((job: any) => job.id !== made.oldJob && job.agent_version_id !== made.current);
        assert.deepEqual(
          free.filter((job: any) => job.status_code !== 5),
          [],
          name,
        );
      }
    });

  test('an administrator lowers it by the same ways', async () => {
    for (const way of ['promoting the older version', 'deleting the current version', 'MCP: deleting']) {
      const made = await createHeld();
      await bypasses[way]!(admin, made);
      const agent = await org.expect(200, 'GET', `/v1/agents/${made.agentId}/`);
      assert.equal(agent.current_version_id, made.older, way);
    }
  });
});
