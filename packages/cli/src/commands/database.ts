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
    .description('migrate the database to this version')
    .option('--contract', 'also remove what only the previous version uses; its processes cannot start afterwards')
    .action((options: { contract?: boolean }, command) =>
      operate(
        command,
        async ({ applied: expanded, db, url }) => {
          const applied = options.contract ? [...expanded, ...(await contract(db, url))] : expanded;
          const said = applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`;
          const closed = options.contract ? ' The previous version can no longer start on this database.' : '';
          return { json: { applied, ...(options.contract && { contracted: true }) }, text: done(`${said}${closed}`) };
        },
        { mayCreate: true },
      ),
    );

  const database = program.command('db').description('export and import the database');

  database
    .command('export')
    .description(
      'write a snapshot of the whole database to one file, with --files including stored content; the service can keep running',
    )
    .argument('<file>', 'a new file, or - for stdout')
    .option('--files', 'with the content of files, artifacts and tables')
    .action(async (file, { files = false }, command) => {
      if (file === '-') refuseScreen(command);
      await operate(command, async ({ config, url }) => {
        const [{ exportDatabase }, { openConfiguredStorage }] = await Promise.all([
          import('@errand/server/operator/export-database.ts'),
          import('@errand/server/operator/recovery/open-configured-storage.ts'),
        ]);
        const storage = files ? await openConfiguredStorage(config) : undefined;
        const progress = createProgress('Exported');
        const write = (target: Writable) => exportDatabase(url, target, progress.show, storage);
        const exported = file === '-' ? await write(process.stdout) : await writeNewFile(file, write);
        progress.end();
        await storage?.close();
        if (!files)
          note(
            `The export does not include the content of files and artifacts. Copy ${config.storage} as well, or use --files.`,
          );
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
    .description('import an export into a new installation, completely or not at all')
    .argument('<file>', 'a file created by db export, or - for stdin')
    .action((file, _options, command) => {
      if (file !== '-' && !existsSync(file)) throw new UsageError(`There is no file ${file}.`);
      const fill = async ({ config, url, db }: Context) => {
        const [{ importDatabase }, { openConfiguredStorage }, owner] = await Promise.all([
          import('@errand/server/operator/import-database.ts'),
          import('@errand/server/operator/recovery/open-configured-storage.ts'),
          import('@errand/server/operator/recovery/storage-owner.ts'),
        ]);
        const storage = await openConfiguredStorage(config);
        const before = await owner.ensureInstallationId(db);
        const progress = createProgress('Imported');
        const source = file === '-' ? process.stdin : createReadStream(file);
        const imported = await importDatabase(url, source, progress.show, storage);
        const { tables, exported_at, errand_version, objects } = imported;
        progress.end();
        await owner.followImport(db, storage, before);
        await storage.close();
        if (!objects)
          note(`The export does not include the content of files and artifacts. Copy them to ${config.storage}.`);
        note('Run npx errand restore check to compare the database with its storage.');
        const rows = tables.reduce((sum, table) => sum + table.rows, 0);
        const content = objects ? `, ${count(objects.objects, 'object')} (${count(objects.bytes, 'byte')})` : '';
        return {
          json: { file, exported_at, errand_version, rows, tables: rowsByTable(tables), ...objects },
          text: done(
            `Imported ${count(rows, 'row')} of ${count(tables.length, 'table')}${content}, exported ${exported_at}.`,
          ),
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
