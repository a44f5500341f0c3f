// npm test [-- file or folder …] [--changed [REV]] [--name pattern] [--list] [--cold] [--stop]. One PostgreSQL for all
// test files, which clone their databases from a migrated template. Nothing needs to be installed or running.
// ERRAND_TEST_DATABASE_URL uses your own server instead. npm run test:unit is `--unit`.
import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { enableCompileCache } from 'node:module';
import { constants } from 'node:os';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { createTemplate } from '../packages/server/test/databases.ts';
import { findTests } from './test/find-tests.ts';
import { inLanes } from './test/lanes.ts';
import { longestFirst, usesBrowser } from './test/order.ts';
import { modelFolder, openPostgres, preparePostgres } from './test/own-postgres.ts';
import { createReport, describeLongest, describeUnsteady, summarize } from './test/report.ts';
import { runAgain } from './test/run-again.ts';
import { dropDatabasesOf, ensureTemplate } from './test/run-databases.ts';
import { listSilent, type Outcome, runFile, unitChild } from './test/run-file.ts';
import { findTemporaryFolder } from './test/temporary-folder.ts';
import { idleSeconds, openWarmPostgres, stopWarmPostgres, warmFolder, warmPrefix } from './test/warm-postgres.ts';

// Limits for tests that hang, several times what a busy machine needs. An idle one runs everything in a quarter of an
// hour.
const testMsMax = 600_000;
/** A file that never ends fails, and the others go on. */
const fileMsMax = 900_000;
const runMsMax = 4_500_000;
const folderPrefix = 'errand-tests-';
const leftBehindMs = 24 * 3_600_000;
const repository = join(import.meta.dirname, '..');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string' },
    unit: { type: 'boolean' },
    changed: { type: 'boolean' },
    list: { type: 'boolean' },
    cold: { type: 'boolean' },
    stop: { type: 'boolean' },
  },
});
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stop(128 + constants.signals[signal]));
}
// A closed pipe (`npm test | head`) must not end this process before it has cleaned up.
process.stdout.on('error', () => stop(1));
// npm only passes signals to its shell, so a stopped npm is noticed by the loss of the parent.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && stop(1), 1_000).unref();
await main();

async function main(): Promise<void> {
  const temporary = await findTemporaryFolder();
  if (values.stop) return stopPostgres(temporary);
  if (values.unit) {
    // Compiling is a large part of such a short run. The folder is removed with other leftovers after a day.
    const cache = join(temporary, `${warmPrefix}code-${process.getuid?.() ?? 0}`);
    process.env.NODE_COMPILE_CACHE ??= cache;
    enableCompileCache(process.env.NODE_COMPILE_CACHE);
    await mkdir(cache, { recursive: true });
    const { runUnitTests } = await import('./test/unit.ts');
    const { name, list = false } = values;
    const problems = await runUnitTests({ named: positionals, name, list, cache, signal: stopping.signal });
    if (problems.length > 0) fail(...problems);
    return;
  }
  const files = values.changed ? await findChangedTests(positionals[0]) : await findTests(positionals);
  if (files.length === 0) return values.changed ? undefined : fail('No test file found.');
  if (values.list) return console.log(files.map((file) => relative(process.cwd(), file)).join('\n'));
  await removeLeftBehind(temporary);
  const folder = await mkdtemp(join(temporary, folderPrefix));
  const cleanUp: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 3 })];
  try {
    process.env.TMPDIR = await openTemporaryFolder(folder);
    await preparePostgresFor(folder, temporary, cleanUp);
    // Hundreds of processes load the same sources. This halves the cost of a start.
    process.env.NODE_COMPILE_CACHE ??= join(folder, 'compile-cache');
    if (!stopping.signal.aborted) await runTests(files);
  } finally {
    for (const step of cleanUp.reverse()) {
      await step().catch((error) => console.error('Cleaning up after the tests failed:', error));
    }
  }
}

async function findChangedTests(revision = 'HEAD'): Promise<string[]> {
  // Imported on demand, because the parser takes a while to load.
  const { listChanged, selectTests } = await import('./test/changed.ts');
  const { readGraph } = await import('./test/graph.ts');
  const changed = await listChanged(revision);
  const tests = (await findTests([])).map((file) => relative(repository, file));
  const { selected, unused } = selectTests(await readGraph(), tests, changed);
  console.log(`${changed.length} files changed since ${revision}; ${selected.length} test files depend on them.`);
  if (unused.length > 0) console.log(`No test depends on: ${unused.join(', ')}`);
  return selected.map((file) => join(repository, file));
}

/** Prepares the configured server, one that stays up between runs, or one for this run alone. */
async function preparePostgresFor(folder: string, temporary: string, cleanUp: (() => Promise<unknown>)[]) {
  const named = process.env.ERRAND_TEST_DATABASE_URL;
  const isCi = ![undefined, '', 'false'].includes(process.env.CI);
  process.env.ERRAND_TEST_RUN = String(process.pid);
  if (named === undefined && !values.cold && !isCi) {
    const home = await warmFolder(temporary);
    const { url, started, leave } = await openWarmPostgres(home);
    cleanUp.push(leave, () => dropDatabasesOf(url, process.pid));
    process.env.ERRAND_TEST_DATABASE_URL = url;
    process.env.ERRAND_TEST_TEMPLATE = await ensureTemplate(url);
    process.env.ERRAND_TEST_CLUSTER = modelFolder(home);
    process.env.NODE_COMPILE_CACHE = join(home, 'compile-cache');
    const limit = `${Math.round(idleSeconds / 60)} idle minutes`;
    if (started)
      console.log(`PostgreSQL stays up for the next run. It stops after ${limit}, or by npm test -- --stop.`);
    return;
  }
  if (named === undefined) {
    await preparePostgres(folder);
    const { url, stop } = await openPostgres(folder);
    cleanUp.push(stop);
    process.env.ERRAND_TEST_DATABASE_URL = url;
    process.env.ERRAND_TEST_CLUSTER = modelFolder(folder);
  }
  const template = await createTemplate(process.env.ERRAND_TEST_DATABASE_URL!);
  cleanUp.push(template.drop);
  process.env.ERRAND_TEST_TEMPLATE = template.name;
}

async function stopPostgres(temporary: string): Promise<void> {
  console.log('The PostgreSQL of earlier runs stops as soon as no run uses it.');
  const stopped = await stopWarmPostgres(await warmFolder(temporary));
  console.log(stopped ? 'It has stopped.' : 'None is running.');
}

/**
 * Runs beside tests that need no browser, because it may have to be installed, and only once, because concurrent files
 * would find it half installed.
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

/** Has the permissions of the system's own folder, because a PostgreSQL started by root runs under another account. */
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
  const isAll = positionals.length === 0 && name === undefined;
  // Imported on demand, because the parser takes a while to load.
  const groups = isAll
    ? await (await import('./test/unit-groups.ts')).groupUnitTests(files)
    : new Map<string, string[]>();
  const grouped = new Set([...groups.values()].flat());
  const plan = longestFirst(files.filter((file) => groups.has(file) || !grouped.has(file)));
  await inLanes({ files: plan, usesBrowser, browser }, async (file) => {
    if (signal.aborted) return;
    running.add(file);
    const argv = groups.get(file) ?? [];
    const outcome = await runFile(argv.length > 0 ? unitChild : file, { argv, name, testMsMax, fileMsMax, signal });
    if (signal.aborted) return;
    running.delete(file);
    outcomes.push(outcome);
    report.add(outcome);
  });
  await report.end();
  const isWhole = positionals.length === 0 && !signal.aborted;
  const unsteady = isWhole
    ? await runAgain(outcomes, ({ file, argv }) => runFile(file, { argv, name, testMsMax, fileMsMax, signal }))
    : [];
  const withoutTests = outcomes.flatMap(listSilent);
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(
    [describeLongest(outcomes), ...summarize(outcomes, seconds, files.length), ...describeUnsteady(unsteady)].join(
      '\n',
    ),
  );
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
    return fail('No test ran in:', ...withoutTests);
  }
  if (withoutTests.length === files.length) return fail('No test ran.');
}

/** Removes folders of killed runs and keepers. A PostgreSQL that still runs there stops within a minute. */
async function removeLeftBehind(temporary: string): Promise<void> {
  for (const name of await readdir(temporary)) {
    if (!name.startsWith(folderPrefix) && !name.startsWith(warmPrefix)) continue;
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
