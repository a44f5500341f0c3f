import { AppError } from '#platform/errors.ts';
import { limits } from '#platform/limits.ts';

// A pull parser for multipart/form-data (RFC 7578): it parses a part only after the previous one was read. It keeps one
// chunk in memory, however the body is split, and reports malformed input where it occurs. (Parsers that push events
// silently drop malformed parts, and wait forever for the end of a part without headers.)

export type Part = {
  name: string;
  /** Undefined for a form field that is not a file. */
  fileName: string | undefined;
  contentType: string | undefined;
  /** Read it to its end or not at all. */
  content: AsyncIterable<Buffer>;
};

/** The body is not well-formed multipart/form-data. The message is public. */
export class MultipartError extends AppError {
  constructor(detail: string, cause?: unknown) {
    super('bad_request', { detail, cause });
    this.name = 'MultipartError';
  }
}

/** Thrown for a field that is not text. */
export class FieldTextError extends MultipartError {
  readonly field: string;
  readonly problem: string;
  constructor(field: string, problem: string) {
    super(`Field '${field.slice(0, 100)}' ${problem}`);
    this.field = field;
    this.problem = problem;
  }
}

// Browsers and SDKs send a few hundred bytes.
const HEADER_BYTES_MAX = 16 * 1024;

export async function* readParts(source: AsyncIterable<Buffer>, boundary: string): AsyncGenerator<Part> {
  const chunks = source[Symbol.asyncIterator]();
  try {
    const first = await chunks.next();
    // An empty body is a form without fields.
    if (first.done) return;
    const input = createInput(chunks, first.value, `\r\n--${boundary}`);
    await drain(input.untilDelimiter());
    for (let count = 0; ; count++) {
      const head = await input.readHead();
      if (head === undefined) break;
      if (count === limits.formParts) throw new MultipartError(`The form has more than ${limits.formParts} parts.`);
      const content = input.untilDelimiter();
      yield { ...parseHead(head), content };
      await drain(content);
    }
    // Text after the form is ignored, but it must be read: only its end shows that the request is complete.
    await drain({ [Symbol.asyncIterator]: () => ({ next: () => chunks.next() }) });
  } finally {
    await chunks.return?.();
  }
}

/** Returns the boundary in a Content-Type header. */
export function readBoundary(contentType: string): string {
  const boundary = parseParameters(contentType).get('boundary') ?? '';
  if (boundary.length < 1 || boundary.length > 200) {
    throw new MultipartError('The Content-Type has no valid boundary.');
  }
  return boundary;
}

/** Buffers the bytes that have arrived but are not consumed yet. */
function createInput(chunks: AsyncIterator<Buffer>, first: Buffer, delimiter: string) {
  // With this line break, the first boundary looks like all others.
  let buffer = Buffer.concat([Buffer.from('\r\n'), first]);
  const needle = Buffer.from(delimiter, 'latin1');

  async function readMore(): Promise<void> {
    const next = await chunks.next();
    if (next.done) throw new MultipartError('The form ends before its closing boundary.');
    buffer = Buffer.concat([buffer, next.value]);
  }

  return {
    async *untilDelimiter(): AsyncGenerator<Buffer> {
      for (;;) {
        const at = buffer.indexOf(needle);
        // Without a match, the last bytes may still be the start of the delimiter.
        const end = at === -1 ? buffer.length - needle.length + 1 : at;
        if (end > 0) {
          const content = buffer.subarray(0, end);
          buffer = buffer.subarray(end);
          yield content;
        }
        if (at !== -1) {
          buffer = buffer.subarray(needle.length);
          return;
        }
        await readMore();
      }
    },

    /** Returns the rest of the boundary's line and the headers after it. Undefined after the closing boundary. */
    async readHead(): Promise<Buffer | undefined> {
      while (buffer.length < 2) await readMore();
      if (buffer.toString('latin1', 0, 2) === '--') return undefined;
      for (;;) {
        const end = buffer.indexOf('\r\n\r\n');
        if (end > HEADER_BYTES_MAX || (end === -1 && buffer.length > HEADER_BYTES_MAX)) {
          throw new MultipartError(`The headers of a part have more than ${HEADER_BYTES_MAX} bytes.`);
        }
        if (end !== -1) {
          const head = buffer.subarray(0, end);
          buffer = buffer.subarray(end + 4);
          return head;
        }
        await readMore();
      }
    },
  };
}

const HEADER_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\0\r\n]*)$/;

function parseHead(head: Buffer): Omit<Part, 'content'> {
  const [padding, ...lines] = decodeUtf8(head, 'The headers of a part').split('\r\n');
  if (padding!.trim() !== '') throw new MultipartError('A boundary is followed by other text.');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = HEADER_LINE.exec(line) ?? [];
    if (name === undefined) throw new MultipartError('A part has an invalid header line.');
    headers.set(name.toLowerCase(), value!);
  }
  const disposition = headers.get('content-disposition') ?? '';
  if (!/^form-data[ \t]*(;|$)/i.test(disposition)) {
    throw new MultipartError('A part lacks the header Content-Disposition: form-data.');
  }
  const parameters = parseParameters(disposition);
  const name = parameters.get('name') ?? '';
  if (name === '') throw new MultipartError('A part has no name.');
  return { name, fileName: parameters.get('filename'), contentType: headers.get('content-type') };
}

const PARAMETER = /;[ \t]*([^\s;="*]+)(\*?)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))[ \t]*/y;

/** Returns the parameters of a header value by lower-case name. `name*=utf-8''…` wins over `name=`. */
function parseParameters(header: string): Map<string, string> {
  const parameters = new Map<string, string>();
  const extended = new Map<string, string>();
  PARAMETER.lastIndex = Math.max(0, header.indexOf(';'));
  for (let match = PARAMETER.exec(header); match !== null; match = PARAMETER.exec(header)) {
    const [, name = '', star, quoted, token = ''] = match;
    const value = quoted === undefined ? token : unquote(quoted);
    (star === '' ? parameters : extended).set(name.toLowerCase(), star === '' ? value : decodeExtended(value));
  }
  return new Map([...parameters, ...extended]);
}

/**
 * Older clients escape with a backslash, browsers with these three percent codes. Any other backslash is part of a
 * path.
 */
function unquote(text: string): string {
  return text
    .replace(/\\(["\\])/g, '$1')
    .replaceAll('%22', '"')
    .replace(/%0D/gi, '\r')
    .replace(/%0A/gi, '\n');
}

function decodeExtended(value: string): string {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(value) ?? [];
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded);
  } catch {
    // Reported below, like any other character set.
  }
  throw new MultipartError('A part has a name that is not encoded in UTF-8.');
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function decodeUtf8(bytes: Uint8Array, what: string): string {
  try {
    return utf8.decode(bytes);
  } catch (error) {
    throw new MultipartError(`${what} is not valid UTF-8.`, error);
  }
}

async function drain(source: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of source);
}
