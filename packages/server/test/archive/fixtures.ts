import { join } from 'node:path';
import type { ReadDeps } from '#jobs/archive/read-archived.ts';
import { rollUp } from '#jobs/figures/roll-up.ts';
import { firstIdAt } from '#platform/ids.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { createSecretBox } from '#secrets/box.ts';
import { createKeyring } from '#secrets/keyring.ts';
import { createSigner, type Signer } from '#signing/signer.ts';
import { openEngine } from '#workspace/engine/open-engine.ts';
import { readConfig } from '../../src/config/config.ts';
import { type Harness, SECRET_KEY, type TestOrg, until } from '../harness.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';

/** What the archive of the harness works with. */
export async function archiveDeps(
  harness: Harness,
): Promise<ReadDeps & { log: Harness['log']; stop(): Promise<void> }> {
  const config = readConfig({ ERRAND_DATA_DIR: harness.dataDir, ERRAND_SQL_WARM: '2' });
  const storage = await openStorage(config.storage, config.storageTimeoutMs);
  const folder = join(harness.dataDir, 'archive-test');
  const sql = openEngine({ storage, settings: config.workspace, log: harness.log, folder });
  return {
    database: harness.database,
    storage,
    engine: sql.engine,
    stop: sql.stop,
    timeoutMs: 120_000,
    log: harness.log,
  };
}

export type OldJobs = { agentId: string; ids: string[] };

/** Jobs that ended and were accepted so many months ago, oldest first: their rows get older ids and times. */
export async function endOldJobs(
  harness: Harness,
  org: TestOrg,
  { count, monthsAgo, engine = 'StepsEngine' }: { count: number; monthsAgo: number; engine?: string },
): Promise<OldJobs> {
  const agent = await createAgent(org, engine, { inputs: [{ key: 'text', required: false }] });
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = await startJob(org, agent.id, { text: `"job" ${index}, with a comma\nand a line` });
    await untilFinal(org, id);
    ids.push(id);
  }
  await countFigures(harness, ids);
  return { agentId: agent.id, ids: await makeOlder(harness, ids, monthsAgo) };
}

async function countFigures({ database: { system } }: Harness, ids: string[]): Promise<void> {
  await until(async () => {
    await rollUp(system);
    const [mark] = await system.query<{ counted: boolean }>(
      `select through > (select max(finished_at) from job_results where job_id = any($1)) as counted from job_figures_mark
       where through > '-infinity'`,
      [ids],
    );
    return mark?.counted;
  }, 'the figures');
}

const OF_JOBS = [
  'job_results',
  'job_steps',
  'job_waits',
  'job_events',
  'credit_ledger',
  'job_files',
  'job_artifacts',
  'job_references',
  'job_cache',
];

async function makeOlder({ database: { system } }: Harness, ids: string[], monthsAgo: number): Promise<string[]> {
  const now = new Date();
  const at = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 10, 12);
  const older = ids.map((id, index) => `${firstIdAt(at + index * 1_000).slice(0, 14)}${id.slice(14)}`);
  await system.tx(async (tx) => {
    for (const [index, id] of ids.entries()) {
      const moment = new Date(at + index * 1_000);
      const values = [id, older[index], moment];
      await tx.run('update jobs set id = $2::uuid, created_at = $3::timestamptz where id = $1::uuid', values);
      for (const table of OF_JOBS)
        await tx.run(`update ${table} set job_id = $2::uuid where job_id = $1::uuid`, [id, older[index]]);
      await tx.run(
        `update job_results set finished_at = $2::timestamptz + interval '1 second' where job_id = $1::uuid`,
        [older[index], moment],
      );
    }
  });
  return older;
}

export function signerOf({ database, dataDir }: Harness): Signer {
  const keyring = createKeyring({ secretKey: SECRET_KEY, previousKeys: [], jwtSecret: undefined, dataDir });
  return createSigner({ database, box: createSecretBox(database.system, keyring) });
}
