import { stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { readGraph } from './graph.ts';
import { findNeed } from './needs.ts';

// Files that only need their own process share one: a start costs more than most of these tests.

const repository = join(import.meta.dirname, '..', '..');
/** Several for each core, so that they end at about the same time and a failure is near its neighbours. */
const groupCount = 12;

/** Returns the unit tests of a run of everything in groups, by their first file. */
export async function groupUnitTests(files: string[]): Promise<Map<string, string[]>> {
  const graph = await readGraph();
  const unit = files.filter((file) => findNeed(graph, relative(repository, file)) === undefined);
  return new Map((await dealOut(unit, groupCount)).map((group) => [group[0]!, group]));
}

/** Splits the files into groups of neighbours, which import the same modules. The size is a rough measure of the time. */
export async function dealOut(files: string[], count: number): Promise<string[][]> {
  const sizes = new Map(await Promise.all(files.map(async (file) => [file, (await stat(file)).size] as const)));
  const total = sizes.values().reduce((sum, bytes) => sum + bytes, 0);
  let before = 0;
  const groups = Map.groupBy(files.toSorted(), (file) => {
    const group = Math.floor((before * count) / total);
    before += sizes.get(file)!;
    return group;
  });
  return [...groups.values()];
}
