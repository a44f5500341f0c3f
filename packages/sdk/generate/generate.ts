// npm run generate [-- --check]: writes types and calls of the SDK and the Python client from the contract, or checks that they are up to date.
import { spawnSync } from 'node:child_process';
import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { errorCatalogue } from '@errand/contract/error-catalogue.ts';
import type { Operation } from '@errand/contract/operation.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import { readOperation } from './operations.ts';
import { readContract } from './schemas.ts';
import { createTypeWriter } from './types.ts';
import { type Resources, writeCalls } from './write-calls.ts';
import { writeCommands } from './write-commands.ts';
import { writeComparison } from './write-comparison.ts';
import { writeErrors } from './write-errors.ts';
import { writePython } from './write-python.ts';
import { writeExports, writeLists, writeTypes } from './write-types.ts';

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const root = join(import.meta.dirname, '../../..');
const target = join(import.meta.dirname, '../src/generated');
const python = join(import.meta.dirname, '../../python/src/errand/generated');
const comparison = join(import.meta.dirname, '../test/contract-types.ts');
const header = '// Made from packages/contract by `npm run generate`. Change the contract, not this file.\n\n';

const { schemas, lists } = await readContract();
const writer = createTypeWriter(schemas);
const files = new Map([
  ...inFolder(target, writeTypes(schemas, writer)),
  [join(target, 'errors.ts'), header + writeErrors(errorCatalogue.values())] as const,
  [join(target, 'lists.ts'), header + writeLists(lists)] as const,
  [join(target, 'exports.ts'), header + writeExports(schemas)] as const,
  ...inFolder(target, writeCalls(readResources(), schemas, writer)),
  [comparison, header + writeComparison(schemas)] as const,
]);
const made = await format(files);
made.set(join(target, 'commands.json'), writeCommands(readResources()));
for (const [name, text] of writePython(readResources(), schemas, errorCatalogue.values()))
  made.set(join(python, name), text);
const problems = await compare(made);
if (values.check) {
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) console.error('Run: npm run generate');
  process.exitCode = problems.length > 0 ? 1 : 0;
} else {
  await rm(target, { recursive: true, force: true });
  await write(made);
  console.log(`${made.size} files, ${problems.length} changed`);
}

function readResources(): Resources {
  return Object.fromEntries(
    Object.entries(operations).map(([resource, table]) => [
      resource,
      Object.entries(table).map(([name, operation]) => readOperation(name, operation as Operation)),
    ]),
  );
}

function inFolder(folder: string, texts: Map<string, string>): [string, string][] {
  return [...texts].map(([path, text]) => [join(folder, path), header + text]);
}

/** Formats with Biome, so that the format check and this one agree. */
async function format(texts: Map<string, string>): Promise<Map<string, string>> {
  const folder = await mkdtemp(join(import.meta.dirname, '.format-'));
  try {
    const names = new Map([...texts.keys()].map((path, index) => [path, join(folder, `${index}.ts`)]));
    await write(new Map([...texts].map(([path, text]) => [names.get(path)!, text])));
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
    const { status, stderr } = spawnSync(process.execPath, [biome, 'check', '--write', '--vcs-enabled=false', folder], {
      cwd: root,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`Biome refuses what was generated:\n${stderr}`);
    return new Map(
      await Promise.all(
        [...names].map(async ([path, name]): Promise<[string, string]> => [path, await readFile(name, 'utf8')]),
      ),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compare(texts: Map<string, string>): Promise<string[]> {
  const problems: string[] = [];
  for (const [path, text] of texts) {
    const present = await readFile(path, 'utf8').catch(() => undefined);
    if (present !== text) problems.push(`${path.slice(root.length + 1)} is not what the contract gives`);
  }
  for await (const path of glob('**/*.*', { cwd: target })) {
    if (!texts.has(join(target, path))) problems.push(`${path} in src/generated belongs to nothing in the contract`);
  }
  return problems;
}

async function write(texts: Map<string, string>): Promise<void> {
  for (const [path, text] of texts) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}
