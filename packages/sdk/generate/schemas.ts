// Reads the schemas that the contract exports, by file and name.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The parts of JSON Schema that the contract uses. */
export type Schema = {
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  /** What clients should send, if the service accepts more. */
  described?: Schema;
  content?: Record<string, { schema: Schema & { contentSchema?: Schema } }>;
};

export type NamedSchema = { name: string; module: string; schema: Schema };

/** The contract's lists and tables of words and codes, such as roles. */
export type NamedList = { name: string; value: unknown };

const folder = join(import.meta.dirname, '../../contract/src');

export async function readContract(): Promise<{ schemas: NamedSchema[]; lists: NamedList[] }> {
  const lists: NamedList[] = [];
  const found = new Map<string, NamedSchema>();
  const files = (await readdir(folder)).filter((file) => /^[a-z-]+\.ts$/.test(file));
  for (const file of files.sort()) {
    const exported = (await import(join(folder, file))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) {
      if (!isSchema(value)) {
        if (isList(value)) lists.push({ name, value });
        continue;
      }
      const schema = value as Schema;
      const known = found.get(name);
      if (known && JSON.stringify(known.schema) !== JSON.stringify(schema)) {
        throw new Error(`${name} is exported by ${known.module}.ts and by ${file}, and they differ.`);
      }
      if (!known) found.set(name, { name, module: file.replace(/\.ts$/, ''), schema });
    }
  }
  if (found.size === 0) throw new Error('The contract exports no schemas.');
  return { schemas: [...found.values()], lists };
}

/** TypeBox marks its schemas. Other exports are lists and functions. Content that is not JSON has no type. */
const isSchema = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('~kind' in value || '~unsafe' in value) && !('content' in value);

const isList = (value: unknown): boolean => {
  const items = typeof value === 'object' && value !== null ? Object.values(value) : [];
  if (items.length === 0) return false;
  if (Array.isArray(value) && items.every(isWord)) return true;
  return items.every((item) => typeof item === 'number') || items.every(isWords);
};
const isWord = (item: unknown): boolean => typeof item === 'string';
const isWords = (item: unknown): boolean => Array.isArray(item) && item.length > 0 && item.every(isWord);
