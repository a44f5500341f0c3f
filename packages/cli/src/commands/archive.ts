import type { Command } from 'commander';
import { UsageError, userExitCodes } from '../terminal/errors.ts';
import { operate } from '../terminal/operate.ts';
import { count, done, mark, moment, table } from '../terminal/text.ts';

export function addArchiveCommands(program: Command): void {
  const archive = program.command('archive').description('manage archived months of jobs');

  archive
    .command('status')
    .description('show which months are archived, and the result of the last pass')
    .action((_options, command) =>
      operate(command, async ({ db, config }) => {
        const { findArchiveStatus } = await import('@errand/server/operator/archive.ts');
        const status = await findArchiveStatus(db);
        const rows = status.months.map((month) => [
          month.month,
          String(month.jobs),
          String(month.deliveries),
          String(month.parts),
          size(month.bytes),
          month.problems.length === 0 ? 'fine' : month.problems.join('; '),
        ]);
        const { task } = status;
        const facts = [
          config.archiveAfterMonths === 0
            ? 'The archive is off (ERRAND_ARCHIVE_AFTER_MONTHS=0).'
            : `${count(config.archiveAfterMonths, 'month')} besides the current month stay in the database.`,
          task.running ? 'A pass is running.' : task.passedAt ? `Last pass: ${moment(task.passedAt)}.` : 'No pass yet.',
          ...(task.failure === null ? [] : [`The last pass failed: ${task.failure}`]),
          ...(status.skipped === 0
            ? []
            : [`${count(status.skipped, 'job')} with rows too long for a file stay in the database.`]),
          ...(status.garbage === 0 ? [] : [`${count(status.garbage, 'file')} waiting to be removed.`]),
        ];
        const shown =
          rows.length === 0
            ? 'Nothing is archived.'
            : table(['MONTH', 'JOBS', 'DELIVERIES', 'PARTS', 'SIZE', 'STATE'], rows);
        const json = { after_months: config.archiveAfterMonths, ...status };
        return { json, text: `${shown}\n\n${facts.join('\n')}` };
      }),
    );

  archive
    .command('run')
    .description('archive all due jobs now and report the result')
    .option(
      '--after-months <n>',
      'full months that stay in the database (default: ERRAND_ARCHIVE_AFTER_MONTHS)',
      readMonths,
    )
    .action((options: { afterMonths?: number }, command) =>
      operate(command, async ({ database, config }) => {
        const { runArchive } = await import('@errand/server/operator/archive.ts');
        const afterMonths = options.afterMonths ?? config.archiveAfterMonths;
        const pass = await runArchive({ database, config }, afterMonths, ({ jobs, bytes }) =>
          process.stderr.write(`${count(jobs, 'job')}, ${size(bytes)}\n`),
        );
        if (pass === undefined)
          return {
            json: { running: true },
            text: 'Another process is archiving. Run errand archive status to see its progress.',
          };
        if (pass.waitsFor.length > 0)
          return {
            json: pass,
            text: `Nothing is archived while processes of the previous release run, because they cannot read archived jobs: ${pass.waitsFor.join(', ')}.`,
          };
        const text = done(`${count(pass.jobs, 'job')} archived.`, {
          deliveries: String(pass.deliveries),
          parts: String(pass.parts),
          size: size(pass.bytes),
          ...(pass.skipped > 0 && { 'too long': count(pass.skipped, 'job') }),
        });
        return { json: pass, text };
      }),
    );

  archive
    .command('verify')
    .description('check every archive file against its recorded checksum')
    .option('--quick', 'check only that each file exists with the right size')
    .action((options: { quick?: boolean }, command) =>
      operate(command, async ({ database, config }) => {
        const { verifyAll } = await import('@errand/server/operator/archive.ts');
        const found = await verifyAll(
          { database, config },
          {
            quick: options.quick ?? false,
            onPart: (part, all) => process.stderr.write(`part ${part} of ${all}\n`),
          },
        );
        if (found.problems.length > 0) process.exitCode = userExitCodes.failed;
        const problems = found.problems.map(({ problem }) => `${mark(false)} ${problem}`);
        const text =
          problems.length === 0
            ? done(`The archive is intact.`, { files: String(found.files), size: size(found.bytes) })
            : `${problems.join('\n')}\n\nRestore these files from a backup of the storage, then verify again.`;
        return { json: found, text };
      }),
    );
}

const readMonths = (text: string): number => {
  const months = Number(text);
  if (!Number.isInteger(months) || months < 1 || months > 1_200)
    throw new UsageError(`--after-months must be a number from 1 to 1200, not ${JSON.stringify(text)}.`);
  return months;
};

const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
