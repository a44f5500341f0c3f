// npm run screenshots: makes the pictures of README and docs from a server with sample data.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '../../server/src/platform/embedded-postgres.ts';
import { skip, startStage } from './console.ts';

const folder = join(import.meta.dirname, '../../../docs/images');

if (skip) throw new Error(skip);
await using parts = new AsyncDisposableStack();
process.env.ERRAND_TEST_DATABASE_URL ??= await startPostgres();
const stage = await startStage();
parts.defer(() => stage.stop());
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
  await take('home', '/');
  await take('home-dark', '/', 'dark');
  await take('agents', '/agents');
  await take('versions', `/agents/${letter.id}?tab=versions`);
  await take('editor', `/agents/${invoice.id}/edit`);
  await take('run', `/run/${invoice.id}?job=${job}`);
  await take('job', `/jobs/${job}`);
  await take('jobs', '/jobs');
}

async function take(name: string, path: string, theme: 'light' | 'dark' = 'light'): Promise<void> {
  const page = await stage.open(path, { theme, width: 1280, height: 800 });
  await page.locator('main h1').waitFor();
  await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.context().close();
}
