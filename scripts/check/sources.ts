// Checks the text of the repository's own files.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const linesToAsk = 300;
const linesMax = 400;
const machinePath = /(?<![\w.~*)}-])\/(?:home|root|work|Users)\/[\w.-]+/;
const registryHost = /\bregistry\.(?:npmjs|yarnpkg|npmmirror)\.|\/artifactory\/|\/repository\/npm/;

/** Reads tracked files and new ones that are not ignored. */
export async function readSources(root: string): Promise<Map<string, string>> {
  const { stdout } = await promisify(execFile)(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  );
  const sources = new Map<string, string>();
  for (const path of new Set(stdout.split('\0').filter(Boolean))) {
    const text = await readFile(join(root, path), 'utf8').catch(() => undefined);
    if (text !== undefined && !text.includes('\0')) sources.set(path, text);
  }
  if (sources.size === 0) throw new Error('git lists no files.');
  return sources;
}

/** Finds names that are only valid on one machine or network. */
export function checkMachineNames(sources: Map<string, string>): string[] {
  const problems: string[] = [];
  for (const [path, text] of sources) {
    for (const [index, line] of text.split('\n').entries()) {
      if (machinePath.test(line)) problems.push(`${path}:${index + 1} names a folder of one machine`);
      if (registryHost.test(line)) problems.push(`${path}:${index + 1} names a package registry`);
    }
  }
  return problems;
}

const numberedState = /\b(?:result_)?status(?:_code)?\s*(?:[=!]==|<>|[<>]=?|=|(?:not )?in \()\s*[0-6]\b/;

/** Finds states of jobs that are written as numbers. `contract/src/job-status.ts` has their names. */
export function checkJobStates(sources: Map<string, string>): string[] {
  const own = [...sources].filter(([path]) =>
    /^packages\/[^/]+\/src\/(?!generated\/)(?!.*\.test\.).*\.tsx?$/.test(path),
  );
  return own.flatMap(([path, text]) =>
    text
      .split('\n')
      .flatMap((line, index) => (numberedState.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
}

export function checkLengths(sources: Map<string, string>): { problems: string[]; notes: string[] } {
  const problems: string[] = [];
  const notes: string[] = [];
  for (const [path, text] of sources) {
    if (!/^(packages\/[^/]+\/src|scripts|bench)\/.*\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path)) continue;
    // Generated from the contract. Nobody reads or edits them as a whole.
    if (path.startsWith('packages/sdk/src/generated/')) continue;
    const count = text.split('\n').length - 1;
    if (count > linesMax) problems.push(`${path}: ${count} lines, more than ${linesMax}: it is two things`);
    else if (count > linesToAsk) notes.push(`${path}: ${count} lines: is it two things?`);
  }
  return { problems, notes };
}
