import type { Part } from '../sql/reader.ts';
import { locationOf, type Node } from './check-tree.ts';
import type { TaskFailure } from './protocol.ts';

// Turns DuckDB's errors into messages for users, without sandbox paths and without advice that does not apply here.

/** Thrown by the sandboxed code for errors that the user can fix. `position` is in the text of the statement. */
export class Refused extends Error {
  readonly reason: TaskFailure['reason'];
  readonly position: number | undefined;
  /** Location of the node that the error is about, as the parser reports it. */
  location: number | undefined;
  constructor(message: string, position?: number, reason: TaskFailure['reason'] = 'sql') {
    super(message);
    this.position = position;
    this.reason = reason;
  }
}

/** Creates an error about a node of the tree. */
export const refuseNode = (node: Node, message: string): Refused =>
  Object.assign(new Refused(message), { location: locationOf(node) });

type Told = { exception_type?: string; exception_message?: string; position?: string };

/** Converts an error to a failure. `part` is the user's text, `bytes` the place in it. */
export function toFailure(error: unknown, part?: Part, bytes?: number): TaskFailure {
  if (error instanceof Refused) {
    const { reason, message, location } = error;
    const found = part === undefined || location === undefined ? undefined : toCharacters(part, location);
    const position = error.position ?? found;
    return { reason, message, ...(position !== undefined && { position }) };
  }
  const text = error instanceof Error ? error.message : String(error);
  const told = parse(text);
  const type = told?.exception_type ?? '';
  const message = clean(told?.exception_message ?? text);
  if (
    type === 'Out of Memory' ||
    /out of memory|bad_alloc|allocation fail|failed to allocate|invalid string length/i.test(text)
  )
    return { reason: 'limit', message: 'The query exceeded its memory limit.' };
  if (/max_temp_directory_size|No space left|File too large|ERR_STRING_TOO_LONG|longer than 0x/i.test(text))
    return { reason: 'limit', message: 'The query exceeded its space limit.' };
  // TypeError and ReferenceError are bugs of ours.
  if (type === 'INTERNAL' || type === 'Fatal' || error instanceof TypeError || error instanceof ReferenceError)
    return { reason: 'crash', message: 'The query engine failed on this statement.' };
  const position = bytes === undefined || part === undefined ? undefined : toCharacters(part, bytes);
  const label = type === '' ? '' : `${type[0]}${type.slice(1).toLowerCase()} error: `;
  return { reason: 'sql', message: `${label}${message}`, ...(position !== undefined && { position }) };
}

/** Converts DuckDB's byte position to characters. Returns undefined if the place is in generated text. */
export function toCharacters({ sql, start, pieces }: Part, bytes: number): number | undefined {
  const text = Buffer.from(sql);
  if (!Number.isInteger(bytes) || bytes < 0 || bytes > text.length) return undefined;
  const offset = text.subarray(0, bytes).toString('utf8').length;
  if (pieces === undefined) return start + offset;
  const piece = pieces.find(({ at, length }) => offset >= at && offset < at + length);
  return piece && piece.start + offset - piece.at;
}

/** Returns the position that DuckDB reports, in bytes from the start of the text it received. */
export function reportedPosition(error: unknown): number | undefined {
  const position = parse(String((error as Error)?.message ?? error))?.position;
  return position === undefined ? undefined : Number(position);
}

function parse(text: string): Told | undefined {
  const at = text.indexOf('{"exception_type"');
  if (at === -1) return undefined;
  try {
    return JSON.parse(text.slice(at)) as Told;
  } catch {
    return undefined;
  }
}

function clean(message: string): string {
  return (
    message
      .replace(/\s*(Did you mean|LINE \d+:|Try (increasing|auto-detecting)|Possible (fixes|solutions):)[\s\S]*$/, '')
      .replace(/(in|out|tmp)\/[\w.-]+/g, 'data')
      // An INSERT goes through a temporary table of ours.
      .replace(/(table )?"?errand target"?/gi, 'the table')
      .replace(/"?errand connection \d+"?/gi, 'connection()')
      .trim()
      .slice(0, 1_000)
  );
}
