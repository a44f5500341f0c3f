import { styleText } from 'node:util';
import { CommanderError } from 'commander';
import { adviseOnCertificate } from './certificate-advice.ts';

/** Exit codes of operator commands. */
const exitCodes = {
  unexpected: 1,
  usage: 2,
  configuration: 3,
  refused: 5,
  unreachable: 6,
  missing: 4,
  interrupted: 130,
} as const;

/** Exit codes of commands that talk to a server. 1 means that a job failed. */
export const userExitCodes = {
  failed: 1,
  usage: 2,
  forbidden: 3,
  missing: 4,
  unreachable: 5,
  timeout: 124,
} as const;

/** The command line is not valid. Nothing was changed. */
export class UsageError extends Error {}
/** The object that the user named does not exist. */
export class MissingError extends Error {}
/** The command no longer waits for the job, which goes on. */
export class TimeoutError extends Error {}
/** Ctrl-C. */
export class InterruptedError extends Error {}

type Kind = keyof typeof exitCodes;

/** Prints the error on stderr in one line, then what to do about it. Returns the exit code. */
export async function reportError(error: unknown, { json }: { json: boolean }): Promise<number> {
  if (error instanceof CommanderError && isHelp(error)) return error.exitCode === 0 ? 0 : exitCodes.usage;
  const { exitCode, kind, code, message, remedy, page } = explain(error);
  const line = oneLine(message);
  const advice = [remedy, page].filter((text) => text !== undefined).map((text) => `  → ${text}\n`);
  process.stderr.write(
    json
      ? `${JSON.stringify({ code, message: line, remedy, page })}\n`
      : `${styleText('red', '✗', { stream: process.stderr })} ${line}\n${advice.join('')}`,
  );
  if (kind === 'unexpected' && /debug|trace/i.test(process.env.LOG_LEVEL ?? '')) console.error(error);
  return exitCode;
}

type Explanation = { exitCode: number; kind: string; code: string; message: string } & Advised;

/** What the error catalogue says, if it has the code. */
type Advised = { remedy?: string | undefined; page?: string | undefined };

function explain(error: unknown): Explanation {
  const as = (kind: Kind, code: string = kind, message = (error as Error).message): Explanation => ({
    exitCode: exitCodes[kind],
    kind,
    code,
    message,
  });
  if (error instanceof UsageError) return as('usage');
  if (error instanceof CommanderError) return as('usage', 'usage', error.message.replace(/^error: /, ''));
  if (error instanceof InterruptedError) return as('interrupted');
  if (error instanceof MissingError) return as('missing', 'not_found');
  if (error instanceof TimeoutError) return { ...as('unexpected', 'timeout'), exitCode: userExitCodes.timeout };
  // Recognized by its members, so that operator commands do not load the SDK.
  if (error instanceof Error && 'requestId' in error)
    return explainResponse({ ...(error as ResponseError), message: error.message, ...adviseOnCertificate(error) });
  if (!(error instanceof Error)) return as('unexpected', 'unexpected', String(error));
  switch (error.constructor.name) {
    // Recognized by name, so that a usage error does not load the database driver.
    case 'ConfigError':
    case 'MigrationError':
    case 'EmbeddedPostgresError':
    case 'StorageError':
      return as('configuration');
    case 'UnreachableError':
      return as('unreachable');
    case 'TransferError':
    case 'RecoveryError':
      return as('refused');
    case 'AppError':
      return explainAppError(error as AppErrorLike);
  }
  const { code, path } = error as NodeJS.ErrnoException;
  if (path !== undefined && /^E[A-Z]+$/.test(code ?? '')) return as('configuration');
  const message = error.message || code || error.name;
  return as('unexpected', 'unexpected', `Unexpected error: ${message} (set LOG_LEVEL=debug for details).`);
}

type AppErrorLike = Error & { code: string; options: { fields?: Record<string, string | string[]> } };

function explainAppError(error: AppErrorLike): Explanation {
  const { fields } = error.options;
  const kind = fields === undefined ? 'refused' : 'usage';
  const message = fields === undefined ? error.message : sayFields(fields);
  return { exitCode: exitCodes[kind], kind, code: error.code, message };
}

type ResponseError = Advised & { message: string; status?: number; code?: string; jobId?: string };

/** Explains an error response, or a server that cannot be reached. */
function explainResponse({ message, status, code, jobId, remedy, page }: ResponseError): Explanation {
  const kind =
    jobId !== undefined
      ? 'failed'
      : status === undefined || status >= 500
        ? 'unreachable'
        : status === 401 || status === 403
          ? 'forbidden'
          : status === 404
            ? 'missing'
            : 'usage';
  const hint = status === 401 ? ' Run errand login URL.' : '';
  const isAway = jobId === undefined && status === undefined && / cannot be reached\.$/.test(message);
  return {
    ...{ exitCode: userExitCodes[kind], kind, code: code ?? kind, message: `${message}${hint}`, page },
    remedy:
      remedy ?? (isAway ? 'Start it there, or name another address: errand login URL, or ERRAND_URL.' : undefined),
  };
}

const sayFields = (fields: Record<string, string | string[]>): string =>
  Object.entries(fields)
    .map(([name, texts]) => `${name}: ${[texts].flat().join(' ')}`)
    .join(' ');

const isHelp = ({ code }: CommanderError): boolean =>
  ['commander.help', 'commander.helpDisplayed', 'commander.version'].includes(code);

const oneLine = (text: string): string => text.trim().replace(/\s*\n\s*/g, ' ');
