import { resolve } from 'node:path';
import type { Finding } from '@errand/server/operator/recovery/finding.ts';
import type { Command } from 'commander';
import { UsageError } from '../terminal/errors.ts';
import { writeNewFile } from '../terminal/new-file.ts';
import { type Context, operate, print } from '../terminal/operate.ts';
import { createStatusLine } from '../terminal/progress.ts';
import { count, done, mark, readTime, readWhole } from '../terminal/text.ts';

// Backups of database and storage, and how to restore them. See docs/recovery.md.

export function addRecoveryCommands(program: Command): void {
  addBackupCommands(
    program.command('backup').description('prepare for a restore: base backups, restore points, list of the storage'),
  );
  addRestoreCommands(
    program.command('restore').description('restore to a point in time, and check that database and storage match'),
  );
}

function addBackupCommands(backup: Command): void {
  addPointCommands(backup);
  backup
    .command('manifest')
    .description('list everything in the storage, with sizes; the service can keep running')
    .argument('<file>', 'a new file')
    .option('--hashes', 'read all content and add its SHA-256')
    .action((file, { hashes = false }, command) =>
      operate(command, (context) =>
        withStorage(context, async (storage) => {
          const { writeManifest } = await import('@errand/server/operator/recovery/manifest.ts');
          const end = await writeNewFile(file, (target) =>
            writeManifest(context.db, storage, target, { hashes, onProgress: progress('Listed') }),
          );
          return {
            json: { file, ...end },
            text: done(`Listed ${count(end.objects, 'object')} (${count(end.bytes, 'byte')}) in ${file}.`),
          };
        }),
      ),
    );
}

function addPointCommands(backup: Command): void {
  backup
    .command('base')
    .description('copy the embedded database to a new folder while it is in use; needs ERRAND_WAL_ARCHIVE')
    .argument('<folder>', 'a new folder')
    .action((folder, _options, command) =>
      operate(command, (context) =>
        withStorage(context, async (storage) => {
          const { backUp } = await import('@errand/server/operator/recovery/back-up.ts');
          const { db, url, config } = context;
          const made = await backUp({
            db,
            url,
            config,
            storage,
            target: resolve(folder),
            onProgress: progress('Copied'),
          });
          return {
            json: { folder, ...made },
            text: done(`Copied ${count(made.files, 'file')} (${count(made.bytes, 'byte')}) to ${folder}.`, {
              'can be restored from': made.ended_at,
            }),
          };
        }),
      ),
    );

  backup
    .command('point')
    .description('create a restore point with this name')
    .argument('<name>', 'up to 63 characters')
    .action((name, _options, command) =>
      operate(command, async ({ url }) => {
        const { createRestorePoint } = await import('@errand/server/operator/recovery/restore-point.ts');
        const made = await createRestorePoint(url, name);
        return { json: { name, ...made }, text: done(`${name} is ${made.at} by PostgreSQL's clock.`) };
      }),
    );
}

function addBaseCommand(restore: Command): void {
  restore
    .command('base')
    .description('restore a base backup into an empty data folder, and replay the archived log up to a point in time')
    .argument('<folder>', 'folder created by errand backup base')
    .requiredOption('--wal <folder>', 'the archived log: the folder of ERRAND_WAL_ARCHIVE')
    .option('--to-time <time>', 'the point in time, by the clock of PostgreSQL (default: the end of the log)', readTime)
    .option('--to-point <name>', 'a restore point created by errand backup point')
    .option('--timeline <number>', 'timeline of the log, after an earlier restore (default: the newest)', (text) =>
      readWhole(text, 4_294_967_295),
    )
    .action(async (folder, { wal, toTime, toPoint, timeline }, command) => {
      if (toTime !== undefined && toPoint !== undefined) throw new UsageError('Use --to-time or --to-point, not both.');
      const [{ readConfig }, { restoreBase }] = await Promise.all([
        import('@errand/server/config/config.ts'),
        import('@errand/server/operator/recovery/restore-base.ts'),
      ]);
      const { databaseUrl, dataDir, postgresBin: binaries } = readConfig();
      if (databaseUrl !== undefined) {
        throw new UsageError(
          'DATABASE_URL names an external server. Restore it with its own tools; see docs/recovery.md.',
        );
      }
      const target = { time: toTime, point: toPoint, timeline };
      const restored = await restoreBase({ from: resolve(folder), wal: resolve(wal), dataDir, binaries, target });
      print(command, {
        json: { data_folder: dataDir, ...restored },
        text: done(`Restored to ${dataDir} in ${restored.seconds} s.`, {
          'last transaction': restored.last_transaction_at ?? 'none after the base backup',
          next: 'npx errand restore check, then start the service',
        }),
      });
    });
}

function addRestoreCommands(restore: Command): void {
  addBaseCommand(restore);
  restore
    .command('check')
    .description('compare the database with the storage and show how to fix problems; exit code 1 if there are any')
    .option('--hashes', 'read all content and compare its SHA-256')
    .option('--manifest <file>', 'also compare with a list from errand backup manifest')
    .option('--repair', 'recover deleted content, and mark lost content in its jobs')
    .action((options, command) =>
      operate(command, (context) =>
        withStorage(context, async (storage) => {
          const [{ checkRestore }, { repairRestore }] = await Promise.all([
            import('@errand/server/operator/recovery/check-restore.ts'),
            import('@errand/server/operator/recovery/repair.ts'),
          ]);
          const onProgress = progress('Looked at');
          const { hashes = false, manifest, repair = false } = options;
          const repaired = repair ? await repairRestore(context.db, storage, onProgress) : undefined;
          const graceDays = context.config.storageGraceDays;
          const report = await checkRestore(context.db, storage, { hashes, manifest, graceDays, onProgress });
          process.exitCode = report.ok ? 0 : 1;
          const head =
            repaired === undefined
              ? []
              : [
                  `${mark(true)} Repaired: ${count(repaired.taken_back, 'object')} taken back, ${count(repaired.marked, 'row')} of ${count(repaired.jobs, 'job')} marked as lost`,
                ];
          return {
            json: { ...report, ...(repaired !== undefined && { repaired }) },
            text: [...head, ...describe(report.findings)].join('\n'),
          };
        }),
      ),
    );

  restore
    .command('adopt')
    .description('assign this storage to this database, although another installation marked it')
    .action((_options, command) =>
      operate(command, (context) =>
        withStorage(context, async (storage) => {
          const { adoptStorage } = await import('@errand/server/operator/recovery/storage-owner.ts');
          const { id, before } = await adoptStorage(context.db, storage);
          return {
            json: { installation_id: id, before },
            text: done(`The storage now belongs to the installation ${id}.`, before === null ? {} : { before }),
          };
        }),
      ),
    );
}

async function withStorage<T>(
  { config }: Context,
  work: (storage: Awaited<ReturnType<typeof open>>) => Promise<T>,
): Promise<T> {
  const storage = await open(config);
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

async function open({ storage, storageTimeoutMs }: Context['config']) {
  const { openConfiguredStorage } = await import('@errand/server/operator/recovery/open-configured-storage.ts');
  return openConfiguredStorage({ storage, storageTimeoutMs });
}

function describe(findings: Finding[]): string[] {
  const width = Math.max(...findings.map(({ name }) => name.length));
  return findings.flatMap(({ name, ok, detail, fix }) => [
    `${mark(ok)} ${name.padEnd(width)}  ${detail}`,
    ...(fix === undefined ? [] : [`  → ${fix}`]),
  ]);
}

function progress(verb: string): (objects: number) => void {
  const line = createStatusLine();
  return (objects) => line.show(`${verb} ${count(objects, 'object')} …`);
}
