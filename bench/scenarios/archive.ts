import { join } from 'node:path';
import { readConfig } from '@errand/server/config/config.ts';
import { archivePass, type Pass } from '@errand/server/jobs/archive/archive-pass.ts';
import type { Database } from '@errand/server/platform/db.ts';
import { createLog } from '@errand/server/platform/log.ts';
import { openStorage } from '@errand/server/platform/storage/open-storage.ts';
import { openEngine } from '@errand/server/workspace/engine/open-engine.ts';
import { fillHistory, fillSteps, vacuum } from '../fill.ts';
import { createTenant, type Lab, withDatabase } from '../lab.ts';
import { perSecond, type Row } from '../report.ts';

const MILLION = 1_000_000;

/**
 * Archives closed months as Parquet files: written, read back, compared, removed from the tables. Each job has three
 * steps, like an extraction. Rates and sizes are scaled to a million jobs.
 */
export async function measureArchive(lab: Lab): Promise<Row[]> {
  const jobs = lab.quick ? 2_000 : 250_000;
  const { url, name } = await lab.createDatabase();
  const server = await lab.startServer(url);
  try {
    return await withDatabase(url, async (database) => {
      const tenant = await createTenant(database, server.port);
      await server.stop();
      await fillHistory(url, { tenant, jobs, months: 6 });
      await fillSteps(url, 3);
      await database.system.run(
        `update job_figures_mark set through = 'infinity', models_through = 'infinity', merged_to = 'infinity'`,
      );
      await vacuum(url);
      const perJob = (await sizeOfTables(database)) / jobs;
      const { pass, seconds } = await archive(lab, database);
      const scale = MILLION / pass.jobs;
      return [
        {
          figure: `archive, jobs with 3 steps each (${pass.jobs} jobs in ${pass.parts} parts)`,
          ours: perSecond(pass.jobs / seconds),
          against: `${((seconds * scale) / 60).toFixed(1)} minutes for a million, by proportion`,
        },
        {
          figure: 'archive, size of a million jobs with 3 steps each, by proportion',
          ours: `${Math.round((pass.bytes * scale) / MILLION)} MB`,
          against: `${Math.round(perJob)} MB in tables and indexes`,
        },
      ];
    });
  } finally {
    await server.stop();
    await lab.dropDatabase(name);
  }
}

async function archive(lab: Lab, database: Database): Promise<{ pass: Pass; seconds: number }> {
  const folder = join(lab.folder, 'archive');
  const config = readConfig({ ERRAND_DATA_DIR: folder, ERRAND_SQL_WARM: '2' });
  const storage = await openStorage(config.storage, config.storageTimeoutMs);
  const log = createLog('error');
  const sql = openEngine({ storage, settings: config.workspace, log, folder: join(folder, 'sql') });
  const deps = { database, storage, engine: sql.engine, timeoutMs: config.workspace.importTimeoutMs, log };
  try {
    lab.settle();
    const startedAt = performance.now();
    const pass = await archivePass(deps, {
      afterMonths: 1,
      onPart: ({ jobs }) =>
        lab.note(`${jobs} jobs archived after ${Math.round((performance.now() - startedAt) / 1_000)} s`),
    });
    return { pass: pass!, seconds: (performance.now() - startedAt) / 1_000 };
  } finally {
    await sql.stop();
    await storage.close();
  }
}

async function sizeOfTables(database: Database): Promise<number> {
  const [row] = await database.system.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(c.oid)) as bytes from pg_class c
     where c.relkind = 'r' and c.relname ~ '^(jobs|job_results|job_steps)'`,
  );
  return row!.bytes;
}
