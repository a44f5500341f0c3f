import { ErrandError } from './transport/errors.ts';

// Files for inputs and uploads: from a path, a Blob or a stream.

export type FileContent = Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | Uint8Array<ArrayBuffer>;

const FILE = Symbol.for('errand.file');

/** A named file, created by `file`. It is opened when it is sent. */
export type InputFile = {
  readonly [FILE]: true;
  readonly name: string;
  readonly type: string;
  /** Its size in bytes, if known before it is read. */
  readonly size?: number | undefined;
  open(): Promise<Blob | (AsyncIterable<Uint8Array> & { size?: number })>;
};

/** The values that a file input accepts. A string is a file id or a URL. */
export type FileInput = string | FileContent | InputFile;

/** `size` is the length of a stream in bytes, so that one that is too large is refused before it is sent. */
type FileOptions = { name?: string; type?: string; size?: number };

/** Creates a file from a path (not in browsers), a Blob, bytes or a stream. A stream can be sent only once. */
export function file(source: string | URL | FileContent, { name, type = '', size }: FileOptions = {}): InputFile {
  const isPath = typeof source === 'string' || source instanceof URL;
  return {
    [FILE]: true,
    name: name ?? (isPath ? baseName(source) : source instanceof File ? source.name : 'file'),
    type: type || (source instanceof Blob ? source.type : ''),
    size,
    open: async () => (isPath ? openPath(source) : openContent(source, type)),
  };
}

export function isInputFile(value: unknown): value is InputFile {
  return typeof value === 'object' && value !== null && FILE in value;
}

export function isFileContent(value: unknown): value is FileContent {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Blob || value instanceof ReadableStream || value instanceof Uint8Array) return true;
  return Symbol.asyncIterator in value;
}

/** Uploads the files in a value and replaces them with their ids. */
export async function uploadFiles<T>(value: T, upload: (file: InputFile) => Promise<string>): Promise<T> {
  if (isInputFile(value)) return (await upload(value)) as T;
  if (isFileContent(value)) return (await upload(file(value))) as T;
  if (Array.isArray(value)) return (await Promise.all(value.map((one) => uploadFiles(one, upload)))) as T;
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  const members = Object.entries(value).map(async ([key, one]) => [key, await uploadFiles(one, upload)]);
  return Object.fromEntries(await Promise.all(members)) as T;
}

const isPlain = (value: object): boolean => [Object.prototype, null].includes(Object.getPrototypeOf(value));

function openContent(content: FileContent, type: string): Blob | AsyncIterable<Uint8Array> {
  if (content instanceof Blob) return content;
  if (content instanceof Uint8Array) return new Blob([content], { type });
  return Symbol.asyncIterator in content ? content : readStream(content);
}

/** Not every browser can iterate over a stream. */
async function* readStream(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

type FileSystem = {
  createReadStream(path: string | URL): AsyncIterable<Uint8Array>;
  promises: { stat(path: string | URL): Promise<{ size: number; isFile(): boolean }> };
};
type Runtime = { process?: { getBuiltinModule?(name: string): FileSystem | undefined } };

/** Gets the file system from the runtime, because a bundler for browsers would try to resolve an import. */
async function openPath(path: string | URL): Promise<AsyncIterable<Uint8Array> & { size: number }> {
  const fs = (globalThis as Runtime).process?.getBuiltinModule?.('node:fs');
  if (fs === undefined) {
    throw new ErrandError('A file by its path needs Node 20.16, Bun or Deno. Pass a Blob or a stream instead.');
  }
  const found = await fs.promises.stat(path).catch((cause: unknown) => {
    throw new ErrandError(`The file ${path} does not exist or cannot be read.`, { cause });
  });
  if (!found.isFile()) throw new ErrandError(`${path} is not a file.`);
  return Object.assign(readWhole(fs, path, found.size), { size: found.size });
}

/** Throws if the file shrinks or grows while it is read, because a part would look like the whole file. */
async function* readWhole(fs: FileSystem, path: string | URL, size: number): AsyncGenerator<Uint8Array> {
  let read = 0;
  try {
    for await (const piece of fs.createReadStream(path)) {
      read += piece.length;
      yield piece;
    }
  } catch (cause) {
    throw new ErrandError(`${path} cannot be read.`, { cause });
  }
  if (read !== size) throw new ErrandError(`${path} changed during the upload.`);
}

const baseName = (path: string | URL): string =>
  (path instanceof URL ? decodeURIComponent(path.pathname) : path).split(/[\\/]/).at(-1) || 'file';
