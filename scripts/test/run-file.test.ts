import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { summarize } from './report.ts';
import type { Outcome } from './run-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'errand-runner-'));
after(() => rmSync(folder, { recursive: true }));

/** Test files with common mistakes, by name. */
const files = {
  'fails.test.ts': `test('adds up', () => assert.deepEqual({ sum: 2 }, { sum: 3 }));
    test('parent', (t) => t.test('child', () => { throw new Error('too small'); }));`,
  'without-server.test.ts': `before(() => { throw new Error('no database'); }); test('one', () => {}); test('two', () => {});`,
  'missing.test.ts': `import './nowhere.ts';`,
  'leaves.test.ts': 'process.exit(3);',
  'hangs.test.ts': `test('passes', () => {}); test('never ends', () => new Promise(() => setInterval(() => {}, 1_000)));`,
  'stays.test.ts': `test('leaves a timer', () => { setInterval(() => {}, 1_000); });`,
};

/** Runs in a separate process, because node:test runs no files from within a test. */
function runAll(): Outcome[] {
  for (const [name, code] of Object.entries(files)) {
    const imports = `import assert from 'node:assert/strict';\nimport { before, test } from 'node:test';\n`;
    writeFileSync(join(folder, name), `${imports}${code}`);
  }
  const script = `
    import { runFile } from '${import.meta.resolve('./run-file.ts')}';
    const options = { testMsMax: 60_000, fileMsMax: 10_000, signal: new AbortController().signal };
    const paths = ${JSON.stringify(Object.keys(files).map((name) => join(folder, name)))};
    const outcomes = await Promise.all(paths.map((path) => runFile(path, options)));
    console.log(JSON.stringify(outcomes.map((outcome) => ({ ...outcome, events: [], testFiles: [] }))));`;
  writeFileSync(join(folder, 'run.mjs'), script);
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  const { stdout, stderr } = spawnSync(process.execPath, [join(folder, 'run.mjs')], { env, encoding: 'utf8' });
  assert.ok(stdout.startsWith('['), stderr);
  return JSON.parse(stdout) as Outcome[];
}

test('the last lines name every failure and its reason, also of files that hang, do not load or end early', () => {
  const outcomes = runAll();
  const text = summarize(outcomes, 5).join('\n');
  for (const said of [
    /fails\.test\.ts:3 adds up\n +Expected values to be strictly deep-equal: .*\+ sum: 2 - sum: 3/,
    /fails\.test\.ts:4 child\n +too small\n/,
    /without-server\.test\.ts:3 one \(and 1 more of this file\)\n +failed running before hook: no database\n/,
    /missing\.test\.ts:1\n +Error \[ERR_MODULE_NOT_FOUND\]: Cannot find module .*nowhere\.ts/,
    /leaves\.test\.ts:1\n +Its process ended with exit code 3\.\n/,
    /hangs\.test\.ts:1\n +The file did not end within 10 s and was stopped\. Running: “never ends”\./,
    /stays\.test\.ts:1\n +The file did not end within 10 s and was stopped\. None of its tests was running/,
  ])
    assert.match(text, said);
  assert.doesNotMatch(text, /parent/);
});
