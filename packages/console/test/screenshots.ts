// npm run screenshots: takes the pictures of README and docs from a server with sample data.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openEmbeddedPostgres } from '../../server/src/platform/embedded-postgres.ts';
import { firstIdAt, newId } from '../../server/src/platform/ids.ts';
import { badListing, createCaseAgent, runCase } from '../../server/test/policies/cases.ts';
import { createVersion } from '../../server/test/runs.ts';
import { startReceiver } from '../../server/test/webhooks/receiver.ts';
import { uploadCsv } from '../../server/test/workspace/workspace.ts';
import { skip, startStage } from './console.ts';
import { furnishDesk } from './furnish-desk.ts';

const folder = join(import.meta.dirname, '../../../docs/images');

if (skip) throw new Error(skip);
await using parts = new AsyncDisposableStack();
process.env.ERRAND_TEST_DATABASE_URL ??= await startPostgres();
const stage = await startStage();
parts.defer(() => stage.stop());
const receiver = await startReceiver((response) => response.writeHead(503).end('down for repair'));
parts.defer(() => receiver.stop());
await mkdir(folder, { recursive: true });
await takeAll();

async function startPostgres(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'errand-screenshots-'));
  parts.defer(() => rm(dataDir, { recursive: true, force: true }));
  const { url, stop } = await openEmbeddedPostgres({ dataDir, purpose: 'server', log: () => undefined });
  parts.defer(stop);
  return url;
}

async function takeAll(): Promise<void> {
  const { org } = stage;
  const create = async (path: string, body: unknown) => (await org.request('POST', path, body)).body;
  const invoice = await create('/v1/agents/', {
    name: 'Invoice reader',
    engine_class_id: 'MultimodalExtractionEngine',
    input_definitions: [
      {
        key: 'text',
        data_type: 'text/plain',
        description: 'The invoice as text.',
        example: 'Invoice 17, total EUR 118.00',
      },
    ],
    engine_config: {
      text: '${text}',
      instruction: 'Read the invoice.',
      output_schema: {
        type: 'object',
        properties: {
          number: { type: 'string', description: 'Number of the invoice' },
          total: { type: 'number', description: 'Total amount' },
          currency: { type: 'string', enum: ['EUR', 'USD'] },
        },
        required: ['number', 'total'],
      },
    },
  });
  const letter = await create('/v1/agents/', {
    name: 'Order letter',
    engine_class_id: 'TemplateEngine',
    input_definitions: [{ key: 'name', data_type: 'text/plain', description: 'Whom to greet', example: 'Ada' }],
    engine_config: { template: 'Dear ${name}, your order has left us.' },
  });
  await create(`/v1/agents/${letter.id}/versions/`, {
    version_name: 'with thanks',
    engine_config: { template: 'Dear ${name}, your order has left us today. Thank you!' },
  });
  const picky = await create('/v1/agents/', { name: 'Website check', engine_class_id: 'FailEngine' });
  for (const name of ['Ada', 'Grace', 'Edsger', 'Barbara']) await create(`/v1/agents/run/${letter.id}/`, { name });
  for (let index = 0; index < 2; index++) await create(`/v1/agents/run/${picky.id}/`, {});
  const text = 'Invoice 2026-118 of 3 May 2026, Example Ltd, total EUR 1,250.00.';
  const job = await create(`/v1/agents/run/${invoice.id}/async/`, { text });
  await insertHistory(letter.id, 3);
  await insertHistory(picky.id, 4);
  const shop = await createCaseAgent(org, 'ProductPolicyEngine', { baseline_verdicts: true });
  const verdict = await runCase(org, shop.id, { product_listing: badListing });
  await createVersion(org, letter.id, {
    name: 'with a name',
    config: { template: 'Dear ${name}, it left us. Thanks!' },
  });
  const webhook = await create('/webhooks/', { name: 'Orders to the ERP', url: receiver.url });
  await org.request('POST', `/webhooks/${webhook.id}/agents/`, { agent_ids: [letter.id] });
  await create(`/v1/agents/run/${letter.id}/`, { name: 'Katherine' });
  await uploadCsv(org, 'tickets', 'id,body,amount\n1,the printer is on fire,12.5\n2,please reset my password,3\n');
  await take('home', '/');
  await take('home-dark', '/', 'dark');
  await take('agents', '/agents');
  await take('versions', `/agents/${letter.id}?tab=versions`);
  await take('editor', `/agents/${invoice.id}/edit`);
  await take('run', `/run/${invoice.id}?job=${job}`);
  await take('job', `/jobs/${job}`);
  await take('jobs', '/jobs');
  await take('verdict', `/jobs/${verdict.job.id}`);
  await take('policy', `/policies/${shop.policyId}`);
  await take('webhook', `/webhooks/${webhook.id}`);
  await take(
    'sql',
    `/sql?text=${encodeURIComponent('SELECT id, body, amount FROM tickets ORDER BY id')}`,
    'light',
    async (page) => {
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('cell', { name: 'the printer is on fire' }).waitFor();
    },
  );
  const desk = await furnishDesk(stage);
  await take('desk', '/cases');
  await take('desk-case', `/cases/${desk.main}`);
}

/** Inserts jobs of the last day, so that the charts have something to show. */
async function insertHistory(agentId: string, status: number): Promise<void> {
  for (let hour = 1; hour < 24; hour++) {
    const count = status === 3 ? 3 + ((hour * 7) % 11) : hour % 4 === 0 ? 2 : 0;
    for (let index = 0; index < count; index++) {
      const at = Date.now() - hour * 3_600_000 + index * 60_000;
      await stage.harness.database.system.run(
        `with job as (insert into jobs (id, org_id, agent_id, version_id, origin, inputs, cache_outcome, timeout_seconds, created_at)
           select $1::uuid, $2::uuid, id, current_version_id, 'api', '[]', 'miss', 60, $4::timestamptz from agents where id = $3::uuid
           returning id)
         insert into job_results (job_id, org_id, agent_id, status, cost, duration_ms, events, finished_at)
           select id, $2::uuid, $3::uuid, $5::smallint, 0.002, $6::bigint, '[]', clock_timestamp() from job`,
        [
          `${firstIdAt(at).slice(0, 15)}${newId().slice(15)}`,
          stage.org.orgId,
          agentId,
          new Date(at),
          status,
          300 + ((hour * 37 + index * 91) % 900),
        ],
      );
    }
  }
}

async function take(
  name: string,
  path: string,
  theme: 'light' | 'dark' = 'light',
  prepare?: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await stage.open(path, { theme, width: 1280, height: 800 });
  await page.locator('main h1').waitFor();
  await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await prepare?.(page);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.context().close();
}
