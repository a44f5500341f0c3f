import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { request, startHarness, stopAtEnd } from '../../test/harness.ts';

// The packages of a running server, used as somebody would who has nothing but its address.

const root = join(import.meta.dirname, '../../../..');
const harness = stopAtEnd(await startHarness());
const folder = mkdtempSync(join(tmpdir(), 'errand-install-'));
stopAtEnd({ stop: async () => rmSync(folder, { recursive: true, force: true }) });

const get = (path: string) => request(harness.baseUrl, undefined, 'GET', path);

describe('the packages of a server', () => {
  before(async () => {
    const { code, out } = await run(process.execPath, [join(root, 'scripts/downloads.ts')]);
    assert.equal(code, 0, out);
  });

  test('are listed with the command that installs them; an unknown one says so', async () => {
    const { body } = await get('/packages');
    assert.deepEqual(
      body.packages.map(({ install }: { install: string }) => install.split(' ').slice(0, 2).join(' ')),
      ['pip install', 'npm install'],
    );
    assert.equal((await get('/packages/other.tgz')).status, 404);
    assert.equal((await get('/packages/stamp.txt')).status, 404);
    assert.equal((await get('/packages/..%2fpackage.json')).status, 404);
  });

  test('npm installs the SDK from the address, and the TypeScript of the tutorial compiles and runs with it', async () => {
    writeFileSync(join(folder, 'package.json'), '{"name":"mine","private":true,"type":"module"}');
    const installed = await run(
      'npm',
      ['install', '--no-audit', '--no-fund', '--prefix', folder, `${harness.baseUrl}/packages/sdk.tgz`],
      { npm_config_cache: join(folder, '.npm') },
    );
    assert.equal(installed.code, 0, installed.out);
    const [, program] = /^```ts\n([\s\S]*?)^```$/m.exec(readFileSync(join(root, 'docs/tutorial.md'), 'utf8'))!;
    writeFileSync(join(folder, 'read.ts'), program!);
    const compiled = await run(process.execPath, [
      join(root, 'node_modules/@typescript/native/bin/tsc'),
      ...['--strict', '--noEmit', '--target', 'es2023', '--module', 'nodenext', '--types', 'node'],
      ...['--typeRoots', join(root, 'node_modules/@types'), join(folder, 'read.ts')],
    ]);
    assert.equal(compiled.code, 0, compiled.out);

    const org = await harness.org();
    const agent = await org.expect(201, 'POST', '/v1/agents/', {
      name: 'Invoice reader',
      engine_class_id: 'MultimodalExtractionEngine',
      input_definitions: [{ key: 'text', data_type: 'text/plain', description: 'The invoice' }],
      engine_config: {
        model: 'baseline',
        text: '${text}',
        output_schema: { type: 'object', properties: { total: { type: 'number', description: 'Total amount' } } },
      },
    });
    const env = { ERRAND_URL: harness.baseUrl, ERRAND_API_KEY: org.apiKey, AGENT: agent.id as string };
    assert.deepEqual(await run(process.execPath, ['read.ts'], env), { code: 0, out: '118\n' });
  });

  test('the wheel of the Python client is the one that pip would get', async () => {
    const answer = await fetch(`${harness.baseUrl}/packages/python.whl`);
    assert.equal(answer.status, 200);
    const name = new URL(answer.url).pathname.split('/').at(-1)!;
    assert.match(name, /^errand_sdk-[\d.]+-py3-none-any\.whl$/);
    const [built] = readdirSync(join(root, 'packages/server/downloads')).filter((one) => one.endsWith('.whl'));
    assert.equal(name, built);
    assert.deepEqual(
      Buffer.from(await answer.arrayBuffer()),
      readFileSync(join(root, 'packages/server/downloads', built!)),
    );
  });
});

/** Waits without blocking, because the server that is asked is in this process. */
async function run(program: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{ code: number | null; out: string }>();
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (out += chunk));
  child.once('error', reject).once('close', (code) => resolve({ code, out }));
  return promise;
}
