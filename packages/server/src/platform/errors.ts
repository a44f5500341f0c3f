import { type ErrorCode, errorTable, type FieldErrors } from '@errand/contract/errors.ts';
import { TLS_CODES } from './explain-tls.ts';

type AppErrorOptions = {
  /** Public text. Default: the table's title. */
  detail?: string;
  fields?: FieldErrors;
  messages?: string[];
  /** Additional members of the body, for shapes that allow them. */
  extra?: Record<string, unknown>;
  retryAfterSeconds?: number;
  /** Only logged, never shown. */
  cause?: unknown;
};

/** An error whose text may be shown to the caller. Anything else becomes an opaque 500. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly options: AppErrorOptions;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.detail ?? errorTable[code].title, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.options = options;
  }
}

export const notFound = (what: string): AppError => new AppError('not_found', { detail: `No ${what} with this id.` });
export const forbidden = (detail?: string): AppError => new AppError('forbidden', detail ? { detail } : {});
export const invalidFields = (fields: FieldErrors): AppError => new AppError('invalid_fields', { fields });
export const invalidInputs = (messages: string[]): AppError => new AppError('invalid_inputs', { messages });

/** Refuses names that consist of white space. */
export function refuseBlank(fields: Record<string, string | undefined>): void {
  const blank: FieldErrors = {};
  for (const [name, text] of Object.entries(fields)) {
    if (text !== undefined && text.trim() === '') blank[name] = ['May not be blank.'];
  }
  if (Object.keys(blank).length > 0) throw invalidFields(blank);
}

/** Whether the disk or quota of the database or a folder is full. An operator has to free space first. */
export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return code === '53100' || code === 'ENOSPC' || code === 'EDQUOT' || isOutOfSpace(error.cause);
}

/** Why the database does not accept writes. */
export type OutageCause = 'unreachable' | 'recovering' | 'read_only' | 'full' | 'locked' | 'commit_stalled';

/** Returns the outage that a statement's error indicates, or undefined if it indicates none. */
export function outageCause(error: unknown): OutageCause | undefined {
  if (isOutOfSpace(error)) return 'full';
  if (!(error instanceof Error)) return undefined;
  const code = String((error as { code?: unknown }).code ?? '');
  // A standby after a failover, a managed database at its disk limit, a planned switchover.
  if (code === '25006') return 'read_only';
  if (code === '57P03') return 'recovering';
  // 08*: connection exceptions; 57P01-57P05: shutdown, crash, idle session timeout; 53300: too many connections.
  if (/^(08...|57P0[1-5]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(code))
    return 'unreachable';
  // The certificate has expired or is not trusted. The operator can fix that while this process waits.
  if (TLS_CODES.test(code)) return 'unreachable';
  // The socket is missing. Without the syscall, it could be any missing file.
  if (code === 'ENOENT' && (error as { syscall?: unknown }).syscall === 'connect') return 'unreachable';
  return LOST_CONNECTION.test(error.message) ? 'unreachable' : undefined;
}

const LOST_CONNECTION =
  /Connection terminated|Client (has encountered a connection error|was closed)|timeout exceeded when trying to connect|Connection ended/;

const fromDatabase = new WeakSet<Error>();

/** Marks an error of one of our own statements. Errors of other connections may have the same codes. */
export function noteFromDatabase(error: unknown): void {
  if (error instanceof Error) fromDatabase.add(error);
}

export const isFromDatabase = (error: Error): boolean => fromDatabase.has(error);

/** Whether PostgreSQL is unreachable, restarting or read-only, so that the statement may succeed a moment later. */
export function isDatabaseOut(error: unknown): boolean {
  const cause = outageCause(error);
  return cause !== undefined && cause !== 'full';
}
