import { createReadStream, existsSync } from 'node:fs';
import type { Writable } from 'node:stream';
import type { Command } from 'commander';
import { UsageError } from '../terminal/errors.ts';
import { writeNewFile } from '../terminal/new-file.ts';
import { type Context, operate } from '../terminal/operate.ts';
import { createProgress } from '../terminal/progress.ts';
import { count, done } from '../terminal/text.ts';

export function addDatabaseCommands(program: Command): void {
  program
    .command('migrate')
    .description('bring the database up to this version')
    .option('--contract', 'also remove what only the previous version used: none of its processes can start afterwards')
    .action((options: { contract?: boolean }, command) =>
      operate(
        command,
        async ({ applied: expanded, db, url }) => {
          const applied = options.contract ? [...expanded, ...(await contract(db, url))] : expanded;
          const said = applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`;
          const closed = options.contract ? ' The previous version cannot start here any more.' : '';
          return { json: { applied, ...(options.contract && { contracted: true }) }, text: done(`${said}${closed}`) };
        },
        { mayCreate: true },
      ),
    );

  const database = program.command('db').description('export and import the database');

  database
    .command('export')
    .description('write a snapshot of the whole database to one file; the service can keep running')
    .argument('<file>', 'a new file, or - for stdout')
    .action(async (file, _options, command) => {
      if (file === '-') refuseScreen(command);
      await operate(command, async ({ config, url }) => {
        const { exportDatabase } = await import('@errand/server/operator/export-database.ts');
        const progress = createProgress('Exported');
        const write = (target: Writable) => exportDatabase(url, target, progress.show);
        const exported = file === '-' ? await write(process.stdout) : await writeNewFile(file, write);
        progress.end();
        note(`Not in it: the content of files and artifacts. Copy ${config.storage} as well.`);
        note('Anyone who has this file can open this installation: protect it like a password.');
        if (file === '-') return undefined;
        const { tables, exported_at, migrations } = exported;
        const rows = tables.reduce((sum, table) => sum + table.rows, 0);
        return {
          json: { file, exported_at, rows, tables: rowsByTable(tables), migrations: Object.keys(migrations) },
          text: done(`Exported ${count(rows, 'row')} of ${count(tables.length, 'table')} to ${file}.`),
        };
      });
    });

  database
    .command('import')
    .description('fill a new installation from an export: all of it or nothing')
    .argument('<file>', 'a file created by db export, or - for stdin')
    .action((file, _options, command) => {
      if (file !== '-' && !existsSync(file)) throw new UsageError(`There is no file ${file}.`);
      const fill = async ({ config, url }: Context) => {
        const { importDatabase } = await import('@errand/server/operator/import-database.ts');
        const progress = createProgress('Imported');
        const source = file === '-' ? process.stdin : createReadStream(file);
        const { tables, exported_at, errand_version } = await importDatabase(url, source, progress.show);
        progress.end();
        note(`Not in it: the content of files and artifacts. Copy them to ${config.storage}.`);
        const rows = tables.reduce((sum, table) => sum + table.rows, 0);
        return {
          json: { file, exported_at, errand_version, rows, tables: rowsByTable(tables) },
          text: done(`Imported ${count(rows, 'row')} of ${count(tables.length, 'table')}, exported ${exported_at}.`),
        };
      };
      return operate(command, fill, { mayCreate: true });
    });
}

async function contract(db: Context['db'], url: string): Promise<string[]> {
  const { contractSchema } = await import('@errand/server/operator/contract-schema.ts');
  return contractSchema(db, url, note);
}

function refuseScreen(command: Command): void {
  if (command.optsWithGlobals().json)
    throw new UsageError('--json needs a file: with - the export itself goes to stdout.');
  if (process.stdout.isTTY) throw new UsageError('The export cannot go to a terminal: name a file, or use a pipe.');
}

const rowsByTable = (tables: { name: string; rows: number }[]): Record<string, number> =>
  Object.fromEntries(tables.map(({ name, rows }) => [name, rows]));

function note(text: string): void {
  process.stderr.write(`${text}\n`);
}
