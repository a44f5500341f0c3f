import { styleText } from 'node:util';
import { CommanderError } from 'commander';

export const exitCodes = {
  unexpected: 1,
  usage: 2,
  configuration: 3,
  refused: 5,
  unreachable: 6,
  interrupted: 130,
} as const;

/** The command line makes no sense; nothing has been touched. */
export class UsageError extends Error {}
/** Ctrl-C. */
export class InterruptedError extends Error {}

type Kind = keyof typeof exitCodes;

/** Prints the error on stderr, in one line, and returns the exit code. */
export async function reportError(error: unknown, { json }: { json: boolean }): Promise<number> {
  if (error instanceof CommanderError && isHelp(error)) return error.exitCode === 0 ? 0 : exitCodes.usage;
  const { kind, code, message } = await explain(error);
  const line = oneLine(message);
  process.stderr.write(
    json
      ? `${JSON.stringify({ code, message: line })}\n`
      : `${styleText('red', '✗', { stream: process.stderr })} ${line}\n`,
  );
  if (kind === 'unexpected' && /debug|trace/i.test(process.env.LOG_LEVEL ?? '')) console.error(error);
  return exitCodes[kind];
}

async function explain(error: unknown): Promise<{ kind: Kind; code: string; message: string }> {
  const as = (kind: Kind, code: string = kind, message = (error as Error).message) => ({ kind, code, message });
  if (error instanceof UsageError) return as('usage');
  if (error instanceof CommanderError) return as('usage', 'usage', error.message.replace(/^error: /, ''));
  if (error instanceof InterruptedError) return as('interrupted');
  if (!(error instanceof Error)) return as('unexpected', 'unexpected', String(error));
  switch (error.constructor.name) {
    // By name, so that a usage error does not load the database driver.
    case 'ConfigError':
    case 'MigrationError':
    case 'EmbeddedPostgresError':
    case 'StorageError':
      return as('configuration');
    case 'UnreachableError':
      return as('unreachable');
    case 'TransferError':
      return as('refused');
    case 'AppError':
      return explainAppError(error as AppErrorLike);
  }
  const { code, path } = error as NodeJS.ErrnoException;
  if (path !== undefined && /^E[A-Z]+$/.test(code ?? '')) return as('configuration');
  const message = error.message || code || error.name;
  return as('unexpected', 'unexpected', `Unexpected error: ${message} (LOG_LEVEL=debug shows where).`);
}

type AppErrorLike = Error & { code: string; options: { fields?: Record<string, string | string[]> } };

function explainAppError(error: AppErrorLike): { kind: Kind; code: string; message: string } {
  const { fields } = error.options;
  if (fields === undefined) return { kind: 'refused', code: error.code, message: error.message };
  const said = Object.entries(fields).map(([name, texts]) => `${name}: ${[texts].flat().join(' ')}`);
  return { kind: 'usage', code: error.code, message: said.join(' ') };
}

const isHelp = ({ code }: CommanderError): boolean =>
  ['commander.help', 'commander.helpDisplayed', 'commander.version'].includes(code);

const oneLine = (text: string): string => text.trim().replace(/\s*\n\s*/g, ' ');
