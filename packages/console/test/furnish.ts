import { insertScimToken, recordUse } from '../../server/src/scim/tokens.ts';
import { until } from '../../server/test/harness.ts';
import { badListing, goodListing, runCase, shopContent } from '../../server/test/policies/cases.ts';
import { addVersion } from '../../server/test/policies/fixtures.ts';
import { lenientContent, untilRehearsal } from '../../server/test/rehearsals/fixtures.ts';
import { startJob, untilFinal } from '../../server/test/runs.ts';
import { type Receiver, startReceiver } from '../../server/test/webhooks/receiver.ts';
import type { Stage } from './console.ts';

// Creates an organization as it looks after some weeks of work: people, keys, a policy with a history, evaluated
// versions, successful and failed deliveries. For the pictures of `npm run screens`.

export type Furnished = {
  policy: string;
  version: string;
  versions: [first: string, last: string];
  rehearsal: string;
  set: string;
  runs: [a: string, b: string];
  gated: string;
  webhook: string;
  delivery: string;
  schedule: string;
  trigger: string;
  knowledge: string;
  finished: string;
  skills: string;
  skillVersions: [first: string, last: string];
  loginCode: string;
  stop(): Promise<void>;
};

export async function furnish(stage: Stage): Promise<Furnished> {
  const receiver = await startReceiver();
  await furnishSettings(stage, receiver);
  return {
    ...(await furnishPolicy(stage)),
    ...(await furnishEvaluations(stage)),
    ...(await furnishWebhooks(stage, receiver)),
    ...(await furnishKnowledge(stage)),
    ...(await furnishSkills(stage)),
    loginCode: (await create(stage, '/v1/auth/device/', { client_name: 'errand of ada on build-7' })).user_code,
    stop: () => receiver.stop(),
  };
}

const LETTER = {
  name: 'Order letter',
  engine_class_id: 'TemplateEngine',
  input_definitions: [{ key: 'name', data_type: 'text/plain', description: 'Whom to greet', example: 'Ada' }],
  engine_config: { template: 'Dear ${name}, your order has left us.' },
};

async function create({ org }: Stage, path: string, body: unknown): Promise<any> {
  const answer = await org.request('POST', path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
  return answer.body;
}

async function furnishSettings(stage: Stage, receiver: Receiver): Promise<void> {
  const { org, harness } = stage;
  const path = `/v1/organizations/${org.orgId}`;
  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
  await create(stage, `${path}/api-keys/`, { name: 'Nightly import', role: 'member', expires_at: null });
  await create(stage, `${path}/api-keys/`, { name: 'Dashboard', role: 'viewer', expires_at: days(5) });
  await create(stage, `${path}/api-keys/`, { name: 'Deployment', role: 'admin', expires_at: days(80) });
  const people = [
    ['ada@example.com', 'Ada', 'Lovelace', 'admin'],
    ['grace@example.com', 'Grace', 'Hopper', 'admin'],
    ['a.very.long.address.of.somebody@department.example.com', 'Wolfeschlegelsteinhausen', 'Bergerdorff', 'member'],
    ['linus@example.com', '', '', 'viewer'],
  ];
  for (const [email, first_name, last_name, role] of people)
    await create(stage, `${path}/members/`, { email, role, ...(first_name && { first_name, last_name }) });
  for (const [name, used] of [['BILLING_TOKEN', true] as const, ['CRM_PASSWORD', false] as const]) {
    await org.request('PUT', `/v1/secrets/${name}/`, { value: 'a value that nobody sees' });
    if (used)
      await create(stage, '/v1/agents/', {
        ...{ name: 'Invoice booking', engine_class_id: 'HttpEngine' },
        engine_config: { url: receiver.url, secret: `\${secret.${name}}` },
      });
  }
  const base_url = new URL(receiver.url).origin;
  const ledger = await create(stage, '/v1/connections/', {
    ...{ connector_type: 'custom_api', name: 'Ledger', config: { base_url } },
  });
  const archive = await create(stage, '/v1/connections/', {
    ...{ connector_type: 'custom_api', name: 'Document archive', config: { base_url: 'https://127.0.0.1:9' } },
  });
  for (const { id } of [ledger, archive]) await org.request('POST', `/v1/connections/${id}/test/`);
  const token = await insertScimToken(harness.database.system, { forOrg: org.orgId, name: 'Okta', validDays: 90 });
  await recordUse(harness.database.system, token.id, { wrote: true });
}

async function furnishPolicy(stage: Stage) {
  const { org } = stage;
  const policy = await create(stage, '/v1/policies/', {
    name: 'Marketplace listings',
    description: 'What sellers may offer in the shop.',
    content: shopContent,
  });
  const agent = await create(stage, '/v1/agents/', {
    name: 'Listing check',
    engine_class_id: 'ProductPolicyEngine',
    engine_config: { policy_version_id: policy.id, model: 'baseline', baseline_verdicts: true },
  });
  const bad = await runCase(org, agent.id, { product_listing: badListing });
  await runCase(org, agent.id, { product_listing: goodListing });
  const erased = await runCase(org, agent.id, { product_listing: `${badListing} Another one.` });
  await create(stage, `/v1/agents/jobs/${bad.job.id}/hold/`, { reason: 'Dispute 2026-118 is open.' });
  await create(stage, `/v1/agents/jobs/${erased.job.id}/delete-data/`, {});
  const stricter = structuredClone(shopContent);
  stricter.guidelines.categories[1]!.rules[0]!.description =
    'The seller takes goods back within 60 days, free of charge.';
  const second = await addVersion(org, policy.id, {
    ...{ content: stricter, version_name: 'longer returns', make_current: false },
  });
  await org.request('PATCH', `/v1/policies/${policy.id}/set-current-version/${second.id}/`, {
    reason: 'The law gives buyers 60 days from 1 January.',
  });
  const third = await addVersion(org, policy.id, {
    ...{ content: lenientContent(), version_name: 'no list of goods', make_current: false },
  });
  const rehearsal = await create(stage, `/v1/policies/${policy.id}/rehearsals/`, { version_id: third.id });
  await untilRehearsal(org, policy.id, rehearsal.id);
  return {
    ...{ policy: policy.id as string, version: third.id as string },
    versions: [second.id, third.id] as [string, string],
    rehearsal: rehearsal.id as string,
  };
}

async function furnishEvaluations(stage: Stage) {
  const { org } = stage;
  const agent = await create(stage, '/v1/agents/', LETTER);
  const polite = await create(stage, `/v1/agents/${agent.id}/versions/`, {
    version_name: 'with thanks',
    engine_config: { template: 'Dear ${name}, your order has left us today. Thank you!' },
  });
  await org.request('PATCH', `/v1/agents/${agent.id}/set-current-version/${agent.current_version_id}/`);
  const set = await create(stage, '/v1/evaluation-sets/', { name: 'Letters to customers', agent_id: agent.id });
  const cases = ['Ada', 'Grace', 'Edsger', 'Barbara'].map((name, index) => ({
    inputs: { name },
    expected: { output: index < 3 ? `Dear ${name}, your order has left us.` : `Dear ${name}, it left us today.` },
  }));
  await create(stage, `/v1/evaluation-sets/${set.id}/cases/`, { cases });
  const runs: string[] = [];
  for (const agent_version_id of [agent.current_version_id, polite.id]) {
    const run = await create(stage, `/v1/evaluation-sets/${set.id}/runs/`, { agent_version_id });
    await until(
      async () => (await org.request('GET', `/v1/evaluation-runs/${run.id}/`)).body.finished_at !== null,
      'the end of the run',
      60_000,
    );
    runs.push(run.id);
  }
  await org.request('PUT', `/v1/agents/${agent.id}/gate/`, {
    ...{ evaluation_set_id: set.id, min_accuracy: 0.9, no_regressions: true },
  });
  return { gated: agent.id as string, set: set.id as string, runs: runs as [string, string] };
}

async function furnishWebhooks(stage: Stage, receiver: Receiver) {
  const { org } = stage;
  const agent = await create(stage, '/v1/agents/', { ...LETTER, name: 'Shipping notice' });
  const webhook = await create(stage, '/webhooks/', { name: 'Orders to the ERP', url: receiver.url });
  const other = await create(stage, '/webhooks/', { name: 'Data warehouse', url: 'http://127.0.0.1:9/hook' });
  for (const { id } of [webhook, other]) await create(stage, `/webhooks/${id}/agents/`, { agent_ids: [agent.id] });
  await untilFinal(org, await startJob(org, agent.id, { name: 'Ada' }));
  await until(async () => receiver.received.length > 0, 'the first delivery');
  receiver.answer = (response) =>
    response.writeHead(503, { 'content-type': 'text/html' }).end('<b>down</b> for repair');
  for (const name of ['Grace', 'Edsger']) await untilFinal(org, await startJob(org, agent.id, { name }));
  const deliveries = `/webhooks/${webhook.id}/deliveries/`;
  const delivery = await until(async () => {
    const { results } = (await org.request('GET', deliveries)).body;
    return results.find((one: any) => one.attempt > 0 && one.status !== 'succeeded');
  }, 'a delivery that fails');
  const schedule = await create(stage, '/v1/schedules/', {
    ...{ name: 'Weekday mornings', agent_id: agent.id, cron: '30 7 * * 1-5', timezone: 'Europe/Berlin' },
    inputs: { name: 'Ada' },
  });
  await create(stage, `/v1/schedules/${schedule.id}/run/`, {});
  const trigger = await create(stage, '/v1/triggers/', {
    ...{ name: 'Orders of the shop', kind: 'http', agent_id: agent.id, mapping: { name: '${event.body.customer}' } },
    condition: [{ path: '/body/customer', op: 'exists' }],
  });
  const event = { method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': 'order-118' } };
  await fetch(trigger.url, { ...event, body: '{"customer": "Grace Hopper", "order": 118}' });
  await fetch(trigger.url, { ...event, headers: { 'content-type': 'application/json' }, body: '{"ping": true}' });
  return {
    ...{ webhook: webhook.id as string, delivery: delivery.id as string },
    ...{ schedule: schedule.id as string, trigger: trigger.id as string },
  };
}

async function furnishKnowledge(stage: Stage) {
  const { org } = stage;
  const bases: string[] = [];
  for (const [company, brief] of [
    ['Northwind Payments', 'Payouts of a marketplace to new bank accounts of sellers.'],
    ['Contoso Bank', 'Current accounts of small companies, with cash deposits and transfers abroad.'],
  ]) {
    const base = await create(stage, '/v1/knowledge-base/', { company, brief });
    await until(
      async () => (await org.request('GET', `/v1/knowledge-base/${base.id}/draft/`)).body.refs?.length > 0,
      'the proposal',
    );
    bases.push(base.id);
  }
  await create(stage, `/v1/knowledge-base/${bases[1]}/finalize/`, { name: 'Accounts of small companies' });
  await create(stage, `/v1/knowledge-base/${bases[0]}/regenerate/`, { feedback: 'We take no cash.' });
  return { knowledge: bases[0]!, finished: bases[1]! };
}

async function furnishSkills(stage: Stage) {
  const set = await create(stage, '/v1/skills/', { name: 'Card disputes' });
  const files = (text: string) => [
    { relative_path: 'SKILL.md', content: `# Card disputes\n\n${text}\n` },
    { relative_path: 'proof.md', content: '# Proof\n\n- Signed delivery note\n- Messages of the buyer\n' },
  ];
  const versions: string[] = [];
  for (const [version_name, text] of [
    ['with proof', 'Ask the merchant for proof of delivery.'],
    ['within ten days', 'Ask the merchant for proof of delivery within ten days.'],
  ] as const) {
    versions.push((await create(stage, `/v1/skills/${set.id}/versions/`, { version_name, files: files(text) })).id);
  }
  return { skills: set.id as string, skillVersions: versions as [string, string] };
}
