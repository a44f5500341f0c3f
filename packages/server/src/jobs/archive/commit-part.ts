import { isDeepStrictEqual } from 'node:util';
import { foldLedger } from '#credits/ledger.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { deleteDeliveries } from '#webhooks/deliveries-store.ts';
import { keepFigures } from '../figures/roll-up.ts';
import { keepModelFigures } from '../record/model-figures-sql.ts';
import { checkTables } from './read-rows.ts';
import { fillPart } from './store.ts';
import { DROPPED } from './tables.ts';
import type { Draft } from './write-part.ts';

// Deletes the rows of a part from the tables, in one transaction, and only if every value equals what was read back
// from the stored files. Deleting data and placing a hold lock the same rows.

/** The rows have changed since they were written, or some are held now. */
export class ChangedRows extends Error {}

export async function commitPart(system: Transactor, draft: Draft): Promise<void> {
  await system.tx(async (tx) => {
    await (draft.kind === 'jobs' ? lockJobs : lockDeliveries)(tx, draft);
    for (const { file, source, columns } of draft.files) {
      const { rows, checks } = await checkTables(tx, source, columns, draft.ids);
      if (rows !== file.rows) throw new ChangedRows(`${source.name}: ${rows} rows, ${file.rows} in ${file.key}`);
      const other = Object.keys(checks).find((name) => checks[name] !== file.checks[name]);
      if (other !== undefined || !isDeepStrictEqual(checks, file.checks))
        throw new ChangedRows(`${source.name}: the column ${other} differs from ${file.key}`);
    }
    const summary = await (draft.kind === 'jobs' ? summarizeJobs : summarizeDeliveries)(tx, draft.ids);
    const filled = await fillPart(tx, draft.id, {
      firstId: draft.ids[0]!,
      lastId: draft.ids.at(-1)!,
      rows: draft.ids.length,
      files: draft.files.map(({ file }) => file),
      ...summary,
    });
    if (filled === 0) throw new ChangedRows(`the part ${draft.id} was removed`);
    await (draft.kind === 'jobs' ? takeJobs(tx, draft) : deleteDeliveries(tx, draft.ids));
  });
}

const FOLLOWING = { steps: 'job_steps', waits: 'job_waits', events: 'job_events', reruns: 'job_reruns' };

async function lockJobs(tx: Db, { ids, files }: Draft): Promise<void> {
  const locked = await tx.query(
    'select job_id from job_results where job_id = any($1::uuid[]) order by job_id for update',
    [ids],
  );
  const held = await tx.query('select job_id from held_jobs where job_id = any($1::uuid[])', [ids]);
  if (locked.length !== ids.length || held.length > 0) throw new ChangedRows('some jobs are held or gone');
  // Tables without a file must still have no rows.
  for (const [name, table] of Object.entries(FOLLOWING)) {
    if (files.some(({ file }) => file.name === name)) continue;
    const found = await tx.query(`select 1 from ${table} where job_id = any($1::uuid[]) limit 1`, [ids]);
    if (found.length > 0) throw new ChangedRows(`there are ${name} by now`);
  }
}

async function lockDeliveries(tx: Db, { ids }: Draft): Promise<void> {
  const locked = await tx.query('select id from webhook_deliveries where id = any($1::uuid[]) order by id for update', [
    ids,
  ]);
  if (locked.length !== ids.length) throw new ChangedRows('some deliveries are gone');
}

type Summary = { firstAt: Date; lastAt: Date; agents: Record<string, number> };

async function summarizeJobs(tx: Db, ids: string[]): Promise<Summary> {
  const [row] = await tx.query<Summary>(
    `select min("firstAt") as "firstAt", max("lastAt") as "lastAt", jsonb_object_agg(agent_id, jobs) as agents from (
       select agent_id, count(*) as jobs, min(finished_at) as "firstAt", max(finished_at) as "lastAt" from job_results
       where job_id = any($1::uuid[]) group by agent_id) a`,
    [ids],
  );
  return row!;
}

async function summarizeDeliveries(tx: Db, ids: string[]): Promise<Summary> {
  const [row] = await tx.query<Omit<Summary, 'agents'>>(
    `select min(created_at) as "firstAt", max(created_at) as "lastAt" from webhook_deliveries where id = any($1::uuid[])`,
    [ids],
  );
  return { ...row!, agents: {} };
}

async function takeJobs(tx: Db, { ids, orgId, month }: Draft): Promise<void> {
  await keepFigures(tx, ids, 'archive_figures');
  await keepModelFigures(tx, orgId, ids);
  await foldLedger(tx, orgId, month, ids);
  for (let at = 0; at < ids.length; at += IDS_TAKEN) await deleteJobs(tx, ids.slice(at, at + IDS_TAKEN));
}

/** Jobs per statement, so that none comes near the statement timeout. */
const IDS_TAKEN = 5_000;

async function deleteJobs(tx: Db, ids: string[]): Promise<void> {
  await tx.run('delete from wait_links where wait_id in (select id from job_waits where job_id = any($1::uuid[]))', [
    ids,
  ]);
  for (const table of [...DROPPED, ...Object.values(FOLLOWING), 'job_results'])
    await tx.run(`delete from ${table} where job_id = any($1::uuid[])`, [ids]);
  await tx.run('delete from jobs where id = any($1::uuid[])', [ids]);
}
