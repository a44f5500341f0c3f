import { createProgram } from './program.ts';
import { reportError } from './terminal/errors.ts';

/** Runs one command and returns the exit code. A command's code is imported on demand, so that help appears at once. */
export async function run(argv: string[]): Promise<number> {
  const program = createProgram();
  // A reader that closes the pipe early (`| head`) is not a failure.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit(0));
  try {
    if (argv.length > 2) await program.parseAsync(argv);
    else program.outputHelp();
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return reportError(error, { json: argv.includes('--json') });
  }
}
