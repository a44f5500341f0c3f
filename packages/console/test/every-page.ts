import type { Page } from 'playwright-core';
import type { TestOrg } from '../../server/test/harness.ts';
import { createCaseAgent } from '../../server/test/policies/cases.ts';
import { createAgent, startJob, untilFinal } from '../../server/test/runs.ts';
import { uploadCsv } from '../../server/test/workspace/workspace.ts';
import { createCase, createPlaybook } from '../../server/test/world.ts';

/** Creates content for every page of the console. Returns the paths of all pages. */
export async function createEveryPage(org: TestOrg): Promise<string[]> {
  const create = async (path: string, body: unknown) => (await org.request('POST', path, body)).body;
  const agent = await create('/v1/agents/', {
    name: 'Order letter <b>&amp; مرحبا',
    engine_class_id: 'TemplateEngine',
    input_definitions: [
      { key: 'name', data_type: 'text/plain', description: 'Whom to greet', example: 'Ada' },
      { key: 'doc', data_type: 'application/pdf', description: 'A document', required: false },
    ],
    engine_config: { template: { greeting: 'Dear ${name}' } },
  });
  await create(`/v1/agents/${agent.id}/versions/`, {
    version_name: 'second',
    engine_config: { template: 'Dear ${name}!' },
  });
  const failing = await create('/v1/agents/', { name: 'Failing', engine_class_id: 'FailEngine' });
  const failed = await create(`/v1/agents/run/${failing.id}/async/`, {});
  for (const name of ['Ada', 'Grace']) await create(`/v1/agents/run/${agent.id}/`, { name });
  const job = await create(`/v1/agents/run/${agent.id}/async/`, { name: 'Edsger' });
  const stepping = await createAgent(org, 'StepsEngine', { inputs: [{ key: 'text', required: false }] });
  const steps = await startJob(org, stepping.id, { text: 'a page' });
  await untilFinal(org, steps);
  await untilFinal(org, failed);
  const bulk = await create('/v1/agents/bulk/', { kind: 'retry', job_ids: [failed] });
  await create(`/v1/agents/bulk/${bulk.id}/start/`, {});
  await uploadCsv(org, 'tickets', 'id,body,amount\n1,the printer is on fire,12.5\n2,please reset my password,3\n');
  const batch = await create(`/v1/agents/run/${agent.id}/batches/`, {
    name: 'Friday',
    inputs: [{ name: 'a' }, { name: 'b' }],
  });
  const schedule = await create('/v1/schedules/', {
    name: 'Daily',
    agent_id: agent.id,
    cron: '@daily',
    inputs: { name: 'Ada' },
  });
  const trigger = await create('/v1/triggers/', {
    name: 'Orders',
    kind: 'http',
    agent_id: agent.id,
    mapping: { name: 'Ada' },
  });
  const set = await create('/v1/evaluation-sets/', { name: 'Letters', agent_id: agent.id });
  await create(`/v1/evaluation-sets/${set.id}/cases/`, { csv: 'name,expected.output\nAda,Dear Ada!' });
  const run = await create(`/v1/evaluation-sets/${set.id}/runs/`, {});
  const webhook = await create('/webhooks/', { name: 'ERP', url: 'http://127.0.0.1:9/hook' });
  const brief = 'Payouts of a marketplace to new bank accounts.';
  const knowledge = await create('/v1/knowledge-base/', { company: 'Acme <b>&amp; مرحبا', brief });
  const skills = await create('/v1/skills/', { name: 'Disputes <b>&amp; مرحبا' });
  const { policyId } = await createCaseAgent(org, 'ProductPolicyEngine', { baseline_verdicts: true });
  const desk = await createCase(org);
  const plan = await createPlaybook(org, stepping.id);
  await createListWithMatch(org);
  return [
    '/',
    '/agents',
    '/agents/new',
    '/agents/new?engine=MultimodalExtractionEngine',
    `/agents/${agent.id}`,
    `/agents/${agent.id}?tab=versions`,
    `/agents/${agent.id}?tab=code`,
    `/agents/${agent.id}?tab=reviews`,
    `/agents/${agent.id}?tab=settings`,
    `/agents/${agent.id}/edit`,
    '/run',
    `/run/${agent.id}`,
    `/run/${agent.id}?job=${job}`,
    '/batches',
    `/batches/new?agent=${agent.id}`,
    `/batches/${batch.id}`,
    '/jobs',
    `/jobs?peek=${job}`,
    `/jobs/${job}`,
    `/jobs/${failed}?failed=true`,
    `/jobs/${steps}?tab=steps`,
    `/jobs/${steps}?tab=inputs`,
    `/jobs/${steps}?tab=log`,
    `/jobs/compare?a=${job}&b=${failed}`,
    '/jobs/errors',
    '/jobs/bulk',
    `/jobs/bulk/${bulk.id}`,
    '/policies',
    '/policies/new',
    `/policies/${policyId}`,
    `/policies/${policyId}?tab=agents`,
    `/policies/${policyId}?tab=versions`,
    `/policies/${policyId}/edit`,
    '/skills',
    `/skills/${skills.id}`,
    `/skills/${skills.id}/edit`,
    '/knowledge',
    `/knowledge/${knowledge.id}`,
    '/cases',
    '/cases?assignee=none&ordering=due',
    ...['overview', 'transactions', 'network', 'screening', 'report', 'timeline'].map(
      (tab) => `/cases/${desk.desk_case_id}?tab=${tab}`,
    ),
    '/cases/figures',
    '/cases/checks',
    '/cases/queues',
    `/cases/queues/${desk.case_queue_id}`,
    '/playbooks',
    '/playbooks/new',
    ...['plan', 'versions', 'rehearsals', 'runs', 'gate'].map((tab) => `/playbooks/${plan.playbook_id}?tab=${tab}`),
    `/playbooks/${plan.playbook_id}/edit`,
    `/playbooks/${plan.playbook_id}/rehearsals/${plan.playbook_rehearsal_id}`,
    '/screening',
    '/schedules',
    '/schedules?create=true',
    `/schedules/${schedule.id}`,
    '/inbox',
    '/waits',
    '/waits?all=true',
    '/evaluations',
    `/evaluations/${set.id}`,
    `/evaluations/${set.id}?tab=cases`,
    `/evaluations/runs/${run.id}`,
    `/evaluations/${set.id}/compare?a=${run.id}&b=${run.id}`,
    '/triggers',
    '/triggers?create=true',
    `/triggers/${trigger.id}`,
    '/webhooks',
    `/webhooks/${webhook.id}`,
    `/webhooks/${webhook.id}?tab=agents`,
    `/webhooks/${webhook.id}?tab=settings`,
    `/webhooks/${webhook.id}?tab=signature`,
    '/sql',
    '/tables',
    '/tables/tickets',
    '/usage',
    '/usage/budgets',
    '/settings',
    '/settings?tab=members',
    '/settings?tab=audit',
    '/settings?tab=organization',
    '/settings?tab=secrets',
    '/settings?tab=connections',
    '/settings?tab=models',
    '/settings?tab=retention',
    '/settings?tab=account',
    '/system/health',
    '/nowhere',
  ];
}

/** A list that has the subject of the case (world.ts), so that its screening shows a match. */
async function createListWithMatch(org: TestOrg): Promise<void> {
  const { id } = await org.expect(201, 'POST', '/v1/screening-lists/', { name: 'Own <b>&amp; مرحبا' });
  const form = new FormData();
  const csv = 'id,kind,name,aliases,birth_date,country,identifiers,program\n1,person,Roe Janet,,,,,own\n';
  form.set('file', new Blob([csv]), 'own.csv');
  await org.expect(201, 'POST', `/v1/screening-lists/${id}/import/`, form);
}

/** Navigates within the page, as a link does, because loading a document for each page would take longer. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate(`{
    const isSamePage = location.pathname === ${JSON.stringify(path.split('?')[0])};
    if (!isSamePage) document.querySelector('main h1')?.setAttribute('data-before', '');
    history.pushState({}, '', ${JSON.stringify(path)});
  }`);
  await page.locator('main h1:not([data-before])').waitFor();
  await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' });
}
