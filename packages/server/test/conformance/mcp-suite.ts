import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

// The conformance suites of the protocol's makers, as programs; their results by scenario.

export type Outcome = 'passed' | 'failed' | 'skipped';
type Check = { status: string };

const resolve = createRequire(import.meta.url).resolve;
export const programOf = (suite: string): string => join(dirname(resolve(`${suite}/package.json`)), 'dist', 'index.js');

export async function runSuite(suite: string, url: string, options: string[]): Promise<Map<string, Outcome>> {
  const folder = await mkdtemp(join(tmpdir(), 'errand-mcp-'));
  try {
    await run([programOf(suite), 'server', '--url', url, ...options, '-o', folder]);
    const outcomes = new Map<string, Outcome>();
    for (const entry of await readdir(folder)) {
      const checks = JSON.parse(await readFile(join(folder, entry, 'checks.json'), 'utf8')) as Check[];
      outcomes.set(entry.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, ''), judge(checks));
    }
    return outcomes;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A suite exits with 1 when anything fails; what failed is in its files. */
function run(args: string[]): Promise<void> {
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, args, { stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', () => done());
  });
}

function judge(checks: Check[]): Outcome {
  if (checks.some(({ status }) => status === 'FAILURE')) return 'failed';
  return checks.some(({ status }) => status === 'SUCCESS') ? 'passed' : 'skipped';
}
