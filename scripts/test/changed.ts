// npm test -- --changed [REV]: runs the test files that depend on changed files.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Graph, reach } from './graph.ts';

const repository = join(import.meta.dirname, '..', '..');

/** Lists files that differ from the revision, committed or not, and untracked ones. */
export async function listChanged(revision: string): Promise<string[]> {
  const changed = await git('diff', '--name-only', '--no-renames', '-z', revision, '--');
  const untracked = await git('ls-files', '--others', '--exclude-standard', '-z');
  return [...new Set([...changed, ...untracked])].sort();
}

async function git(...args: string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)('git', args, { cwd: repository, maxBuffer: 64 * 1024 * 1024 });
  return stdout.split('\0').filter(Boolean);
}

/** Dependencies that imports do not show: the changed file, and what a dependent test reaches. */
const links: { changed: RegExp; reaches: string | undefined }[] = [
  // These affect everything.
  { changed: /^(package-lock\.json|tsconfig\.json|(packages\/[^/]+\/)?package\.json)$/, reaches: undefined },
  { changed: /^packages\/server\/migrations\//, reaches: 'pg' },
  // Their examples are run as tests.
  { changed: /^(README\.md|docs\/[^/]+\.md)$/, reaches: 'packages/server/test/docs.test.ts' },
  { changed: /^packages\/console\/(src|public)\//, reaches: 'packages/console/build.ts' },
  { changed: /^eval\/documents\//, reaches: 'eval/documents.ts' },
];

/** Selects the tests that depend on changed files, and lists the changed files that no test depends on. */
export function selectTests(graph: Graph, tests: string[], changed: string[]) {
  const unused = new Set(changed);
  const selected = tests.filter((test) => {
    const reached = reach(graph, test, { mentions: true });
    const causes = changed.filter((path) => reached.has(path) || isLinked(path, reached));
    for (const path of causes) unused.delete(path);
    return causes.length > 0;
  });
  return { selected, unused: [...unused] };
}

function isLinked(path: string, reached: Set<string>): boolean {
  return links.some((link) => link.changed.test(path) && (link.reaches === undefined || reached.has(link.reaches)));
}
