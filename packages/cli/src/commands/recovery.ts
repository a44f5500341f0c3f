import type { Finding } from '@errand/server/operator/recovery/finding.ts';
import type { Command } from 'commander';
import { writeNewFile } from '../terminal/new-file.ts';
import { type Context, operate } from '../terminal/operate.ts';
import { createStatusLine } from '../terminal/progress.ts';
import { count, done, mark } from '../terminal/text.ts';

// Backups of database and storage, and the way back: docs/recovery.md.

export function addRecoveryCommands(program: Command): void {
  addBackupCommands(program.command('backup').description('prepare for a restore: the list of what is in the storage'));
  addRestoreCommands(
    program.command('restore').description('after a restore: whether database and storage fit together'),
  );
}

function addBackupCommands(backup: Command): void {
  backup
    .command('manifest')
    .description('list everything in the storage, with sizes; the service can keep running')
    .argument('<file>', 'a new file')
    .option('--hashes', 'read everything, and list its SHA-256 too')
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

function addRestoreCommands(restore: Command): void {
  restore
    .command('check')
    .description('compare what the database names with what the storage has, and say what to do; exit code 1: a fault')
    .option('--hashes', 'read all content and compare its SHA-256')
    .option('--manifest <file>', 'compare with the list of errand backup manifest, too')
    .option('--repair', 'take deleted content back, and mark what is gone in its jobs')
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
    .description('say that this storage belongs to this database, although it was marked by another installation')
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
