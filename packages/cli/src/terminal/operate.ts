import type { Config } from '@errand/server/config/config.ts';
import type { OperatorContext } from '@errand/server/operator/installation.ts';
import type { Command } from 'commander';
import { InterruptedError } from './errors.ts';

/** The output of a command: an object for --json, and text for people. */
export type Answer = { json: object; text: string };

export type Context = OperatorContext & { config: Config };

/**
 * Runs an operator's command. It uses the database directly, beside a running server or without one. Only commands that
 * can come first may create an installation.
 */
export async function operate(
  command: Command,
  work: (context: Context) => Promise<Answer | undefined>,
  { mayCreate = false }: { mayCreate?: boolean } = {},
): Promise<void> {
  const [{ readConfig }, { withInstallation }] = await Promise.all([
    import('@errand/server/config/config.ts'),
    import('@errand/server/operator/installation.ts'),
  ]);
  const config = readConfig();
  const tell = (line: string) => process.stderr.write(`${line}\n`);
  const options = { signal: interruption(), mayCreate, tell };
  const answer = await withInstallation(config, options, (context) => work({ ...context, config }));
  if (answer !== undefined) print(command, answer);
}

export function print(command: Command, { json, text }: Answer): void {
  process.stdout.write(command.optsWithGlobals().json ? `${JSON.stringify(json)}\n` : `${text}\n`);
}

/** Aborted by Ctrl-C, so that a database started for this command is stopped again. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => controller.abort(new InterruptedError('Interrupted.')));
  }
  return controller.signal;
}
