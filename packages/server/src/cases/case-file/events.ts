import { statusNames } from '#jobs/record/model.ts';
import type { CaseContents } from './collect.ts';

type CaseEvent = { at: string; kind: string } & Record<string, unknown>;

/** Lists the events of a case by time: states, steps, waits and reviews. */
export function listEvents({
  found,
  steps,
  waits,
  review,
  tasks,
}: Omit<CaseContents, 'parts' | 'policy'>): CaseEvent[] {
  const events: CaseEvent[] = [
    { at: found.created_at.toISOString(), kind: 'accepted', by: found.requested_by, origin: found.origin },
    ...found.events.map(({ at, status, ...more }) => ({
      ...more,
      at: new Date(at).toISOString(),
      kind: `status ${statusNames[status]}`,
    })),
    ...steps.map(({ seq, key, kind, model, status, started_at: at, duration_ms }) => ({
      at: at.toISOString(),
      kind: `step ${kind}`,
      seq,
      key,
      model,
      status,
      duration_ms,
    })),
    ...waits.flatMap(({ id, kind, status, createdAt, answeredAt, answeredBy }) => [
      { at: createdAt.toISOString(), kind: `wait ${kind}`, wait_id: id },
      ...(answeredAt === null
        ? []
        : [{ at: answeredAt.toISOString(), kind: `wait ${status}`, wait_id: id, by: answeredBy?.name ?? null }]),
    ]),
    ...tasks.map(({ id, createdAt, reason, round }) => ({
      at: createdAt.toISOString(),
      kind: 'review asked for',
      task_id: id,
      reason,
      round,
    })),
    ...tasks.flatMap(({ id, disputedAt, settledAt, settlement }) => [
      ...(disputedAt === null ? [] : [{ at: disputedAt.toISOString(), kind: 'review disputed', task_id: id }]),
      ...(settledAt === null
        ? []
        : [{ at: settledAt.toISOString(), kind: 'review settled', task_id: id, by: settlement?.by.name ?? null }]),
    ]),
    ...(review === undefined || review.status === 'disputed'
      ? []
      : [{ at: review.reviewed_at.toISOString(), kind: `review ${review.status}`, by: review.reviewed_by }]),
  ];
  return events.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}
