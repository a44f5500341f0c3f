import type { Command } from 'commander';
import { interruption, print } from '../terminal/operate.ts';
import { mark } from '../terminal/text.ts';

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check database, storage, queue and versions, and show how to fix problems')
    .action(async (_options, command) => {
      const [{ readConfig }, { examine }] = await Promise.all([
        import('@errand/server/config/config.ts'),
        import('@errand/server/operator/doctor.ts'),
      ]);
      const checks = await examine(readConfig(), interruption());
      const ok = checks.every((check) => check.ok);
      const width = Math.max(...checks.map(({ name }) => name.length));
      const lines = checks.flatMap(({ name, ok, detail, fix }) => [
        `${mark(ok)} ${name.padEnd(width)}  ${detail}`,
        ...(fix === undefined ? [] : [`  → ${fix}`]),
      ]);
      print(command, { json: { ok, checks }, text: lines.join('\n') });
      process.exitCode = ok ? 0 : 1;
    });
}
