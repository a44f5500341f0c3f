import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { delimiter, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { type Harness, startHarness } from '../../server/test/harness.ts';
import { type InstalledPackage, installPackage, readExamples } from './package.ts';

const run = promisify(execFile);
const compiler = join(import.meta.dirname, '../../../node_modules/@typescript/native/bin/tsc');

describe('the package in a bare project', () => {
  let installed: InstalledPackage;
  let harness: Harness;
  before(async () => {
    [installed, harness] = await Promise.all([installPackage(), startHarness()]);
  });
  after(async () => {
    await harness.stop();
    await installed.remove();
  });

  test('holds JavaScript with declarations, a licence and a readme, and depends on nothing', async () => {
    const files = (await readdir(installed.folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const odd = files.filter(
      (path) =>
        /\.test\./.test(path) || !/(\.js|\.d\.ts|\/package\.json|\/commands\.json|\/README\.md|\/LICENSE)$/.test(path),
    );
    assert.deepEqual(odd, []);
    for (const path of files.filter((one) => /\.(js|d\.ts)$/.test(one))) {
      assert.doesNotMatch(await readFile(path, 'utf8'), /(from |import\()['"](?:\.[^'"]*\.ts|[^.][^'"]*)['"]/, path);
    }
    const manifest = JSON.parse(await readFile(join(installed.folder, 'package.json'), 'utf8'));
    assert.equal(manifest.dependencies, undefined);
    assert.equal(manifest.private, undefined);
    for (const target of [manifest.exports['.'].types, manifest.exports['.'].default]) {
      assert.ok(existsSync(join(installed.folder, target)), target);
    }
  });

  test('runs the examples of its readme with Node 20', async (context) => {
    const node = findNode20();
    if (node === undefined) return context.skip('no Node 20 on the PATH');
    const path = join(installed.project, 'examples.js');
    await writeFile(path, stripTypeScriptTypes(await readExamples()));
    const { apiKey } = await harness.org();
    const env = { ...process.env, ERRAND_URL: harness.baseUrl, ERRAND_API_KEY: apiKey };
    const { stdout } = await run(node, [path], { env });
    assert.match(stdout, /^[0-9a-f-]{36} Dear Ada$/m);
    assert.match(stdout, /^true Dear Grace$/m);
    assert.match(stdout, /^end /m);
    assert.match(stdout, /^many 0 Dear Ada\nmany 1 Dear Grace\nmany 2 Dear Alan$/m);
    assert.match(stdout, /^row 1 Dear Grace$/m);
    assert.match(stdout, /^batch 2 0$/m);
    assert.match(stdout, /^file note\.txt 15$/m);
    assert.match(stdout, /^typed DEAR ADA$/m);
    assert.match(stdout, /^agent Greeting$/m);
    assert.match(stdout, /^404 /m);
    assert.match(stdout, /^missing_header$/m);
  });

  test('compiles in a strict project that checks the declarations too', async () => {
    const environment = 'declare const process: { env: Record<string, string | undefined> };\n';
    await writeFile(join(installed.project, 'examples.ts'), environment + (await readExamples()));
    for (const [module, moduleResolution] of [
      ['nodenext', 'nodenext'],
      ['esnext', 'bundler'],
    ]) {
      const compilerOptions = {
        module,
        moduleResolution,
        target: 'es2022',
        lib: ['es2022', 'dom', 'dom.asynciterable'],
        types: [],
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        noPropertyAccessFromIndexSignature: false,
        skipLibCheck: false,
        noEmit: true,
      };
      const config = join(installed.project, `tsconfig.${module}.json`);
      await writeFile(config, JSON.stringify({ compilerOptions, files: ['examples.ts'] }));
      const { status, stdout } = spawnSync(process.execPath, [compiler, '--project', config], { encoding: 'utf8' });
      assert.equal(status, 0, stdout);
    }
  });
});

/** npm puts this repository's own Node 24 first. */
function findNode20(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const candidates = folders.map((folder) => join(folder, 'node')).filter((path) => existsSync(path));
  return candidates.find((path) => /^v20\./.test(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout));
}
