import type { Part } from '../sql/reader.ts';
import type { TaskFailure } from './protocol.ts';

// What DuckDB says, as its users should read it: without paths of the cage and without advice about things they do not
// have.

/** Thrown by the caged code for what the user can mend. `position` is in the text of the statement. */
export class Refused extends Error {
  readonly reason: TaskFailure['reason'];
  readonly position: number | undefined;
  constructor(message: string, position?: number, reason: TaskFailure['reason'] = 'sql') {
    super(message);
    this.position = position;
    this.reason = reason;
  }
}

type Told = { exception_type?: string; exception_message?: string; position?: string };

/** `part`: the text that DuckDB was given, if it can be found again in the user's. */
export function toFailure(error: unknown, part?: Part): TaskFailure {
  if (error instanceof Refused) {
    return {
      reason: error.reason,
      message: error.message,
      ...(error.position !== undefined && { position: error.position }),
    };
  }
  const text = error instanceof Error ? error.message : String(error);
  const told = parse(text);
  const type = told?.exception_type ?? '';
  const message = clean(told?.exception_message ?? text);
  if (type === 'Out of Memory' || /out of memory|bad_alloc|allocation failure|failed to allocate/i.test(text))
    return { reason: 'limit', message: 'The query needs more memory than it may have.' };
  if (/max_temp_directory_size|No space left|File too large|ERR_STRING_TOO_LONG|longer than 0x/i.test(text))
    return { reason: 'limit', message: 'The query needs more space than it may have.' };
  if (type === 'INTERNAL' || type === 'Fatal')
    return { reason: 'crash', message: 'The query engine failed on this statement.' };
  const position =
    told?.position === undefined || part === undefined ? undefined : toCharacters(part, Number(told.position));
  const label = type === '' ? '' : `${type[0]}${type.slice(1).toLowerCase()} error: `;
  return { reason: 'sql', message: `${label}${message}`, ...(position !== undefined && { position }) };
}

/** DuckDB counts bytes, everybody else characters. Nothing for a place in a text of ours. */
export function toCharacters({ sql, start, pieces }: Part, bytes: number): number | undefined {
  if (!Number.isInteger(bytes) || bytes < 0 || bytes > 4 * sql.length) return undefined;
  const offset = Buffer.from(sql).subarray(0, bytes).toString('utf8').length;
  if (pieces === undefined) return start + offset;
  const piece = pieces.find(({ at, length }) => offset >= at && offset < at + length);
  return piece && piece.start + offset - piece.at;
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
  return message
    .replace(/\n*(Did you mean|LINE \d+:)[\s\S]*$/, '')
    .replace(/(in|out|tmp)\/[\w.-]+/g, 'data')
    .trim()
    .slice(0, 1_000);
}
