import assert from 'node:assert/strict';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Harness, startHarness, type TestOrg } from '../../../server/test/harness.ts';
import { errand, errandJson } from '../../test/cli.ts';

// Uploads five gigabytes with the CLI, from a sparse file.

const SIZE = 5 * 1024 ** 3;
const GIB_MAX = 8 * 1024 ** 3;
/** The server and the test share a process. The file is a dozen times as large. */
const MEGABYTES_MAX = 400;

async function prepare(context: TestContext, env: NodeJS.ProcessEnv) {
  const harness: Harness = await startHarness({ env });
  const folder = await mkdtemp(join(tmpdir(), 'errand-large-'));
  context.after(async () => {
    await harness.stop();
    await rm(folder, { recursive: true });
  });
  const org: TestOrg = await harness.org();
  await org.request('POST', '/v1/agents/', {
    name: 'Reader',
    engine_class_id: 'TemplateEngine',
    input_definitions: [{ key: 'scan', data_type: 'application/pdf', description: '' }],
    engine_config: { template: 'read' },
  });
  const path = join(folder, 'large.bin');
  await writeFile(path, '');
  await truncate(path, SIZE);
  return { path, org, env: { ERRAND_URL: harness.baseUrl, ERRAND_API_KEY: org.apiKey, XDG_CONFIG_HOME: folder } };
}

test('a file of 5 GB that the server does not take is refused before it is sent, in one sentence', async (context) => {
  const { path, org, env } = await prepare(context, {});
  const { code, stdout, stderr } = await errand(['run', 'Reader', `scan=@${path}`], env);
  assert.deepEqual([code, stdout], [2, ''], stderr);
  assert.match(stderr, /The file is too large. The server accepts at most 104 MB\./);
  const { body } = await org.request('GET', '/v1/agents/jobs/?page_size=1');
  assert.equal(body.results?.length ?? 0, 0, 'no job was started');
});

const skip = process.env.ERRAND_TEST_LARGE ? false : 'writes 5 GB: set ERRAND_TEST_LARGE=1';
test('a file of 5 GB that the server takes arrives whole, and is never in memory', { skip }, async (context) => {
  const limits = { ERRAND_BODY_BYTES_MAX: String(GIB_MAX), ERRAND_FILE_BYTES_MAX: String(GIB_MAX) };
  const { path, org, env } = await prepare(context, limits);
  const before = process.resourceUsage().maxRSS / 1024;
  const job = await errandJson(['run', 'Reader', `scan=@${path}`], env);
  const { body } = await org.request('GET', `/v1/agents/jobs/${job.id}/`);
  assert.equal(body.status_code, 3, JSON.stringify(body).slice(0, 500));
  const grown = process.resourceUsage().maxRSS / 1024 - before;
  context.diagnostic(`the server grew by ${Math.round(grown)} MB`);
  assert.ok(grown < MEGABYTES_MAX, `${Math.round(grown)} MB`);
});
