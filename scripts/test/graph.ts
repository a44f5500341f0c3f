// Finds the dependencies of each file of the repository, for `--unit` and `--changed`. Imports are read as for the
// layers check. Types do not count, because Node strips them, so they change nothing that a test could see.
import { join, posix } from 'node:path';
import { readSources } from '../check/sources.ts';
import { type Module, readModules, type readSyntax, type Tree } from '../layers/modules.ts';
import { openSyntaxCache } from './syntax-cache.ts';

export type Graph = {
  tree: Tree;
  /** The imports of a file: paths from the repository root, or names of external packages. */
  imports: Map<string, Set<string>>;
  /** Files that it mentions in a string, such as programs that it starts. */
  mentions: Map<string, Set<string>>;
};

const repository = join(import.meta.dirname, '..', '..');
const isCode = (path: string): boolean => /^(packages|scripts|bench|eval|docs)\/.*\.tsx?$/.test(path);
/** Built by Vite, which finds them through index.html. */
const builtFiles = ['packages/console/src/main.tsx', 'packages/console/index.html', 'packages/console/vite.config.ts'];

/** `cache` is a file with the parsed data of unchanged files. */
export async function readGraph(cache?: string): Promise<Graph> {
  const sources = await readSources(repository);
  if (cache === undefined) return buildGraph(sources);
  const syntax = await openSyntaxCache(cache);
  const graph = buildGraph(sources, syntax.read);
  await syntax.save();
  return graph;
}

export function buildGraph(tree: Tree, read?: typeof readSyntax): Graph {
  const modules = readModules(tree, isCode, read);
  const byName = Map.groupBy(tree.keys(), (path) => posix.basename(path));
  const imports = new Map(modules.map((module) => [module.path, new Set(listImports(module, tree))]));
  const mentions = new Map(
    modules.map((module) => [module.path, new Set(module.mentions.flatMap((text) => find(text, module.path, byName)))]),
  );
  mentions.set('packages/console/build.ts', new Set(builtFiles));
  return { tree, imports, mentions };
}

function listImports(module: Module, tree: Tree): string[] {
  return module.imports
    .filter(({ typeOnly }) => !typeOnly)
    .map(({ specifier, target = specifier }) => (isFolder(target, tree) ? `${target}/src/index.ts` : target));
}

/** Whether it is the bare name of one of our packages without an entry source. */
const isFolder = (target: string, tree: Tree): boolean => tree.has(`${target}/package.json`);

/** Finds the file beside it, else files of its package whose path ends like that, else the one of the repository. */
function find(text: string, from: string, byName: Map<string, string[]>): string[] {
  const candidates = byName.get(posix.basename(text)) ?? [];
  const beside = posix.join(posix.dirname(from), text);
  if (candidates.includes(beside)) return [beside];
  const ending = text.replace(/^(\.{0,2}\/)+/, '');
  const alike = candidates.filter((path) => path === ending || path.endsWith(`/${ending}`));
  const home = /^(packages\/)?[^/]+\//.exec(from)![0];
  const near = alike.filter((path) => path.startsWith(home));
  if (near.length > 0) return near;
  return alike.length === 1 ? alike : [];
}

/** Returns everything a file depends on, including itself. */
export function reach(graph: Graph, file: string, options: { mentions: boolean }): Set<string> {
  const seen = new Set([file]);
  // The loop also visits items that are added to the set during it.
  for (const path of seen) {
    for (const next of graph.imports.get(path) ?? []) seen.add(next);
    if (options.mentions) for (const next of graph.mentions.get(path) ?? []) seen.add(next);
  }
  return seen;
}
