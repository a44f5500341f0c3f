import type { OutputItem } from '@errand/contract/jobs.ts';
import type { Role } from '@errand/contract/roles.ts';
import type { Trust } from '@errand/contract/trust.ts';
import { listDeliveries } from '#connections/deliveries/store.ts';
import { linksOf, untrustedOf } from '#orgs/actor.ts';
import type { Db } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { findHold } from '../record/holds.ts';
import { jobStatus } from '../record/model.ts';
import { findOpenWait } from '../record/wait-store.ts';
import { waitViewFor } from '../waits/model.ts';
import { describeFailure } from './failure.ts';
import { modelsView } from './job-models.ts';
import { listSteps } from './job-steps.ts';
import { traceView } from './job-trace.ts';
import { JOINS, LIST_COLUMNS, type ListRow, withFileNames } from './list-jobs.ts';
import { publishReferences } from './public-references.ts';
import { outputViews, partialViews } from './views.ts';

type FullRow = ListRow & {
  agent_id: string;
  version_id: string;
  outputs: OutputItem[] | null;
  trust: Trust | null;
  cost: number | null;
  input_tokens: number | null;
  output_tokens: number | null;
  error_code: string | null;
  error_message: string | null;
  policy_version_id: string | null;
  origin: string;
  batch_id: string | null;
  retried_from: string | null;
  trace: string | null;
  cache_outcome: keyof typeof cacheReasons;
  source_job_id: string | null;
  next_attempt_at: Date | null;
};

/** Returns one job with everything known about it. `base` is the address that the reader uses, `traceUrl` that of traces. */
export async function getJobView(
  db: Db,
  orgId: string,
  jobId: string,
  { base, traceUrl, reader }: { base: string; traceUrl: string | undefined; reader: Role },
) {
  const rows = await db.query<FullRow>(
    `select ${LIST_COLUMNS}, j.agent_id, j.version_id, r.outputs, r.trust, r.cost, r.input_tokens, r.output_tokens,
        r.error_code, r.error_message,
        j.policy_version_id, j.origin, j.batch_id, j.retried_from, j.trace,
        j.cache_outcome, r.source_job_id, case when q.status = ${jobStatus.retry} then q.run_at end as next_attempt_at
      from jobs j ${JOINS} where j.id = $2 and j.org_id = $1`,
    [orgId, jobId],
  );
  const row = rows[0];
  if (row === undefined) throw notFound('job');
  const [item] = await withFileNames(db, orgId, [row], Number.POSITIVE_INFINITY);
  const steps = await listSteps(db, orgId, jobId);
  const ended = { status: row.status, outputs: row.outputs ?? [], dataDeleted: row.data_deleted };
  const lastRetry = row.events.findLast((event) => event.status === jobStatus.retry);
  return {
    ...item!,
    metadata: row.metadata ?? {},
    agent_id: row.agent_id,
    agent_version_id: row.version_id,
    outputs: publishReferences(outputViews(ended), base),
    partial_outputs: publishReferences(partialViews(ended), base),
    trust: row.trust,
    cost: row.cost ?? 0,
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    error_message: row.error_message ?? (row.status === jobStatus.retry ? (lastRetry?.error ?? null) : null),
    error: row.status === jobStatus.failure ? await describeFailure(db, orgId, row) : null,
    policy_version_id: row.policy_version_id,
    attempt: row.attempt,
    origin: row.origin,
    batch_id: row.batch_id,
    retried_from: row.retried_from,
    ...traceView(row.trace, traceUrl),
    retried_as: await listRetries(db, orgId, jobId),
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    waiting: await findWaiting(db, orgId, row, reader),
    cache: { hit: row.cache_outcome === 'hit', reason: cacheReason(row) },
    steps,
    ...modelsView(steps),
    hold: (await findHold(db, orgId, jobId)) ?? null,
    post_actions: await listDeliveries(db, orgId, jobId),
    untrusted_content: [
      ...new Set([...untrustedOf(linksOf(row.actor)), ...steps.flatMap(({ untrusted }) => untrusted ?? [])]),
    ].sort(),
  };
}

/** Returns the open wait of a waiting job. Other jobs need no query, because most jobs never wait. */
async function findWaiting(db: Db, orgId: string, row: FullRow, reader: Role) {
  if (row.display_status !== 'waiting') return null;
  const wait = await findOpenWait(db, orgId, row.id);
  return wait === undefined ? null : waitViewFor(reader, wait);
}

const cacheReasons = {
  hit: 'The same inputs were answered before with this version.',
  miss: 'No earlier job of this version has these inputs and a reusable result.',
  expired: 'An earlier job has these inputs, but its result is older than the agent allows (cache_max_age_seconds).',
  skipped: 'The request asked not to read the cache.',
  disabled: 'The agent does not read the cache (disable_cache).',
};

const cacheReason = (row: FullRow): string =>
  cacheReasons[row.cache_outcome] +
  (row.source_job_id === null ? '' : ` The answer comes from job ${row.source_job_id}.`);

/** Lists the jobs that repeat this one. They are newer, so older months are not read. */
async function listRetries(db: Db, orgId: string, jobId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    'select id from jobs where org_id = $1 and retried_from = $2::uuid and id > $2::uuid order by id desc limit 10',
    [orgId, jobId],
  );
  return rows.map((row) => row.id);
}
