import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { delimiter, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { type Harness, startHarness } from '../../server/test/harness.ts';
import { type InstalledPackage, installPackage, readExamples } from './package.ts';

// Tests the packed SDK in runtimes other than Node. They are not dependencies of this repository, because each has a
// hundred megabytes. To run these tests, put them on the PATH (`npm install --global bun deno`) or set their folder.

const run = promisify(execFile);

const runtimes = [
  { name: 'bun', args: (file: string) => [file] },
  { name: 'deno', args: (file: string) => ['run', '--allow-net', '--allow-env', '--allow-read', file] },
];

const folders = [process.env.ERRAND_TEST_RUNTIMES ?? '', process.env.PATH ?? ''].join(delimiter).split(delimiter);
const found = runtimes.map((runtime) => ({
  ...runtime,
  program: folders
    .map((folder) => join(folder, runtime.name))
    .find((path) => spawnSync(path, ['--version'], { encoding: 'utf8' }).status === 0),
}));

describe('the package in other runtimes', () => {
  let installed: InstalledPackage;
  let harness: Harness;
  const isAny = found.some(({ program }) => program !== undefined);
  before(async () => {
    if (isAny) [installed, harness] = await Promise.all([installPackage(), startHarness()]);
  });
  after(async () => {
    if (!isAny) return;
    await harness.stop();
    await installed.remove();
  });

  for (const { name, args, program } of found) {
    test(`runs the examples of its readme with ${name}`, async (context) => {
      if (program === undefined) return context.skip(`no ${name} on the PATH or in ERRAND_TEST_RUNTIMES`);
      const path = join(installed.project, `${name}.mjs`);
      await writeFile(path, stripTypeScriptTypes(await readExamples()));
      const { apiKey } = await harness.org();
      const env = { ...process.env, ERRAND_URL: harness.baseUrl, ERRAND_API_KEY: apiKey, NO_COLOR: '1' };
      const { stdout } = await run(program, args(path), { env, cwd: installed.project });
      for (const line of [/^[0-9a-f-]{36} Dear Ada$/m, /^end /m, /^many 2 Dear Alan$/m, /^batch 2 0$/m]) {
        assert.match(stdout, line);
      }
      assert.match(stdout, /^file note\.txt 15$/m);
      assert.match(stdout, /^404 /m);
      assert.match(stdout, /^missing_header$/m);
    });
  }
});
