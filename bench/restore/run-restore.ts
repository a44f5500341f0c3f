import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureFirstStart } from '@errand/server/operator/first-start.ts';
import { prepareSchema } from '@errand/server/operator/installation.ts';
import { takeBaseBackup } from '@errand/server/operator/recovery/base-backup.ts';
import { checkRestore } from '@errand/server/operator/recovery/check-restore.ts';
import { restoreBase } from '@errand/server/operator/recovery/restore-base.ts';
import { createRestorePoint } from '@errand/server/operator/recovery/restore-point.ts';
import { openEmbeddedPostgres } from '@errand/server/platform/embedded-postgres.ts';
import { openStorage } from '@errand/server/platform/storage/open-storage.ts';
import { fillHistory, fillWaiting } from '../fill.ts';
import { type Tenant, withDatabase } from '../lab.ts';
import type { Row } from '../report.ts';

/**
 * npm run bench -- restore: half of the jobs are in the base backup, half in the log after it. The database is
 * destroyed and restored to a given time, then compared with a storage in which every tenth job has a file.
 */
export async function measureRestore({ quick, note }: { quick: boolean; note(text: string): void }): Promise<Row[]> {
  const jobs = quick ? 2_000 : 100_000;
  const folder = await mkdtemp(join(tmpdir(), 'errand-bench-restore-'));
  // As root, PostgreSQL runs as another user, which needs access to the archive.
  await chmod(folder, 0o755);
  const [dataDir, walArchive, target] = [join(folder, 'data'), join(folder, 'wal'), join(folder, 'base')];
  const storage = await openStorage(join(folder, 'storage'));
  try {
    const postgres = await openEmbeddedPostgres({ dataDir, purpose: 'operator', walArchive });
    const { url } = postgres;
    await prepareSchema(url);
    const tenant = await createFirst(url, dataDir);
    const { orgId } = tenant;
    await fillHistory(url, { tenant, jobs: jobs / 2, months: 1 });
    note('base backup …');
    const backup = await timed(() =>
      takeBaseBackup({ url, dataDir, walArchive, target, installationId: 'bench', onProgress: () => undefined }),
    );
    await fillWaiting(url, tenant, jobs / 2);
    await addFiles(url, storage, orgId, jobs / 10);
    await createRestorePoint(url, 'measured');
    await postgres.stop();
    await rm(dataDir, { recursive: true });
    note('restore …');
    const restored = await timed(() =>
      restoreBase({ from: target, wal: walArchive, dataDir, target: { point: 'measured' } }),
    );
    const again = await openEmbeddedPostgres({ dataDir, purpose: 'operator' });
    const checked = await withDatabase(again.url, async ({ system }) => {
      const [row] = await system.query<{ jobs: number }>('select count(*)::int as jobs from jobs');
      if (row!.jobs !== jobs) throw new Error(`${row!.jobs} of ${jobs} jobs are back.`);
      const options = { hashes: false, manifest: undefined, graceDays: 0, onProgress: () => undefined };
      return timed(() => checkRestore(system, storage, options));
    });
    await again.stop();
    if (!checked.value.ok) throw new Error('Database and storage do not fit.');
    const megabytes = Math.round(backup.value.bytes / 1e6);
    return [
      { figure: `base backup, ${jobs / 2} jobs (${megabytes} MB)`, ours: seconds(backup.ms) },
      {
        figure: `restore to a moment, ${jobs} jobs, half of them from the log`,
        ours: seconds(restored.ms),
        against: '',
      },
      { figure: `restore check, ${checked.value.named} files`, ours: seconds(checked.ms) },
    ];
  } finally {
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Creates the organization and the agent, as a first start does. */
const createFirst = (url: string, dataDir: string): Promise<Tenant> =>
  withDatabase(url, async ({ system }) => {
    await ensureFirstStart(system, { dataDir, bootstrapApiKey: undefined });
    const [row] = await system.query<Omit<Tenant, 'apiKey'>>(
      `select org_id as "orgId", agent_id as "agentId", id as "versionId" from agent_versions limit 1`,
    );
    return { ...row!, apiKey: '' };
  });

type Storage = Awaited<ReturnType<typeof openStorage>>;

async function addFiles(url: string, storage: Storage, orgId: string, count: number): Promise<void> {
  const keys = Array.from({ length: count }, (_, at) => `files/${orgId}/${at % 256}/${at}`);
  const waiting = keys.values();
  const put = async (): Promise<void> => {
    for (const key of waiting) await storage.put(key, Buffer.from(key));
  };
  await Promise.all(Array.from({ length: 16 }, put));
  await withDatabase(url, ({ system }) =>
    system.run(
      `insert into files (id, org_id, storage_key, sha256, size, name, content_type, created_at)
       select gen_random_uuid(), $1::uuid, key, repeat('0', 64), length(key), 'x', 'text/plain', now() from unnest($2::text[]) key`,
      [orgId, keys],
    ),
  );
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const startedAt = performance.now();
  return { value: await work(), ms: performance.now() - startedAt };
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
