import { setTimeout as delay } from 'node:timers/promises';
import type { DemoRemoved } from '@errand/contract/demo.ts';
import { deleteBlobs } from '#files/collect.ts';
import type { EraseDeps } from '#jobs/record/delete-data.ts';
import { erase, listErasable } from '#jobs/retention/erase.ts';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import type { Ask } from './create-demo.ts';
import { type DemoObjects, deleteDemo, noObjects, updateDemo } from './store.ts';

export type RemoveDeps = EraseDeps;

const JOBS_AT_ONCE = 100;
/** Demo jobs take a few milliseconds, but longer on a busy machine. */
const TRIES = 100;
const TRY_MS = 100;
/** Objects that are already deleted or that others use are skipped. */
const LEFT_ALONE = new Set([404, 409]);

/**
 * Deletes agents first, which cancels their jobs, then erases the jobs. If jobs still run, the demo stays until they
 * end.
 */
export async function removeDemo(
  deps: RemoveDeps,
  orgId: string,
  objects: DemoObjects,
  ask: Ask,
): Promise<DemoRemoved> {
  const remove = async (path: string): Promise<number> => {
    try {
      await ask('DELETE', path);
      return 1;
    } catch (error) {
      if (error instanceof AskError && LEFT_ALONE.has(error.status)) return 0;
      throw error;
    }
  };
  const removeAll = async (paths: string[]): Promise<number> => {
    let count = 0;
    for (const path of paths) count += await remove(path);
    return count;
  };
  // A query that is still running would create the table after its removal.
  for (const id of objects.queries) await ask('POST', `/v1/database/query/${id}/cancel/`).catch(() => undefined);
  const agents = await removeAll(objects.agents.map((id) => `/v1/agents/${id}/`));
  const tables = await removeAll(objects.tables.map((name) => `/v1/tables/${encodeURIComponent(name)}/`));
  const policies = await removeAll(objects.policies.map((id) => `/v1/policies/${id}/`));
  await removeAll(objects.tags.map((id) => `/v1/agents/tags/${id}/`));
  for (let tries = 0; tries < TRIES && (await hasRunning(deps.database, objects.agents)); tries += 1)
    await delay(TRY_MS);
  const jobs = await eraseJobs(deps, orgId, objects.agents);
  const db = deps.database.tenant(orgId);
  if (await hasRunning(deps.database, objects.agents)) {
    await updateDemo(db, orgId, { ...noObjects(), agents: objects.agents });
    throw new AppError('unavailable', {
      detail: 'Some jobs of the demo are still running. Try to remove it again in a moment.',
      retryAfterSeconds: 2,
    });
  }
  await deleteDemo(db, orgId);
  return { agents, jobs, policies, tables };
}

/** A failed API call of the demo, with the status of the response. */
export class AskError extends AppError {
  readonly status: number;
  constructor(status: number, detail: string) {
    super('internal', { detail });
    this.status = status;
  }
}

async function eraseJobs(
  { database, storage, signer, erasers }: RemoveDeps,
  orgId: string,
  agents: string[],
): Promise<number> {
  const key = await signer.keyOf(orgId);
  let count = 0;
  for (;;) {
    const { jobIds, storageKeys } = await database.system.tx(async (tx) => {
      const found = await listErasable(tx, orgId, agents, JOBS_AT_ONCE);
      if (found.length === 0) return { jobIds: found, storageKeys: [] };
      return { jobIds: found, storageKeys: await erase(tx, key, { orgId, kind: 'jobs', jobIds: found, erasers }) };
    });
    await deleteBlobs(database.system, storage, storageKeys);
    if (jobIds.length === 0) return count;
    count += jobIds.length;
  }
}

async function hasRunning({ system }: Database, agents: string[]): Promise<boolean> {
  const rows = await system.query(
    'select from job_queue q join jobs j on j.id = q.job_id where j.agent_id = any($1::uuid[]) limit 1',
    [agents],
  );
  return rows.length > 0;
}
