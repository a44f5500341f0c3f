import assert from 'node:assert/strict';
import { saveArtifact } from '#oauth/artifacts-store.ts';
import { insertGrant } from '#oauth/grants-store.ts';
import { insertSession } from '#orgs/sessions.ts';
import { newId } from '#platform/ids.ts';
import { type Harness, type TestOrg, until } from './harness.ts';
import { createAgent, createVersion, startJob, untilFinal, untilJob } from './runs.ts';
import { upload } from './workspace/workspace.ts';

/** One of everything that a path can name, by the name of its parameter. */
export type World = Record<string, string>;

/** Makes the resources of an organization over the API. Needs the StepsEngine and the WaitEngine. */
export async function createWorld(harness: Harness, org: TestOrg): Promise<World> {
  async function create(path: string, body: unknown): Promise<any> {
    const answer = await org.request('POST', path, body);
    assert.equal(answer.status, 201, `${path}: ${answer.text}`);
    return answer.body;
  }
  const inputs = [
    { key: 'text', required: false },
    { key: 'doc', data_type: 'application/pdf', required: false },
  ];
  const agent = await createAgent(org, 'StepsEngine', { inputs });
  const second = await createVersion(org, agent.id, { name: 'second' });
  await org.request('PATCH', `/v1/agents/${agent.id}/set-current-version/${agent.versionId}/`);
  const form = new FormData();
  form.set('doc', new File(['content'], 'a.pdf'));
  const jobId = await startJob(org, agent.id, form);
  const job = await untilFinal(org, jobId);
  const [reference] = JSON.parse(job.outputs[1].value).references;
  const batch = await create(`/v1/agents/run/${agent.id}/batches/`, { inputs: [{ text: 'row' }] });
  await until(
    async () => (await org.request('GET', `/v1/agents/batches/${batch.id}/`)).body.finished_at,
    'the end of the batch',
  );
  const organization = `/v1/organizations/${org.orgId}`;
  const member = await create(`${organization}/members/`, { email: `${newId()}@example.com`, role: 'member' });
  const key = await create(`${organization}/api-keys/`, { name: 'another' });
  const tag = await create('/v1/agents/tags/', { name: 'a tag' });
  const webhook = await create('/webhooks/', { name: 'a webhook', url: 'https://example.com/hook' });
  const listener = await createListener(harness, create);
  await org.request('POST', `/webhooks/${webhook.id}/agents/`, { agent_ids: [agent.id] });
  const schedule = await create('/v1/schedules/', { name: 'yearly', agent_id: agent.id, cron: '0 0 1 1 *' });
  const trigger = await create('/v1/triggers/', { name: 'a trigger', kind: 'http', agent_id: agent.id });
  const content = { guidelines: { categories: [{ title: 'A', rules: [{ title: 'a rule' }] }] } };
  const policy = await create('/v1/policies/', { name: 'a policy', content });
  const policyVersion = await create(`/v1/policies/${policy.id}/versions/`, { content });
  const skillSet = await create('/v1/skills/', { name: 'a skill set' });
  const skillVersion = await create(`/v1/skills/${skillSet.id}/versions/`, {
    files: [{ relative_path: 'SKILL.md', content: 'Read.' }],
  });
  const knowledge = await create('/v1/knowledge-base/', { company: 'a company', brief: 'Payouts to bank accounts.' });
  // Not by a proposal: it would take longer than all the rest.
  await harness.database.system.run(
    `update knowledge_drafts set status = 'ready', claim_id = null, lease_until = null where knowledge_base_id = $1::uuid`,
    [knowledge.id],
  );
  const refs = [{ typologyId: 'money-mule' }];
  await org.request('PATCH', `/v1/knowledge-base/${knowledge.id}/selection/`, { refs });
  const { body: finished } = await org.request('POST', `/v1/knowledge-base/${knowledge.id}/finalize/`, {});
  await org.request('POST', `/v1/agents/jobs/${jobId}/feedback/`, { matches_ground_truth: true });
  const connection = await create('/v1/connections/', {
    connector_type: 'custom_api',
    name: 'a connection',
    // In a private network: nothing is ever sent there.
    config: { base_url: 'https://127.0.0.1' },
  });
  const tableName = `table_${newId().replaceAll('-', '')}`;
  await upload(org, tableName, 'a\n1\n');
  const worksheet = await create('/v1/database/worksheets/', { name: 'a worksheet' });
  const sql = { query: 'select 1 as one', worksheet_id: worksheet.id };
  const query = await org.request('POST', '/v1/database/query/async/', sql);
  await untilQuery(org, `/v1/database/query/${query.body.id}/result/`);
  const tableQuery = await org.request('POST', '/v1/tables/query/', { sql: 'select 1 as one' });
  await untilQuery(org, `/v1/tables/query/${tableQuery.body.table_query_id}/result/`);
  const presigned = await create('/v1/tables/upload/presigned-url/', { table_name: `${tableName}_2` });
  await fetch(presigned.upload_url, { method: 'PUT', body: 'a\n1\n' });
  const waiting = await createWait(org);
  const evaluation = await createEvaluation(org, agent.id);
  return {
    ...(await propose(org)),
    review_id: await insertReview(harness, org.orgId, batch.id),
    ...evaluation,
    rehearsal_id: (await create(`/v1/policies/${policy.id}/rehearsals/`, { version_id: policyVersion.id })).id,
    version_id: policyVersion.id,
    wait_id: waiting.id,
    token: waiting.token,
    name: 'an-event',
    table_name: tableName,
    worksheet_id: worksheet.id,
    worksheet_query_id: query.body.id,
    table_query_id: tableQuery.body.table_query_id,
    upload_id: presigned.upload_id,
    organization_id: org.orgId,
    user_id: String(member.user_id),
    invitation_id: (await create(`${organization}/invitations/`, { email: `${newId()}@example.com`, role: 'viewer' }))
      .id,
    key_id: key.id,
    grant_id: await insertGrantOf(harness, org.orgId, member.user_id),
    interaction: 'unknown',
    secret_name: await createSecret(org),
    connection_id: connection.id,
    connector_type: 'custom_api',
    session_id: await insertSessionOf(harness, member.user_id),
    agent_id: agent.id,
    agent_version_id: second,
    tag_id: tag.id,
    job_id: jobId,
    seq: '1',
    resource_id: reference.split('/').at(-2),
    batch_id: batch.id,
    file_id: job.job_inputs[0].value,
    webhook_id: webhook.id,
    listener_id: listener.id,
    schedule_id: schedule.id,
    trigger_id: trigger.id,
    hook_token: trigger.url.split('/').at(-2),
    policy_id: policy.id,
    policy_version_id: policyVersion.id,
    operation_id: (await create('/v1/agents/bulk/', { kind: 'export', job_ids: [jobId] })).id,
    budget_id: (await create('/v1/budgets/', { scope: 'organization', period: 'day', amount: 1_000_000 })).id,
    view_id: (await create('/v1/agents/job-views/', { name: 'a view', search: { q: 'status:failure' } })).id,
    other_version_id: policy.current_version_id,
    knowledge_base_id: knowledge.id,
    atlas_lens_id: finished.atlas_lens_id,
    model: agent.id,
    response: `resp_${jobId.replaceAll('-', '')}`,
    ...(await createCase(org)),
    ...(await createPlaybook(org, agent.id)),
    ...(await createScreening(org)),
    skill_set_id: skillSet.id,
    skill_version_id: skillVersion.id,
    other_skill_version_id: skillSet.current_version_id,
    skill_run_id: await insertGeneration(harness, { orgId: org.orgId, setId: skillSet.id, jobId }),
    post_action_id: await insertPostAction(harness, { orgId: org.orgId, agentId: agent.id, jobId }),
    delivery_id: await insertDelivery(harness, { orgId: org.orgId, webhookId: webhook.id, agentId: agent.id, jobId }),
  };
}

/** A list, and a watch with a subject that matches it. */
async function createScreening(org: Pick<TestOrg, 'expect'>): Promise<World> {
  const list = await org.expect(201, 'POST', '/v1/screening-lists/', { name: 'a list' });
  const form = new FormData();
  form.set('file', new File(['id,kind,name\n1,person,Jane Roe\n2,person,John Doe\n'], 'list.csv'));
  await org.expect(201, 'POST', `/v1/screening-lists/${list.id}/import/`, form);
  const { id: watch } = await org.expect(201, 'POST', '/v1/screening-watches/', { name: 'a watch', lists: [list.id] });
  const subjects = [{ id: 'customer', name: 'Jane Roe' }];
  await org.expect(200, 'PUT', `/v1/screening-watches/${watch}/subjects/`, { subjects });
  const { results: runs } = await org.expect(200, 'GET', `/v1/screening-watches/${watch}/runs/`);
  await org.expect(200, 'GET', `/v1/screening-runs/${runs[0].id}/?wait=60`);
  const { results: matches } = await org.expect(200, 'GET', `/v1/screening-matches/?watch=${watch}`);
  return {
    screening_list_id: list.id,
    screening_watch_id: watch,
    screening_run_id: runs[0].id,
    screening_match_id: matches[0].id,
  };
}

/** A case with a task and two alerts, in a queue with a clock. */
export async function createCase(org: Pick<TestOrg, 'expect'>): Promise<World> {
  const queue = await org.expect(201, 'POST', '/v1/case-queues/', {
    name: `a queue ${newId()}`,
    join_rule: { by: ['account'], within_days: 30 },
    clocks: [{ name: 'Report', from: 'opened', hours: 72 }],
    four_eyes: { outcomes: ['report'] },
  });
  const send = () =>
    org.expect(201, 'POST', '/v1/case-alerts/', {
      queue: queue.id,
      external_id: newId(),
      subject: { kind: 'person', name: 'Jane Roe', identifiers: { account: 'world' } },
      rule: 'many small transfers',
      detected_at: '2026-03-27T10:00:00Z',
    });
  const [alert] = [await send(), await send()];
  const task = await org.expect(201, 'POST', `/v1/cases/${alert.case_id}/task/`, { title: 'a task' });
  const table = `pay_${queue.id.replaceAll('-', '_')}`;
  await org.expect(200, 'POST', '/v1/database/query/', {
    query: `CREATE TABLE ${table} AS SELECT 'DE02' AS sender, 'DE03' AS receiver, 9.5 AS amount, DATE '2026-03-01' AS booked`,
  });
  const columns = { at: 'booked', from: 'sender', to: 'receiver', amount: 'amount' };
  await org.expect(200, 'PUT', `/v1/case-queues/${queue.id}/transactions/`, { table, columns });
  const run = await org.expect(201, 'POST', `/v1/case-queues/${queue.id}/detections/`, {});
  await org.expect(200, 'GET', `/v1/case-detections/${run.id}/?wait=60`);
  const template = `house-${queue.id}`;
  await org.expect(200, 'PUT', `/v1/case-templates/${template}/`, {
    sections: [{ key: 'why', title: 'Why' }],
  });
  const document = new FormData();
  document.set('file', new File(['An invoice'], 'invoice.txt'));
  const added = await org.expect(201, 'POST', `/v1/cases/${alert.case_id}/documents/`, document);
  return {
    case_queue_id: queue.id,
    case_document_id: added.id,
    transactions_table: table,
    detection_run_id: run.id,
    case_alert_id: alert.id,
    desk_case_id: alert.case_id,
    case_task_id: task.id,
    template_name: template,
  };
}

/** A playbook with a rehearsal on a decided case of its own queue. */
export async function createPlaybook(org: Pick<TestOrg, 'expect'>, agentId: string): Promise<World> {
  const content = { steps: [{ name: 'look', agent_id: agentId, inputs: { text: 'x' } }], auto_close: null };
  const playbook = await org.expect(201, 'POST', '/v1/playbooks/', { name: 'a playbook', content });
  const { desk_case_id: id } = await createCase(org);
  const decision = { outcome: 'no_report', reason_code: 'clear', narrative: '' };
  await org.expect(200, 'POST', `/v1/cases/${id}/decide/`, decision);
  const rehearsal = await org.expect(201, 'POST', `/v1/playbooks/${playbook.id}/rehearsals/`, {
    version_id: playbook.current_version_id,
    case_ids: [id],
  });
  return {
    playbook_id: playbook.id,
    playbook_version_id: playbook.current_version_id,
    other_playbook_version_id: playbook.current_version_id,
    playbook_rehearsal_id: rehearsal.id,
    case_check_id: (await org.expect(201, 'POST', '/v1/case-checks/', { case_id: id })).id,
  };
}

/** A task that is open, of the only job of a batch. */
async function insertReview({ database }: Harness, orgId: string, batchId: string): Promise<string> {
  const id = newId();
  await database.system.run(
    `insert into review_tasks (id, org_id, job_id, agent_id, version_id, reason, reading_seconds, created_at)
      select $1, $2, id, agent_id, version_id, 'contested', 2, now() from jobs where batch_id = $3`,
    [id, orgId, batchId],
  );
  return id;
}

/** A set with a case and two runs, and another one that gates may ask for. */
async function createEvaluation(org: TestOrg, agentId: string) {
  const post = async (path: string, body: unknown): Promise<any> => {
    const answer = await org.request('POST', path, body);
    assert.equal(answer.status, 201, `${path}: ${answer.text}`);
    return answer.body;
  };
  const set = await post('/v1/evaluation-sets/', { name: 'a set', agent_id: agentId });
  const cases = `/v1/evaluation-sets/${set.id}/cases/`;
  await post(cases, { cases: [{ inputs: { text: 'case' }, expected: { output: 'case' } }] });
  const runs: string[] = [];
  for (const _ of [1, 2]) {
    const run = await post(`/v1/evaluation-sets/${set.id}/runs/`, {});
    const path = `/v1/evaluation-runs/${run.id}/`;
    await until(async () => (await org.request('GET', path)).body.finished_at, 'the end of the run');
    runs.push(run.id);
  }
  const gated = await post('/v1/evaluation-sets/', { name: 'a set of gates' });
  return {
    set_id: set.id,
    case_id: (await org.request('GET', cases)).body.results[0].id,
    run_id: runs[0]!,
    other_run_id: runs[1]!,
    evaluation_set_id: gated.id,
  };
}

/** An open wait, and a link to it. Needs the WaitEngine. */
async function createWait(org: TestOrg): Promise<{ id: string; token: string }> {
  const { id: agentId } = await createAgent(org, 'WaitEngine');
  const jobId = await startJob(org, agentId, {});
  const { waiting } = await untilJob(org, jobId, (job) => job.waiting !== null);
  const link = await org.expect(201, 'POST', `/v1/waits/${waiting.id}/link/`, {});
  return { id: waiting.id, token: link.url.split('/').at(-2) };
}

const untilQuery = (org: TestOrg, path: string): Promise<unknown> =>
  until(async () => (await org.request('GET', path)).body.status === 'SUCCESS', `the result at ${path}`);

/** Of no agent's jobs, and for longer than any test. */
async function createListener({ database }: Harness, create: (path: string, body: object) => Promise<{ id: string }>) {
  const listener = await create('/v1/webhook-listeners/', {});
  await database.system.run('delete from webhook_agents where webhook_id = $1', [listener.id]);
  await database.system.run("update webhooks set expires_at = now() + interval '1 day' where id = $1", [listener.id]);
  return listener;
}

/** Each organization has one of its own: a name says nothing about whose it is. */
async function createSecret(org: TestOrg): Promise<string> {
  const name = `S${newId().replaceAll('-', '')}`;
  await org.expect(201, 'PUT', `/v1/secrets/${name}/`, { value: 'a value' });
  return name;
}

async function insertSessionOf({ database }: Harness, userId: number): Promise<string> {
  return (await insertSession(database.system, { userId, hours: 1, userAgent: 'a test' })).id;
}

/** A generation that is over. */
async function insertGeneration(
  { database }: Harness,
  ids: { orgId: string; setId: string; jobId: string },
): Promise<string> {
  const id = newId();
  await database.system.run(
    `insert into skill_generations (skill_set_id, id, org_id, job_id, auto_commit) values ($1, $2, $3, $4, false)`,
    [ids.setId, id, ids.orgId, ids.jobId],
  );
  return id;
}

/** A program that the person has signed in. */
/** With a token, because a grant that nobody can use is not shown. */
async function insertGrantOf({ database: { system } }: Harness, orgId: string, userId: number): Promise<string> {
  const grantId = await insertGrant(system, {
    org_id: orgId,
    user_id: userId,
    client_id: 'a-client',
    client_name: 'A program',
    client_uri: null,
    resource: 'http://127.0.0.1/mcp',
    scopes: 'read',
  });
  await saveArtifact(system, { kind: 'RefreshToken', id: grantId, grantId, payload: {}, seconds: 3_600 });
  return grantId;
}

/** A delivery that is over, so that no request is made for it. */
async function insertDelivery(
  { database }: Harness,
  ids: { orgId: string; webhookId: string; agentId: string; jobId: string },
): Promise<string> {
  const id = newId();
  await database.system.run(
    `insert into webhook_deliveries (id, org_id, webhook_id, agent_id, job_id, kind, status, created_at)
      values ($1, $2, $3, $4, $5, 'job', 'failed', now())`,
    [id, ids.orgId, ids.webhookId, ids.agentId, ids.jobId],
  );
  return id;
}

/** One that is over, to a connection that is gone: carried out again, it fails. */
async function insertPostAction(
  { database }: Harness,
  ids: { orgId: string; agentId: string; jobId: string },
): Promise<string> {
  const id = newId();
  await database.system.run(
    `insert into post_action_deliveries (id, org_id, agent_id, job_id, position, name, connection_id, operation, params,
        status) values ($1, $2, $3, $4, 1, 'an action', $5, 'request', '{}', 'failed')`,
    [id, ids.orgId, ids.agentId, ids.jobId, newId()],
  );
  return id;
}

/** The path with its parameters filled in. Fails for a parameter that the world does not know: make one of it there. */
export function fillPath(path: string, world: World): string {
  return path.replace(/:([a-z_]+)/g, (_match, name: string) => {
    assert.ok(Object.hasOwn(world, name), `createWorld in test/world.ts makes nothing for :${name} of ${path}`);
    return encodeURIComponent(world[name]!);
  });
}

export const paramsOf = (path: string): string[] => [...path.matchAll(/:([a-z_]+)/g)].map((match) => match[1]!);

/** A version that waits for a second person. */
async function propose(org: TestOrg): Promise<Record<'promotion_id' | 'promoted_policy_id', string>> {
  const policy = await org.expect(201, 'POST', '/v1/policies/', { name: 'two people', content: {} });
  await org.expect(200, 'PUT', `/v1/policies/${policy.id}/gate/`, { four_eyes: true });
  const { id } = await org.expect(201, 'POST', `/v1/policies/${policy.id}/versions/`, { content: {} });
  await org.expect(202, 'PATCH', `/v1/policies/${policy.id}/set-current-version/${id}/`, {});
  const [promotion] = (await org.expect(200, 'GET', '/v1/promotions/')).results;
  return { promotion_id: promotion.id, promoted_policy_id: policy.id };
}
