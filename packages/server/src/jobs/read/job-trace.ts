import type { Db } from '#platform/db.ts';
import { type TraceCarrier, traceIdOf } from '#platform/tracing.ts';

/** Finds the traces of those jobs that have one. */
export async function findTraces(db: Db, jobIds: string[]): Promise<Map<string, TraceCarrier>> {
  const ids = jobIds.toSorted();
  // The first and the last id let PostgreSQL skip the other months.
  const rows = await db.query<{ id: string; trace: string }>(
    `select id, trace from jobs
      where id = any ($1::uuid[]) and id between $2::uuid and $3::uuid and trace is not null`,
    [ids, ids[0], ids.at(-1)],
  );
  return new Map(rows.map(({ id, trace }) => [id, trace]));
}

/** The trace as the wire shows it. `template` is the operator's address of a trace. */
export function traceView(trace: TraceCarrier | null, template: string | undefined) {
  const id = traceIdOf(trace);
  return {
    trace_id: id,
    trace_url: id === null || template === undefined ? null : template.replaceAll('{trace_id}', id),
  };
}
