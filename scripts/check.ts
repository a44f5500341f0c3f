// npm run check [-- --without-tests]: checks everything before a commit. All steps run, even if one fails.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs, styleText } from 'node:util';
import { checkFunctions, longToday } from './check/functions.ts';
import { checkLicences } from './check/licences.ts';
import { checkLinks } from './check/links.ts';
import { checkLockFile, readLock } from './check/lock-file.ts';
import { checkJobStates, checkLengths, checkMachineNames, readSources } from './check/sources.ts';
import { describeTestsBeside } from './check/tests-beside.ts';

type Outcome = {
  ok: boolean;
  /** Shown if the step failed. */
  output?: string;
  /** Always shown. */
  notes?: string[];
};

const root = join(import.meta.dirname, '..');
const modules = join(root, 'node_modules');
const { values } = parseArgs({ options: { 'without-tests': { type: 'boolean', default: false } } });

const steps: [string, () => Promise<Outcome>][] = [
  ['format and lint', () => node('@biomejs/biome/bin/biome', 'ci', '--colors=off', '--error-on-warnings')],
  ['types', () => node('@typescript/native/bin/tsc', '--project', 'tsconfig.json')],
  ['types of the console', () => node('@typescript/native/bin/tsc', '--project', 'packages/console')],
  ['generated SDK', () => node('../packages/sdk/generate/generate.ts', '--check')],
  ['layers', () => node('../scripts/layers.ts')],
  ['unused code', () => node('knip/bin/knip.js')],
  ['lock file', async () => report(checkLockFile(await readLock(root), await readManifest()))],
  ['licences', async () => report(await checkLicences(root, await readLock(root)))],
  ['notices', () => node('../scripts/notices.ts', '--check')],
  ['machine names', async () => report(checkMachineNames(await readSources(root)))],
  ['states of jobs by name', async () => report(checkJobStates(await readSources(root)))],
  ['file lengths', checkFileLengths],
  ['links', async () => report(checkLinks(await readSources(root), (path) => existsSync(join(root, path))))],
  ['functions', async () => report(checkFunctions(await readSources(root), longToday))],
  ['tests beside sources', async () => ({ ok: true, notes: [describeTestsBeside(await readSources(root))] })],
];

let failures = 0;
for (const [name, run] of steps) await step(name, run);
if (!values['without-tests']) await step('tests', runTests);
if (failures > 0) console.error(styleText('red', `${failures} failed`));
process.exitCode = failures > 0 ? 1 : 0;

async function step(name: string, run: () => Promise<Outcome>): Promise<void> {
  const startedAt = performance.now();
  const { ok, output = '', notes = [] } = await run().catch((error): Outcome => ({ ok: false, output: String(error) }));
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${ok ? styleText('green', '✓') : styleText('red', '✗')} ${name} (${seconds} s)`);
  const lines = [...(ok ? [] : output.trim().split('\n')), ...notes];
  for (const line of lines) console.log(`  ${line}`);
  if (!ok) failures++;
}

async function node(program: string, ...args: string[]): Promise<Outcome> {
  const child = spawn(process.execPath, [join(modules, program), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exitCode(child)]);
  return { ok: code === 0, output: out + err };
}

/** The output is not collected, so that the user sees the progress. */
async function runTests(): Promise<Outcome> {
  const child = spawn(process.execPath, [join(root, 'scripts/test.ts')], { cwd: root, stdio: 'inherit' });
  return { ok: (await exitCode(child)) === 0 };
}

function exitCode(child: ReturnType<typeof spawn>): Promise<number | null> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject).once('close', resolve);
  return promise;
}

async function checkFileLengths(): Promise<Outcome> {
  const { problems, notes } = checkLengths(await readSources(root));
  return { ...report(problems), notes };
}

function report(problems: string[]): Outcome {
  return { ok: problems.length === 0, output: problems.join('\n') };
}

async function readManifest() {
  return JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
}
