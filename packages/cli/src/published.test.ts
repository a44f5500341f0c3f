import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { until } from '../../server/test/until.ts';
import { curlLine, paste, type Server, startServer, withFolder } from '../test/cli.ts';
import { installPackages, type PublishedPackages } from '../test/published.ts';

describe('packages as they are published', () => {
  let installed: PublishedPackages;
  before(async () => {
    installed = await installPackages();
  });
  after(() => installed.remove());

  test('hold JavaScript and no TypeScript, no tests, and a licence each', async () => {
    const folder = join(installed.modules, '@errand');
    for (const name of await readdir(folder)) {
      const entries = await readdir(join(folder, name), { recursive: true });
      const files = entries.filter((path) => !path.startsWith('node_modules'));
      assert.ok(files.includes('LICENSE'), name);
      const odd = files.filter((path) => /\.test\.|(?<!\.d)\.tsx?$/.test(path) && !path.startsWith('docs/'));
      assert.deepEqual(odd, [], name);
      const manifest = JSON.parse(await readFile(join(folder, name, 'package.json'), 'utf8'));
      assert.equal(manifest.private, undefined, name);
    }
  });

  test('serve from an empty folder: API, console, documentation, SQL and documents', () =>
    withFolder(async (folder) => {
      const server = await startServer({ ERRAND_DATA_DIR: folder, LOG_LEVEL: 'warn' }, [], installed.program);
      try {
        await useEverything(server);
      } finally {
        server.send('SIGINT');
        await server.exit;
      }
      assert.equal(await server.exit, 0, server.said().stderr);
    }));
});

async function useEverything({ address, banner }: Server): Promise<void> {
  const ran = await paste(curlLine(banner));
  assert.equal(JSON.parse(ran.stdout)[0].value, 'Hello Ada! Your first agent has run.');
  assert.match(await (await fetch(`${address}/`, { headers: { accept: 'text/html' } })).text(), /<div id="root">/);
  assert.match(await (await fetch(`${address}/docs/`)).text(), /<title>/);

  const authorization = `Bearer ${/API key +(errand_\S+)/.exec(banner)![1]}`;
  const call = async (path: string, body?: object | FormData) => {
    const isForm = body instanceof FormData;
    const headers = { authorization, ...(body && !isForm && { 'content-type': 'application/json' }) };
    const given = body && { method: 'POST', body: isForm ? body : JSON.stringify(body) };
    const response = await fetch(`${address}${path}`, { headers, ...given });
    const answer = await response.text();
    assert.ok(response.ok, `${path} ${response.status} ${answer}`);
    return JSON.parse(answer);
  };
  const { table_query_id: id } = await call('/v1/tables/query/', { sql: 'select 6 * 7 as answer' });
  const result = await until(async () => {
    const found = await call(`/v1/tables/query/${id}/result/`);
    return found.status !== 'PENDING' && found.status !== 'STARTED' && found;
  }, 'the rows of the query');
  assert.deepEqual(result.rows, [{ answer: 42 }], JSON.stringify(result));

  const schema = { type: 'object', properties: { total: { type: 'number' } } };
  const agent = await call('/v1/agents/', {
    name: 'Totals',
    engine_class_id: 'PDFExtractionEngine',
    engine_config: { model: 'baseline', pdf_files: '${docs}', instructions: 'Read it.', output_schema: schema },
    input_definitions: [{ key: 'docs', data_type: '*/*' }],
  });
  const form = new FormData();
  form.set('docs', new Blob(['<p>Total: 41.50 EUR</p>'], { type: 'text/html' }), 'invoice.html');
  const [output] = await call(`/v1/agents/run/${agent.id}/`, form);
  assert.match(output.value, /41\.5/);
}
