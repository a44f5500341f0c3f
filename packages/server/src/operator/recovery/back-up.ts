import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '#platform/db.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Config } from '../../config/config.ts';
import { type BaseBackup, takeBaseBackup } from './base-backup.ts';
import { RecoveryError } from './finding.ts';
import { writeManifest } from './manifest.ts';
import { ensureInstallationId } from './storage-owner.ts';

/** Takes a base backup of the embedded database, and lists the stored objects beside it. */
export async function backUp(options: {
  db: Db;
  url: string;
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'walArchive'>;
  storage: Storage;
  target: string;
  onProgress: (files: number) => void;
}): Promise<BaseBackup> {
  const { db, url, storage, target, onProgress } = options;
  const { databaseUrl, dataDir, walArchive } = options.config;
  if (databaseUrl !== undefined) {
    throw new RecoveryError(
      'This command backs up only the embedded database. Use pg_basebackup for the server of DATABASE_URL; see docs/recovery.md.',
    );
  }
  if (walArchive === undefined) {
    throw new RecoveryError(
      'A base backup needs the archived log. Set ERRAND_WAL_ARCHIVE to a folder, restart the service, and try again.',
    );
  }
  const installationId = await ensureInstallationId(db);
  const made = await takeBaseBackup({ url, dataDir, walArchive, target, installationId, onProgress });
  // Listed after the base backup, so content that its rows name is in the list unless it was deleted meanwhile.
  const list = createWriteStream(join(target, 'storage.jsonl'), { mode: 0o600, flush: true });
  await writeManifest(db, storage, list, { hashes: false, onProgress: () => undefined });
  return made;
}
