import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonSchema } from '../../packages/json-schema/src/walk-schema.ts';
import type { CorpusCase } from './corpus.ts';

/**
 * A folder of anybody's own: `name.pdf` (or any other file that can be read) with `name.json`, the right answer. The
 * schema is `schema.json`; without it, each member of the answer is a field of its type.
 */
export async function readFolder(folder: string): Promise<CorpusCase[]> {
  const names = (await readdir(folder)).sort();
  const given = names.includes('schema.json') ? await readJson<JsonSchema>(join(folder, 'schema.json')) : undefined;
  const cases: CorpusCase[] = [];
  for (const file of names) {
    const name = file.replace(/\.[^.]+$/, '');
    if (file.endsWith('.json') || !names.includes(`${name}.json`)) continue;
    const truth = await readJson<Record<string, unknown>>(join(folder, `${name}.json`));
    cases.push({ name, file: join(folder, file), schema: given ?? schemaFor(truth), truth });
  }
  return cases;
}

const schemaFor = (truth: Record<string, unknown>): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(truth).map(([name, value]) => [name, { type: typesOf(value) }])),
});

function typesOf(value: unknown): string[] {
  if (Array.isArray(value)) return ['array', 'null'];
  return [value === null ? 'string' : typeof value, 'null'];
}

const readJson = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8')) as T;
