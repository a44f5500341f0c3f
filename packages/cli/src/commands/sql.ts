import { type Command, InvalidArgumentError } from 'commander';
import { operate } from '../terminal/operate.ts';
import { done, readUuid } from '../terminal/text.ts';

export function addSqlCommands(program: Command): void {
  program
    .command('sql')
    .description('the SQL workspace')
    .command('limits')
    .description('show or change the SQL limits of an organization; "default" removes a limit of its own')
    .requiredOption('--org <id>', 'the organization', readUuid)
    .option('--rows <n>', 'rows kept per statement', readLimit(1, 10_000_000))
    .option('--bytes <n>', 'bytes kept per statement', readLimit(1_024, 4 * 1024 ** 3))
    .option('--seconds <n>', 'time per statement', readLimit(1, 3_600))
    .option('--memory <mb>', 'memory per statement in MB, at most that of the installation', readLimit(64, 1_048_576))
    .option('--concurrency <n>', 'statements at once in one process', readLimit(1, 256))
    .action(({ org, rows, bytes, seconds, memory, concurrency }, command) =>
      operate(command, async ({ db }) => {
        const { changeSqlLimits } = await import('@errand/server/operator/sql-limits.ts');
        const limits = await changeSqlLimits(db, org, {
          rows_max: rows,
          bytes_max: bytes,
          timeout_seconds: seconds,
          memory_mb: memory,
          concurrency,
        });
        const { organization_id: id, ...own } = limits;
        const facts = Object.fromEntries(
          Object.entries(own).map(([name, value]) => [name.replace('_', ' '), String(value ?? 'default')]),
        );
        return { json: limits, text: done(`SQL limits of the organization ${id}.`, facts) };
      }),
    );
}

/** A whole number in a range; null: no limit of its own. */
const readLimit =
  (min: number, max: number) =>
  (text: string): number | null => {
    if (text === 'default') return null;
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Must be a whole number from ${min} to ${max}, or default.`);
  };
