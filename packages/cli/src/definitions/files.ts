import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDocument, stringify } from 'yaml';
import { UsageError } from '../terminal/errors.ts';
import { type Defined, type Definition, folders, pathOf } from './definition.ts';

// Reads and writes definitions as YAML files, one per object.

export async function writeDefinitions(folder: string, all: readonly Defined[]): Promise<void> {
  for (const name of Object.values(folders)) await mkdir(join(folder, name), { recursive: true });
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
  for (const [kind, name] of Object.entries(folders)) {
    const files = await readdir(join(folder, name)).catch(() => undefined);
    isThere ||= files !== undefined;
    for (const file of (files ?? []).filter((one) => /\.ya?ml$/.test(one)).sort()) {
      const path = join(folder, name, file);
      const definition = parseDefinition(await readFile(path, 'utf8'), path);
      if (definition.kind !== kind) throw new UsageError(`${path}: kind must be ${kind}.`);
      all.push({ slug: file.replace(/\.ya?ml$/, ''), definition });
    }
  }
  if (!isThere)
    throw new UsageError(`${folder} has no folder ${Object.values(folders).join(', ')}. errand export writes them.`);
  return all;
}

const needed: Record<Definition['kind'], string[]> = {
  connection: ['name', 'type', 'config'],
  skill_set: ['name', 'files'],
  policy: ['name', 'content'],
  agent: ['name', 'engine', 'version'],
  webhook: ['name', 'url'],
  schedule: ['name', 'agent'],
  trigger: ['name', 'on', 'agent'],
  evaluation_set: ['name', 'of'],
  gate: ['of', 'set'],
  worksheet: ['name', 'content'],
};
const known: Record<Definition['kind'], string[]> = {
  connection: ['kind', 'name', 'type', 'description', 'config', 'auth', 'secrets', 'dynamic_inputs'],
  skill_set: ['kind', 'name', 'description', 'version_name', 'files'],
  policy: ['kind', 'name', 'description', 'version_name', 'content'],
  agent: ['kind', 'name', 'engine', 'disable_cache', 'cache_failed_jobs', 'tags', 'review_plan', 'version'],
  webhook: ['kind', 'name', 'url', 'is_active', 'events', 'alerts', 'headers', 'agents'],
  schedule: [
    'kind',
    'name',
    'agent',
    'version',
    'cron',
    'every_seconds',
    'timezone',
    'inputs',
    'metadata',
    'enabled',
    'catch_up',
    'overlap',
    'max_cost_per_run',
  ],
  trigger: [
    'kind',
    'name',
    'on',
    'agent',
    'version',
    'after',
    'connection',
    'prefix',
    'statuses',
    'mapping',
    'condition',
    'enabled',
    'verify',
    'id_header',
  ],
  evaluation_set: ['kind', 'name', 'description', 'of'],
  gate: ['kind', 'of', 'set', 'min_accuracy', 'no_regressions'],
  worksheet: ['kind', 'name', 'content'],
};

/** Refuses unknown members, because a member without effect would mislead. */
export function parseDefinition(text: string, path: string): Definition {
  const document = parseDocument(text, { uniqueKeys: true });
  const [problem] = document.errors;
  if (problem !== undefined) throw new UsageError(`${path}: ${problem.message.split('\n')[0]}`);
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  const kind = (Object(value) as { kind?: keyof typeof needed }).kind;
  if (kind === undefined || needed[kind] === undefined) {
    throw new UsageError(`${path}: kind must be ${Object.keys(needed).join(', ')}.`);
  }
  const members = Object.keys(value as object);
  const missing = needed[kind].filter((name) => !members.includes(name));
  if (missing.length > 0) throw new UsageError(`${path}: ${missing.join(', ')} is missing.`);
  const unknown = members.filter((name) => !known[kind].includes(name));
  if (unknown.length > 0) throw new UsageError(`${path}: unknown field ${unknown.join(', ')}.`);
  return value as Definition;
}
