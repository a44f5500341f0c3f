import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { until } from '../../server/test/until.ts';
import { curlLine, paste, type Server, startServer, withFolder } from '../test/cli.ts';
import { buildImage, type Image, nobody } from '../test/image.ts';
import { installPackages, type PublishedPackages } from '../test/published.ts';

const run = promisify(execFile);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

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

  test('are the same bytes when they are packed again', async () => {
    const again = join(installed.packed, 'again');
    const names = ['contract', 'cli', 'sdk'];
    const workspaces = names.flatMap((name) => ['--workspace', `packages/${name}`]);
    const options = { cwd: installed.repository, env: installed.env };
    await mkdir(again);
    await run('npm', ['pack', ...workspaces, '--pack-destination', again], options);
    const files = await readdir(again);
    assert.equal(files.length, names.length);
    for (const file of files)
      assert.ok((await readFile(join(again, file))).equals(await readFile(join(installed.packed, file))), file);
  });

  describe('as the folder of the image', () => {
    let image: Image;
    before(async () => {
      image = await buildImage(installed);
    });

    test('hold only what runs, with a bill of materials and the notices of others', async (context) => {
      const files = await readdir(image.service, { recursive: true });
      const others = files.filter((path) => !path.startsWith('node_modules/@errand/'));
      assert.deepEqual(
        others.filter((path) => /\.(map|d\.ts)$|^node_modules\/(vite|typescript|react)\//.test(path)),
        [],
      );
      const { components } = JSON.parse(await readFile(join(image.service, 'sbom.cdx.json'), 'utf8'));
      const names = new Set(components.map(({ name }: { name: string }) => name));
      const installedNames = others
        .filter((path) => /(^|\/)node_modules\/(@[^/]+\/)?[^/@]+\/package\.json$/.test(path))
        .map((path) => path.split('node_modules/').at(-1)!.slice(0, -'/package.json'.length));
      assert.ok(installedNames.length > 200);
      assert.deepEqual(
        installedNames.filter((name) => !names.has(name)),
        [],
      );
      assert.ok(files.includes('THIRD-PARTY-NOTICES') && files.includes('LICENSE'));
      const megabytes = Math.round(image.bytes / 1_000_000);
      context.diagnostic(`/service: ${megabytes} MB in ${image.files} files`);
      assert.ok(megabytes < 500, `${megabytes} MB: what has grown?`);
    });

    test('serve as somebody who may write to the data folder only, and the health check sees it', async (context) => {
      const port = await freePort();
      const started = image.start({ uid: nobody, env: { PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'warn' } });
      try {
        const { healthMs, readyMs } = await started.untilReady(port);
        await until(async () => started.said().includes('Ctrl-C stops it'), 'the banner');
        await useEverything({ address: `http://127.0.0.1:${port}`, banner: started.said() });
        context.diagnostic(`first start: /health/ ${Math.round(healthMs)} ms, /ready/ ${Math.round(readyMs)} ms`);
        const check = (env: object) =>
          run(process.execPath, [join(image.service, 'healthcheck.mjs')], { env: { ...image.env, ...env } });
        await check({ PORT: String(port) });
        await assert.rejects(check({ PORT: '9' }), /127\.0\.0\.1:9\/health\/: connect ECONNREFUSED/);
      } finally {
        started.child.kill('SIGTERM');
      }
      assert.equal(await started.exit, 0, started.said());
    });

    test('still read pictures, with the recognition data that is left', async () => {
      const picture = join(import.meta.dirname, '../../../docs/images/home.png');
      const module = join(image.service, 'node_modules/@errand/documents/dist/kinds/start-ocr.js');
      const script = `
        const { startOcr } = await import(${JSON.stringify(module)});
        const { recognize, decode } = await startOcr({ ocr: 'auto', languages: ['auto'] });
        const data = (await import('node:fs')).readFileSync(${JSON.stringify(picture)});
        const { pieces } = await recognize((await decode(data)).raster);
        process.stdout.write(pieces.map(({ text }) => text).join(' '), () => process.exit());`;
      const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script]);
      assert.match(stdout, /Home/);
    });

    test('refuse root, and say what to do', async (context) => {
      if (nobody === undefined) return context.skip('only root can try it');
      const started = image.start({});
      assert.equal(await started.exit, 3);
      assert.match(started.said(), /runs as root.*Start it as another user/);
    });
  });
});

async function useEverything({ address, banner }: Pick<Server, 'address' | 'banner'>): Promise<void> {
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
