import type { UntrustedSource } from '#engines/engine/untrusted.ts';
import type { Db } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';
import type { JobControl } from '../queue/runs.ts';
import { HELD_STEP } from '../record/model.ts';
import { storableJson } from '../record/storable.ts';
import type { NewStep } from './record-step.ts';

// Steps that a repeated job takes over from the job that it repeats.

export type TakenStep = {
  job_id: string;
  key: string;
  kind: string;
  name: string;
  model: string | null;
  result: unknown;
  request: unknown;
  untrusted: UntrustedSource | null;
};

/**
 * Lists the steps that a job recorded before step `fromSeq`, by key. Left out are steps inside that one, answers of
 * people (they were about the other job), the result that waited for approval, and steps that stored something under
 * their job's id.
 */
export async function listTakenOver(
  db: Db,
  { jobId, fromSeq }: { jobId: string; fromSeq: number },
): Promise<Map<string, TakenStep>> {
  const rows = await db.query<TakenStep>(
    `select s.job_id, s.key, s.kind, s.name, s.model, s.result, s.request, s.untrusted
     from job_steps s left join job_steps f on f.job_id = s.job_id and f.seq = $2::int
     where s.job_id = $1::uuid and s.seq < $2::int and s.status = 'succeeded' and s.kind <> 'wait'
       and s.key <> '${HELD_STEP}' and s.artifact_key is null and position($1::text in s.result::text) = 0
       and not starts_with(s.key, f.key || '/')
     order by s.seq`,
    [jobId, fromSeq],
  );
  return new Map(rows.map((row) => [row.key, row]));
}

type Taking = { control: JobControl; record(step: Omit<NewStep, 'seq'>): Promise<boolean>; onStep(): void };

/** Records the step in this job without cost and returns its result. */
export async function takeOver({ control, record, onStep }: Taking, step: TakenStep): Promise<unknown> {
  const { key, kind, name, model, result, request, untrusted } = step;
  control.signal.throwIfAborted();
  await control.assertOwned();
  const kept = await record({
    key,
    kind,
    name,
    usage: { ...(model !== null && { model }), ...(untrusted !== null && { untrusted }) },
    cost: 0,
    startedAt: databaseNow(),
    durationMs: 0,
    error: null,
    result: storableJson(result ?? null),
    ...(request !== null && { request }),
    reusedFrom: step.job_id,
  });
  if (!kept) throw new Error('This attempt no longer owns the job.');
  onStep();
  return result;
}
