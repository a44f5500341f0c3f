import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDocument, stringify } from 'yaml';
import { UsageError } from '../terminal/errors.ts';
import { type Defined, type Definition, folders, kinds, pathOf } from './definition.ts';

// Reads and writes definitions as YAML files, one per object.

export async function writeDefinitions(folder: string, all: readonly Defined[]): Promise<void> {
  for (const name of folders) await mkdir(join(folder, name), { recursive: true });
  for (const one of all) {
    const path = join(folder, pathOf(one));
    // Written to a new file and moved into place, so that an interrupted export leaves no partial file.
    await writeFile(`${path}.new`, stringify(one.definition, { lineWidth: 0 }));
    await rename(`${path}.new`, path);
  }
}

export async function readDefinitions(folder: string): Promise<Defined[]> {
  const all: Defined[] = [];
  let isThere = false;
  for (const [kind, { folder: name }] of Object.entries(kinds)) {
    const files = await readdir(join(folder, name)).catch(() => undefined);
    isThere ||= files !== undefined;
    for (const file of (files ?? []).filter((one) => /\.ya?ml$/.test(one)).sort()) {
      const path = join(folder, name, file);
      const definition = parseDefinition(await readFile(path, 'utf8'), path);
      if (definition.kind !== kind) throw new UsageError(`${path}: kind must be ${kind}.`);
      all.push({ slug: file.replace(/\.ya?ml$/, ''), definition });
    }
  }
  if (!isThere) throw new UsageError(`${folder} has no folder ${folders.join(', ')}. errand export writes them.`);
  return all;
}

/** Refuses unknown members, because a member without effect would mislead. */
export function parseDefinition(text: string, path: string): Definition {
  const document = parseDocument(text, { uniqueKeys: true });
  const [problem] = document.errors;
  if (problem !== undefined) throw new UsageError(`${path}: ${problem.message.split('\n')[0]}`);
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  const { kind } = Object(value) as { kind?: keyof typeof kinds };
  if (kind === undefined || kinds[kind] === undefined) {
    throw new UsageError(`${path}: kind must be ${Object.keys(kinds).join(', ')}.`);
  }
  const members = Object.keys(value as object);
  const known = kinds[kind].members.split(' ');
  const missing = known.filter((name) => name.endsWith('!') && !members.includes(name.slice(0, -1)));
  if (missing.length > 0) throw new UsageError(`${path}: ${missing.join(', ').replaceAll('!', '')} is missing.`);
  const unknown = members.filter((name) => name !== 'kind' && !known.includes(name) && !known.includes(`${name}!`));
  if (unknown.length > 0) throw new UsageError(`${path}: unknown field ${unknown.join(', ')}.`);
  return value as Definition;
}
