import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
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
  before(() => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/downloads.ts')], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
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
    const { status, stderr } = spawnSync(
      'npm',
      ['install', '--no-audit', '--no-fund', '--prefix', folder, `${harness.baseUrl}/packages/sdk.tgz`],
      { cwd: folder, encoding: 'utf8', env: { ...process.env, npm_config_cache: join(folder, '.npm') } },
    );
    assert.equal(status, 0, stderr);
    const [, code] = /^```ts\n([\s\S]*?)^```$/m.exec(readFileSync(join(root, 'docs/tutorial.md'), 'utf8'))!;
    writeFileSync(join(folder, 'read.ts'), code!);
    const compiled = spawnSync(
      process.execPath,
      [
        join(root, 'node_modules/@typescript/native/bin/tsc'),
        ...['--strict', '--noEmit', '--target', 'es2023', '--module', 'nodenext', '--types', 'node'],
        ...['--typeRoots', join(root, 'node_modules/@types'), join(folder, 'read.ts')],
      ],
      { cwd: folder, encoding: 'utf8' },
    );
    assert.equal(compiled.status, 0, compiled.stdout);

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
    const { spawn } = await import('node:child_process');
    const { promise, resolve } = Promise.withResolvers<{ code: number | null; out: string }>();
    const child = spawn(process.execPath, ['read.ts'], {
      cwd: folder,
      env: { ...process.env, ERRAND_URL: harness.baseUrl, ERRAND_API_KEY: org.apiKey, AGENT: agent.id },
    });
    let out = '';
    child.stdout.on('data', (chunk) => (out += chunk));
    child.stderr.on('data', (chunk) => (out += chunk));
    child.on('close', (code) => resolve({ code, out }));
    assert.deepEqual(await promise, { code: 0, out: '118\n' });
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
