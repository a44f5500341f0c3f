// Fails on an import in the wrong direction, a cycle, folders that import each other, a barrel or a catch-all folder.
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { checkMutualFolders } from './layers/folders.ts';
import { readModules, type Tree } from './layers/modules.ts';
import { checkModule, type Violation } from './layers/rules.ts';
import { checkBarrels, checkCycles, checkFolders } from './layers/shape.ts';

const repository = join(import.meta.dirname, '..');
/** Far below the real number. A check that finds no modules must not pass. */
const modulesMin = 50;

type Checked = { moduleCount: number; importCount: number; violations: Violation[] };

export function checkTree(tree: Tree): Checked {
  const list = readModules(tree);
  const modules = new Map(list.map((module) => [module.path, module]));
  const violations = [
    ...list.flatMap((module) => checkModule(module, modules)),
    ...checkCycles(modules),
    ...checkMutualFolders(list),
    ...checkBarrels(list, tree),
    ...checkFolders(tree),
  ];
  const imports = list.flatMap((module) => module.imports).filter(({ target }) => target !== undefined);
  return { moduleCount: list.length, importCount: imports.length, violations };
}

export async function readTree(): Promise<Tree> {
  const tree: Tree = new Map();
  for (const path of await listFiles(join(repository, 'packages'))) {
    if (/\.tsx?$|\/package\.json$/.test(path)) {
      tree.set(relative(repository, path).replaceAll(sep, '/'), await readFile(path, 'utf8'));
    }
  }
  return tree;
}

async function listFiles(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isFile()) files.push(path);
    else if (entry.isDirectory() && entry.name !== 'node_modules') files.push(...(await listFiles(path)));
  }
  return files;
}

if (import.meta.main) {
  const { moduleCount, violations } = checkTree(await readTree());
  for (const { path, line, message } of violations) console.error(`${path}${line ? `:${line}` : ''} ${message}`);
  if (moduleCount < modulesMin) console.error(`Only ${moduleCount} modules were read.`);
  console.log(`${moduleCount} modules, ${violations.length} violations`);
  process.exitCode = violations.length > 0 || moduleCount < modulesMin ? 1 : 0;
}
