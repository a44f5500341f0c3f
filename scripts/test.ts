// npm test [-- file or folder …] [--name pattern]: one PostgreSQL for all test files, which clone their databases from
// a migrated template. Nothing has to be installed or running; ERRAND_TEST_DATABASE_URL uses a server instead.
import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { openEmbeddedPostgres } from '../packages/server/src/platform/embedded-postgres.ts';
import { copyCluster } from '../packages/server/test/data-folder.ts';
import { createTemplate } from '../packages/server/test/databases.ts';
import { findTests } from './test/find-tests.ts';
import { inLanes } from './test/lanes.ts';
import { longestFirst, usesBrowser } from './test/order.ts';
import { createReport, summarize } from './test/report.ts';
import { type Outcome, runFile } from './test/run-file.ts';
import { findTemporaryFolder } from './test/temporary-folder.ts';

const testMsMax = 120_000;
/** Three times the longest one. A file that never ends fails, and the others go on. */
const fileMsMax = 240_000;
/** CI has 15 minutes for everything, of which the installation takes one and the checks half of one. */
const runMsMax = 800_000;
const folderPrefix = 'errand-tests-';
const leftBehindMs = 24 * 3_600_000;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { name: { type: 'string' } } });
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stop(128 + constants.signals[signal]));
}
// A reader that went away (`npm test | head`) must not end this process before it has cleaned up.
process.stdout.on('error', () => stop(1));
// npm hands a signal to its shell only, so that a stopped npm shows by the loss of the parent.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && stop(1), 1_000).unref();
await main();

async function main(): Promise<void> {
  const files = await findTests(positionals);
  if (files.length === 0) return fail('No test file found.');
  const temporary = await findTemporaryFolder();
  await removeLeftBehind(temporary);
  const folder = await mkdtemp(join(temporary, folderPrefix));
  const cleanUp: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 3 })];
  try {
    const url = process.env.ERRAND_TEST_DATABASE_URL ?? (await startPostgres(folder, cleanUp));
    const template = await createTemplate(url);
    cleanUp.push(template.drop);
    process.env.ERRAND_TEST_DATABASE_URL = url;
    process.env.ERRAND_TEST_TEMPLATE = template.name;
    process.env.TMPDIR = await openTemporaryFolder(folder);
    // Hundreds of processes load the same sources: this halves what a start costs.
    process.env.NODE_COMPILE_CACHE = join(process.env.TMPDIR, 'compile-cache');
    if (!stopping.signal.aborted) await runTests(files);
  } finally {
    for (const step of cleanUp.reverse()) {
      await step().catch((error) => console.error('Cleaning up after the tests failed:', error));
    }
  }
}

/**
 * Beside the tests that need none, since it may have to be installed; and once, since files that run side by side would
 * find it half installed.
 */
async function prepareChromium(): Promise<void> {
  const module = import.meta.resolve('../packages/console/test/chromium.ts');
  const code = `import { findChromium } from '${module}'; process.stdout.write(JSON.stringify(findChromium()));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
    signal: stopping.signal,
  });
  child.on('error', () => undefined);
  process.env.ERRAND_CHROMIUM_INSTALL = 'false';
  const found = await text(child.stdout);
  const { missing = undefined } = found === '' ? { missing: 'looking for one failed' } : JSON.parse(found);
  if (missing !== undefined) console.error(`Tests in a browser are skipped: ${missing}.`);
}

async function startPostgres(folder: string, cleanUp: (() => Promise<unknown>)[]): Promise<string> {
  const dataDir = join(folder, 'database');
  const open = () =>
    openEmbeddedPostgres({
      dataDir,
      purpose: 'server',
      log: (level, message, fields) => level === 'warn' && console.error(message, fields ?? ''),
      // These databases are thrown away. What survives a crash is tested on a PostgreSQL of its own.
      settings: {
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
        max_connections: '500',
        // They do not live long enough to need it.
        autovacuum: 'off',
      },
    });
  // Stopped for a moment, so that tests that need a PostgreSQL of their own can have a copy.
  await (await open()).stop();
  const model = join(folder, 'model');
  await mkdir(model);
  await copyCluster(dataDir, model);
  process.env.ERRAND_TEST_CLUSTER = model;
  const { url, stop } = await open();
  cleanUp.push(stop);
  return url;
}

/** As open as the system's own, since a PostgreSQL started by root runs under another account. */
async function openTemporaryFolder(folder: string): Promise<string> {
  await chmod(folder, 0o755);
  const inside = join(folder, 'tmp');
  await mkdir(inside);
  await chmod(inside, 0o1777);
  return inside;
}

async function runTests(files: string[]): Promise<void> {
  const { name } = values;
  const startedAt = performance.now();
  const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(runMsMax)]);
  const report = createReport((written) => process.stdout.write(written));
  const outcomes: Outcome[] = [];
  const running = new Set<string>();
  const browser = files.some(usesBrowser) ? prepareChromium() : Promise.resolve();
  await inLanes({ files: longestFirst(files), usesBrowser, browser }, async (file) => {
    if (signal.aborted) return;
    running.add(file);
    const outcome = await runFile(file, { name, testMsMax, fileMsMax, signal });
    if (signal.aborted) return;
    running.delete(file);
    outcomes.push(outcome);
    report.add(outcome);
  });
  await report.end();
  const withoutTests = outcomes.filter(({ tests, failures }) => tests + failures.length === 0);
  console.log(summarize(outcomes, (performance.now() - startedAt) / 1_000).join('\n'));
  if (outcomes.some(({ failures }) => failures.length > 0)) process.exitCode ??= 1;
  if (stopping.signal.aborted) return fail('Stopped.');
  if (signal.aborted) {
    const begun = outcomes.length + running.size;
    return fail(
      `Not finished after ${runMsMax / 1_000} s: ${begun} of ${files.length} files were begun, and still running:`,
      ...running,
    );
  }
  if (withoutTests.length > 0 && name === undefined) {
    return fail('No test ran in:', ...withoutTests.map(({ file }) => file));
  }
  if (withoutTests.length === files.length) return fail('No test ran.');
}

/** Of runs that were killed. A PostgreSQL that still runs there stops within a minute when its folder is gone. */
async function removeLeftBehind(temporary: string): Promise<void> {
  for (const name of await readdir(temporary)) {
    if (!name.startsWith(folderPrefix)) continue;
    const folder = join(temporary, name);
    const found = await stat(folder).catch(() => undefined);
    if (!found || Date.now() - found.mtimeMs < leftBehindMs) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

function stop(code: number): void {
  process.exitCode ??= code;
  stopping.abort();
}

function fail(...lines: string[]): void {
  console.error(lines.join('\n  '));
  process.exitCode ??= 1;
}
