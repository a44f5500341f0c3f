// Which files each file of the repository depends on, for `--unit` and `--changed`. Imports come from the reader that
// checks the layers. Types do not count: Node leaves them out, so they change nothing that a test could see.
import { join, posix } from 'node:path';
import { readSources } from '../check/sources.ts';
import { type Module, readModules, type readSyntax, type Tree } from '../layers/modules.ts';
import { openSyntaxCache } from './syntax-cache.ts';

export type Graph = {
  tree: Tree;
  /** What a file imports: paths from the repository root, or the names of packages that are not ours. */
  imports: Map<string, Set<string>>;
  /** Files that it names in a string, such as programs that it starts. */
  mentions: Map<string, Set<string>>;
};

const repository = join(import.meta.dirname, '..', '..');
const isCode = (path: string): boolean => /^(packages|scripts|bench|eval|docs)\/.*\.tsx?$/.test(path);
/** Built by Vite, which finds them by index.html. */
const builtFiles = ['packages/console/src/main.tsx', 'packages/console/index.html', 'packages/console/vite.config.ts'];

/** `cache`: a file that remembers what was read of files that have not changed. */
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

/** The bare name of a package of ours whose manifest names no source. */
const isFolder = (target: string, tree: Tree): boolean => tree.has(`${target}/package.json`);

/** The file beside it, else those of its package whose path ends like that, else the one of the repository. */
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

/** Everything a file depends on, itself included. */
export function reach(graph: Graph, file: string, options: { mentions: boolean }): Set<string> {
  const seen = new Set([file]);
  // A set is walked in the order in which it grows.
  for (const path of seen) {
    for (const next of graph.imports.get(path) ?? []) seen.add(next);
    if (options.mentions) for (const next of graph.mentions.get(path) ?? []) seen.add(next);
  }
  return seen;
}
