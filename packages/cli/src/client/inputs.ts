import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Errand, file, type InputDefinition } from '@errand/sdk';
import { UsageError } from '../terminal/errors.ts';
import { nearestName } from '../terminal/nearest.ts';
import { bar, createStatusLine } from '../terminal/progress.ts';

// Reads `key=value` and `key=@file` from the command line. A file's text is sent to a text input; for other inputs the
// file is uploaded. A repeated key gives several files for one input.

export type Given = { key: string; value: string; isFile: boolean };

export function parseInputs(texts: readonly string[]): Given[] {
  return texts.map((text) => {
    const [, key, value] = /^([^=\s]+)=(.*)$/s.exec(text) ?? [];
    if (key === undefined || value === undefined) {
      throw new UsageError(`${text} is not an input. Write inputs as key=value or key=@file.`);
    }
    // `@@` stands for a value that begins with @.
    if (value.startsWith('@@')) return { key, value: value.slice(1), isFile: false };
    return value.startsWith('@') ? { key, value: value.slice(1), isFile: true } : { key, value, isFile: false };
  });
}

/** Lists inputs that the agent does not declare. They are sent, but may have no effect. */
export function findUndeclared(given: readonly Given[], definitions: readonly InputDefinition[]): string[] {
  const names = definitions.map(({ key }) => key);
  const unknown = new Set(given.map(({ key }) => key).filter((key) => !names.includes(key)));
  return [...unknown].map((key) => {
    const nearest = nearestName(key, names);
    return `! The agent has no input ${key}.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`;
  });
}

/** Reads and uploads files. Missing files are reported before anything is uploaded. */
export async function resolveInputs(
  errand: Errand,
  given: readonly Given[],
  definitions: readonly InputDefinition[],
  signal?: AbortSignal,
): Promise<Record<string, unknown>> {
  for (const { value, isFile } of given) if (isFile) await checkFile(value);
  const values = new Map<string, unknown[]>();
  for (const one of given) {
    const definition = definitions.find(({ key }) => key === one.key);
    values.set(one.key, [...(values.get(one.key) ?? []), await resolveOne(errand, one, definition, signal)]);
  }
  return Object.fromEntries([...values].map(([key, list]) => [key, list.length === 1 ? list[0] : list]));
}

async function resolveOne(
  errand: Errand,
  { value, isFile }: Given,
  definition: InputDefinition | undefined,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  if (!isFile) return value;
  if (value === '-') return readFile('/dev/stdin', 'utf8');
  if (isTextual(definition?.data_type ?? 'text/plain')) return readText(value);
  return (await uploadFile(errand, value, signal)).id;
}

/** The limit of a text input. Longer texts do not fit into a string of this process. */
const TEXT_BYTES_MAX = 512 * 1024 * 1024;

async function readText(path: string): Promise<string> {
  if ((await measure(path)) > TEXT_BYTES_MAX) throw new UsageError(`${path} is too large for a text input.`);
  return readFile(path, 'utf8').catch(() => {
    throw new UsageError(`${path} cannot be read.`);
  });
}

/** Streams the file, whatever its size. */
async function uploadFile(errand: Errand, path: string, signal: AbortSignal | undefined) {
  const size = await measure(path);
  const line = createStatusLine();
  let problem: string | undefined;
  async function* read() {
    let sent = 0;
    try {
      for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Uint8Array>) {
        yield piece;
        sent += piece.length;
        line.show(`${basename(path)} ${bar(megabytes(sent), megabytes(size))} MB`);
      }
      if (sent !== size) problem = `${path} changed during the upload.`;
    } catch {
      problem = `${path} cannot be read.`;
    }
    if (problem !== undefined) throw new UsageError(problem);
  }
  try {
    return await errand.files.upload(file(read(), { name: basename(path), size }), undefined, { signal });
  } catch (error) {
    // Without this, a changed file would look like a lost connection.
    throw problem === undefined ? error : new UsageError(problem);
  } finally {
    line.end();
  }
}

/** The file existed when the command began, but may be gone now. */
const measure = async (path: string): Promise<number> =>
  (
    await stat(path).catch(() => {
      throw new UsageError(`${path} no longer exists.`);
    })
  ).size;

const megabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000);

export const isTextual = (type: string): boolean => type.startsWith('text/') || type === 'application/json';

async function checkFile(path: string): Promise<void> {
  if (path === '-') return;
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new UsageError(`There is no file ${path}.`);
  if (!found.isFile()) throw new UsageError(`${path} is not a file.`);
}
