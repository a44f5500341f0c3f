// npm run test:unit: runs every test file that only needs its own process, many files in each of a few processes.
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { findTested } from '../check/tests-beside.ts';
import { isSource } from '../layers/modules.ts';
import { findTests } from './find-tests.ts';
import { type Graph, readGraph } from './graph.ts';
import { findNeed } from './needs.ts';
import { createReport, summarize } from './report.ts';
import { type Outcome, runFile, unitChild } from './run-file.ts';
import { dealOut } from './unit-groups.ts';

const repository = join(import.meta.dirname, '..', '..');
const testMsMax = 60_000;
const processMsMax = 300_000;

type Options = { named: string[]; name: string | undefined; list: boolean; cache: string; signal: AbortSignal };

/** Returns the problems besides the failures that it has reported. */
export async function runUnitTests({ named, name, list, cache, signal }: Options): Promise<string[]> {
  const startedAt = performance.now();
  const graph = await readGraph(join(cache, 'syntax.json'));
  const needs = Map.groupBy(await findTests(named), (file) => findNeed(graph, relative(repository, file)));
  const files = needs.get(undefined) ?? [];
  const untested = findUntested(graph);
  if (list) {
    console.log([...files.map((file) => relative(repository, file)), '', 'Without a test:', ...untested].join('\n'));
    return [];
  }
  const report = createReport((written) => process.stdout.write(written));
  const processes = Math.min(files.length, 2 * availableParallelism());
  // A file in which no name matches has no end that the next could wait for, so each gets a process.
  const groups = name === undefined ? await dealOut(files, processes) : files.map((file) => [file]);
  const outcomes: Outcome[] = [];
  const left = groups.values();
  const runGroups = async (): Promise<void> => {
    for (const group of left) {
      const [file, argv] = name === undefined ? [unitChild, group] : [group[0]!, []];
      const outcome = await runFile(file, { argv, name, testMsMax, fileMsMax: processMsMax, signal });
      report.add(outcome);
      outcomes.push(outcome);
    }
  };
  // Some tests wait, so twice as many processes as cores keep all cores busy.
  await Promise.all(Array.from({ length: processes }, runGroups));
  await report.end();
  console.log(summarize(outcomes, (performance.now() - startedAt) / 1_000, files.length).join('\n'));
  console.log(describeLeftOut(needs));
  console.log(`${untested.length} source files need nothing else either and have no test beside them: see --list.`);
  if (outcomes.some(({ failures }) => failures.length > 0)) process.exitCode ??= 1;
  if (signal.aborted) return ['Stopped.'];
  return findProblems(files, outcomes, name);
}

/** Lists sources that could be tested here but have no test in their folder, except those with types only. */
function findUntested(graph: Graph): string[] {
  const tested = findTested(graph.imports);
  const sources = [...graph.tree.keys()].filter((path) => isSource(path) && path.endsWith('.ts') && !tested.has(path));
  const hasCode = (path: string): boolean => /^export (async )?(function|const|class)/m.test(graph.tree.get(path)!);
  return sources.filter((path) => hasCode(path) && findNeed(graph, path) === undefined);
}

export function describeLeftOut(needs: Map<string | undefined, string[]>): string {
  const reasons = [...needs]
    .filter(([need]) => need !== undefined)
    .map(([need, list]) => `${list.length} need ${need}`);
  const count = [...needs].reduce((sum, [need, list]) => sum + (need === undefined ? 0 : list.length), 0);
  return count === 0
    ? 'No file was left out.'
    : `${count} files were left out: ${reasons.join(', ')}. npm test runs all.`;
}

export function findProblems(files: string[], outcomes: Outcome[], name: string | undefined): string[] {
  const ran = new Set(outcomes.flatMap(({ testFiles }) => [...testFiles]));
  const silent = files.filter((file) => !ran.has(file));
  if (files.length > 0 && (name === undefined ? silent.length === 0 : ran.size > 0)) return [];
  if (silent.length === files.length) return ['No test ran.'];
  return ['No test ran in:', ...silent];
}
