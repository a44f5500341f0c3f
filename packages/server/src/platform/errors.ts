import { type ErrorCode, errorTable, type FieldErrors } from '@errand/contract/errors.ts';

type AppErrorOptions = {
  /** Public text; the table's title when left out. */
  detail?: string;
  fields?: FieldErrors;
  messages?: string[];
  /** Further members of the body, for shapes that allow them. */
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

/** Text made of white space alone names nothing. */
export function refuseBlank(fields: Record<string, string | undefined>): void {
  const blank: FieldErrors = {};
  for (const [name, text] of Object.entries(fields)) {
    if (text !== undefined && text.trim() === '') blank[name] = ['May not be blank.'];
  }
  if (Object.keys(blank).length > 0) throw invalidFields(blank);
}

/** A disk or a quota is full: the database's, or that of a folder. Somebody has to make room first. */
export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return code === '53100' || code === 'ENOSPC' || code === 'EDQUOT' || isOutOfSpace(error.cause);
}

/** True for errors that mean "PostgreSQL is away or restarting": the same statement may succeed a moment later. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string') {
    // 08*: connection exceptions; 57P01-57P05: shutdown, crash, cannot connect now, idle session timeout; 53300: full.
    if (/^(08...|57P0[1-5]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(code)) return true;
    // A missing socket, not a missing file.
    if (code === 'ENOENT' && (error as { syscall?: unknown }).syscall === 'connect') return true;
  }
  return /Connection terminated|Client (has encountered a connection error|was closed)|timeout exceeded when trying to connect|Connection ended/.test(
    error.message,
  );
}
