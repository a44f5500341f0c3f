import type { Cluster } from './cluster.ts';
import type { JobRow } from './judge-jobs.ts';
import { type Entry, isAnswer } from './load.ts';

// What must be true of every request.
//
// A request that is answered 2xx is durable. One that is refused (4xx that names no job) has made nothing. One that got
// no answer, or a 5xx, has made all of its jobs or none of them; sent again with the same Idempotency-Key, however
// often, it makes them once.

export function checkRequests(
  entries: Entry[],
  jobs: JobRow[],
  known: Map<string, JobRow>,
  violations: string[],
): void {
  const made = jobs.filter((job) => job.retried_from === null);
  const byRequest = Map.groupBy(made, (job) => job.metadata?.request ?? '');
  const byTag = Map.groupBy(
    made.filter((job) => job.metadata?.request === undefined),
    (job) => job.inputs.find(({ key }) => key === 'tag')!.value,
  );
  for (const [requestId, copies] of Map.groupBy(entries, (entry) => entry.requestId)) {
    const entry = copies[0]!;
    const { kind, tags } = entry;
    const fail = (text: string): void => {
      violations.push(`${kind} ${requestId}: ${text} (${copies.map(({ answer }) => answer).join(', ')}) ${entry.text}`);
    };
    for (const { jobIds, tenant } of copies) {
      for (const id of jobIds) {
        const job = known.get(id);
        if (job === undefined || job.status === null) fail(`acknowledged ${id} and lost it`);
        else if (job.org_id !== tenant.orgId) fail(`${id} is not its own`);
      }
    }
    if (kind !== 'hasty' && copies.some(({ answer }) => /timeout/i.test(String(answer)))) fail('was never answered');
    // The jobs of a statement are made while it runs: they are judged with it.
    if (['cancel', 'retry', 'sql', 'upload'].includes(kind)) continue;
    const own = kind === 'many' ? tags.flatMap((tag) => byTag.get(tag) ?? []) : (byRequest.get(requestId) ?? []);
    const ids = new Set(copies.flatMap(({ jobIds }) => jobIds));
    const accepted = copies.some(({ answer }) => answer === 200 || answer === 201) || ids.size > 0;
    if (accepted && own.length !== tags.length)
      fail(`made ${own.length} jobs instead of ${tags.length}: doubled or lost`);
    if (!accepted && own.length !== 0 && own.length !== tags.length) fail(`made ${own.length} of ${tags.length} jobs`);
    if (copies.every(({ answer }) => isAnswer(answer)) && !accepted && own.length > 0)
      fail('was refused and made jobs');
    if (entry.batchId === undefined && [...ids].some((id) => !own.some((job) => job.id === id)))
      fail('acknowledged other jobs');
    if (kind === 'copies' && ids.size > 1) fail('its copies were answered with different jobs: doubled');
  }
}

/** Requests and the database's clock are no further apart. */
const CLOCK_MS_MAX = 5_000;

/** Whatever a process believes the time to be, its jobs carry that of PostgreSQL. */
export function checkClocks(entries: Entry[], known: Map<string, JobRow>, violations: string[]): void {
  for (const { kind, jobIds, sentAt, answeredAt } of entries) {
    if (kind === 'cancel' || kind === 'copies') continue;
    for (const id of jobIds) {
      const at = known.get(id)?.created_at.getTime();
      if (at === undefined) continue;
      if (at < sentAt - CLOCK_MS_MAX || at > answeredAt + CLOCK_MS_MAX)
        violations.push(`job ${id}: says it was created ${at - sentAt} ms after it was sent`);
    }
  }
}

/** Every statement that was accepted ends with its rows, and the jobs that it needs are made once. */
export async function checkStatements(cluster: Cluster, entries: Entry[], jobs: JobRow[], violations: string[]) {
  const accepted = entries.filter(({ queryId }) => queryId !== undefined);
  const rows = await cluster.database.system.query<{ id: string; status: string; error: string | null }>(
    'select id, status, error from worksheet_queries where id = any($1::uuid[])',
    [accepted.map(({ queryId }) => queryId)],
  );
  const hadNoStorage = cluster.faults.some(({ kind }) => kind === 'storage' || kind === 'full');
  const byTag = Map.groupBy(jobs, (job) => job.inputs.find(({ key }) => key === 'tag')!.value);
  for (const { queryId, tags, tenant } of accepted) {
    const row = rows.find(({ id }) => id === queryId);
    if (row === undefined) violations.push(`statement ${queryId}: acknowledged and lost`);
    // Its rows are kept in the storage: without that it fails, and says why.
    else if (row.status === 'FAILURE' && /storage/.test(row.error ?? '') && hadNoStorage) continue;
    else if (row.status === 'FAILURE' && /no credits left/.test(row.error ?? '') && tenant.limited) continue;
    else if (row.status !== 'SUCCESS') violations.push(`statement ${queryId}: ${row.status} ${row.error}`);
    const made = tags.map((tag) => byTag.get(tag)?.length ?? 0);
    // Without credits its jobs are refused, and its cells are null.
    if (made.some((count) => count > 1 || (count === 0 && tenant.name !== 'poor')))
      violations.push(`statement ${queryId}: made ${made} jobs: doubled or lost`);
  }
  return accepted.length;
}

/** What was uploaded is known. */
export async function checkUploads(cluster: Cluster, entries: Entry[], violations: string[]): Promise<number> {
  const ids = entries.flatMap(({ fileId }) => fileId ?? []);
  const rows = await cluster.database.system.query<{ id: string }>('select id from files where id = any($1::uuid[])', [
    ids,
  ]);
  const known = new Set(rows.map(({ id }) => id));
  for (const id of ids) if (!known.has(id)) violations.push(`file ${id}: acknowledged and lost`);
  return ids.length;
}
