import { run } from '../src/run.ts';

// Runs commands one after the other in this process and reports what each printed, because separate processes would
// spend most of their time on starting.

// Each command listens for Ctrl-C and for broken pipes until its process ends. Here the listeners pile up, and the
// warning about them would appear in the output of a command.
for (const emitter of [process, process.stdout, process.stderr]) emitter.setMaxListeners(0);

export type Printed = { code: number; stdout: string; stderr: string };

process.on('message', async (argv: string[]) => {
  const printed: Printed = { code: 0, stdout: '', stderr: '' };
  const real = { stdout: process.stdout.write, stderr: process.stderr.write };
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (chunk: string | Uint8Array) => {
      printed[name] += String(chunk);
      return true;
    };
  }
  process.exitCode = 0;
  printed.code = await run([process.execPath, 'errand', ...argv]);
  process.exitCode = 0;
  process.stdout.write = real.stdout;
  process.stderr.write = real.stderr;
  process.send!(printed);
});
process.on('disconnect', () => process.exit());
