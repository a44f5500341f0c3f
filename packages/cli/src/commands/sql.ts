import { readFile } from 'node:fs/promises';
import type { StatementResult } from '@errand/sdk';
import { type Command, InvalidArgumentError } from 'commander';
import { UsageError } from '../terminal/errors.ts';
import { operate } from '../terminal/operate.ts';
import { done, readMoney, readUuid } from '../terminal/text.ts';

export function addSqlCommands(program: Command): void {
  const sql = program
    .command('sql')
    .description('run SQL over your tables and agents; in a terminal without a statement, ask for one after the other')
    .argument('[statement]', 'the SQL')
    .option('--file <file>', 'read the SQL from a file; - is standard input')
    .option('--csv', 'print CSV')
    .option('--table', 'print a table (the default)')
    .option('--admin', 'allow UPDATE, DELETE, DROP and similar statements')
    .option('--max-cost <usd>', 'cost limit for its agents', readMoney)
    .action(async (statement: string | undefined, options, command: Command) => {
      if (statement !== undefined && options.file !== undefined)
        throw new UsageError('Use the SQL or --file, not both.');
      if (options.csv && command.optsWithGlobals().json === true)
        throw new UsageError('Use --csv or --json, not both.');
      const query = statement ?? (options.file && (await readStatement(options.file)));
      if (!query && !(process.stdin.isTTY && process.stdout.isTTY))
        throw new UsageError('Enter the SQL, or use --file.');
      const { call } = await import('../client/call.ts');
      const { showCsv, showTable } = await import('../client/show-rows.ts');
      await call(command, async ({ errand, signal }) => {
        const run = async (statement: string, stop: AbortSignal) => {
          const body = { query: statement, use_admin: options.admin === true, max_cost: options.maxCost ?? null };
          const results = await errand.queries.run(body, {}, { signal: stop });
          showWarnings(results);
          const shown = results.filter(({ column_names }) => column_names.length > 0);
          return { json: { results }, text: shown.map(options.csv ? showCsv : showTable).join('\n\n') };
        };
        if (query) return run(query, signal);
        const { runRepl } = await import('../client/sql-repl.ts');
        const { ownFile } = await import('../client/profiles.ts');
        await runRepl({
          input: process.stdin,
          output: process.stdout,
          historyFile: ownFile('sql_history'),
          run: async (statement, stop) => (await run(statement, stop)).text,
          words: async () => (await errand.tables.list()).results.map(({ name }) => name),
        });
        return undefined;
      });
    });
  addLimits(sql);
}

async function readStatement(path: string): Promise<string> {
  try {
    return await readFile(path === '-' ? '/dev/stdin' : path, 'utf8');
  } catch {
    throw new UsageError(`There is no file ${path}.`);
  }
}

/** Warns about omitted rows and failed agent calls. */
function showWarnings(results: readonly StatementResult[]): void {
  for (const { truncated, row_count, result_rows, agents } of results) {
    if (truncated) process.stderr.write(`! Only ${result_rows.length} of ${row_count} rows, or cut values.\n`);
    const failed = Number((agents as { failed?: number } | undefined)?.failed ?? 0);
    if (failed > 0) process.stderr.write(`! ${failed} agent calls failed; their cells are empty.\n`);
  }
}

function addLimits(sql: Command): void {
  sql
    .command('limits')
    .description('show or change the SQL limits of an organization; "default" restores the limit of the installation')
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

/** Reads an integer in a range. Null means no limit. */
const readLimit =
  (min: number, max: number) =>
  (text: string): number | null => {
    if (text === 'default') return null;
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Must be a whole number from ${min} to ${max}, or default.`);
  };
