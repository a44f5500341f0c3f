import { updateDraining } from '#jobs/queue/workers.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { isUuid } from '#platform/ids.ts';

// The processes of an installation, as their registrations show them.

export type WorkerState = 'active' | 'draining' | 'drained' | 'silent';

export type WorkerView = {
  id: string;
  host: string;
  pid: number;
  role: string;
  version: string;
  state: WorkerState;
  /** Jobs that it runs, and how many it may run at once. */
  running: number;
  concurrency: number;
  started_at: Date;
  last_seen_at: Date;
};

/** The length of a lease. After that, other workers take over the jobs. */
const SILENT_SECONDS = 15;

/** Lists all processes. Those with the role api are included, because they run jobs that their callers wait for. */
export async function listWorkers(db: Db): Promise<WorkerView[]> {
  return db.query<WorkerView>(
    `select w.id, split_part(w.host, '#', 1) as host, w.pid, w.role, w.version, w.concurrency, w.started_at,
        w.last_seen as last_seen_at, q.running,
        case when w.last_seen < clock_timestamp() - make_interval(secs => $1) then 'silent'
          when w.draining_at is null then 'active' when q.running > 0 then 'draining' else 'drained' end as state
      from workers w
      cross join lateral (select count(*)::int as running from job_queue q where q.worker_id = w.id) q
      order by w.started_at, w.id`,
    [SILENT_SECONDS],
  );
}

/**
 * Starts or ends the drain of a worker, which claims no more and finishes what it runs. Every claim reads the
 * registration, so this takes effect at once. `who` is the worker's id, or its host if only one process runs there.
 */
export async function setDraining(db: Transactor, who: string, draining: boolean): Promise<WorkerView> {
  const { id } = chooseWorker(await listWorkers(db), who);
  await updateDraining(db, id, draining);
  const changed = (await listWorkers(db)).find((worker) => worker.id === id);
  if (changed === undefined) throw notFound('worker');
  return changed;
}

function chooseWorker(workers: WorkerView[], who: string): WorkerView {
  const found = workers.filter(({ id, host }) => (isUuid(who) ? id === who.toLowerCase() : host === who));
  if (found.length === 1) return found[0]!;
  if (found.length === 0)
    throw new AppError('not_found', { detail: `No worker has this id or host. npx errand workers list shows all.` });
  const ids = found.map(({ id }) => id).join(', ');
  throw new AppError('conflict', { detail: `${found.length} processes run on ${who}. Name one by its id: ${ids}.` });
}
