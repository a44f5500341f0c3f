import { openAsBlob } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Errand, InputDefinition } from '@errand/sdk';
import { UsageError } from '../terminal/errors.ts';

// `key=value` and `key=@file` from the command line. A file goes to a text input as its text, and is uploaded for any
// other; several files for one input come from a repeated key.

export type Given = { key: string; value: string; isFile: boolean };

export function parseInputs(texts: readonly string[]): Given[] {
  return texts.map((text) => {
    const [, key, value] = /^([^=\s]+)=(.*)$/s.exec(text) ?? [];
    if (key === undefined || value === undefined) {
      throw new UsageError(`${text} is no input. Inputs look like key=value or key=@file.`);
    }
    // A value that begins with @ is written with two of them.
    if (value.startsWith('@@')) return { key, value: value.slice(1), isFile: false };
    return value.startsWith('@') ? { key, value: value.slice(1), isFile: true } : { key, value, isFile: false };
  });
}

/** Reads and uploads files. Unknown files are told before anything is uploaded. */
export async function resolveInputs(
  errand: Errand,
  given: readonly Given[],
  definitions: readonly InputDefinition[],
): Promise<Record<string, unknown>> {
  for (const { value, isFile } of given) if (isFile) await checkFile(value);
  const values = new Map<string, unknown[]>();
  for (const one of given) {
    const definition = definitions.find(({ key }) => key === one.key);
    values.set(one.key, [...(values.get(one.key) ?? []), await resolveOne(errand, one, definition)]);
  }
  return Object.fromEntries([...values].map(([key, list]) => [key, list.length === 1 ? list[0] : list]));
}

async function resolveOne(errand: Errand, given: Given, definition: InputDefinition | undefined): Promise<unknown> {
  const { value, isFile } = given;
  if (!isFile) return value;
  if (value === '-') return readFile('/dev/stdin', 'utf8');
  if (isTextual(definition?.data_type ?? 'text/plain')) return readFile(value, 'utf8');
  return (await errand.files.upload(await openAsBlob(value), basename(value))).id;
}

export const isTextual = (type: string): boolean => type.startsWith('text/') || type === 'application/json';

async function checkFile(path: string): Promise<void> {
  if (path === '-') return;
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new UsageError(`There is no file ${path}.`);
  if (!found.isFile()) throw new UsageError(`${path} is not a file.`);
}
