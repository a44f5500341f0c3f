import type { CaseCalendar } from '@errand/contract/case-desk.ts';
import type { Db } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';

export type ClockRow = {
  id: string;
  name: string;
  calendar: CaseCalendar | null;
  due_at: Date;
  paused_at: Date | null;
  stopped_at: Date | null;
  left_ms: number | null;
};

export const listClocks = (tx: Db, orgId: string, caseId: string): Promise<ClockRow[]> =>
  tx.query<ClockRow>(
    `select id, name, calendar, due_at, paused_at, stopped_at, left_ms::float8 as left_ms from case_clocks
     where org_id = $1 and case_id = $2 order by name`,
    [orgId, caseId],
  );

export async function insertClock(
  tx: Db,
  orgId: string,
  given: { caseId: string; name: string; calendar: CaseCalendar | null; dueAt: Date },
): Promise<void> {
  await tx.run(
    `insert into case_clocks (id, org_id, case_id, name, calendar, due_at, tell_at) values ($1, $2, $3, $4, $5, $6, $6)`,
    [newId(), orgId, given.caseId, given.name, given.calendar && JSON.stringify(given.calendar), given.dueAt],
  );
}

/** Stops a clock, for a while or because its case is closed. */
export async function holdClock(
  tx: Db,
  id: string,
  { by, reason, leftMs }: { by: 'paused_at' | 'stopped_at'; reason: string | null; leftMs: number },
): Promise<void> {
  await tx.run(
    `update case_clocks set ${by} = clock_timestamp(), pause_reason = coalesce($2, pause_reason), left_ms = $3,
       claim_id = null
     where id = $1`,
    [id, reason, Math.round(leftMs)],
  );
}

/** Lets a clock run again. One that was told of before is not told of twice. */
export async function releaseClock(tx: Db, id: string, dueAt: Date): Promise<void> {
  await tx.run(
    `update case_clocks set paused_at = null, stopped_at = null, pause_reason = null, left_ms = null, due_at = $2, tell_at = $2,
       claim_id = null
     where id = $1`,
    [id, dueAt],
  );
}

/** Of two clocks with one name that run in both cases, the earlier one counts. */
export async function takeEarlierClocks(
  tx: Db,
  orgId: string,
  { from, to }: Record<'from' | 'to', string>,
): Promise<void> {
  await tx.run(
    `update case_clocks k set due_at = o.due_at, tell_at = o.due_at from case_clocks o
     where k.org_id = $1 and k.case_id = $3 and o.org_id = $1 and o.case_id = $2 and o.name = k.name
       and o.due_at < k.due_at and k.paused_at is null and k.stopped_at is null and o.paused_at is null`,
    [orgId, from, to],
  );
}
