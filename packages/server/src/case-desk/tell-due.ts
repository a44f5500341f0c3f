import { ENDED } from '#platform/leased-work/definition.ts';
import type { LeasedWork } from '#platform/leased-work/leased-work.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import { type Desk, type DeskDeps, record, SERVICE } from './desk.ts';
import { clockRows } from './domain.ts';
import { lockCases, updateCase } from './store/cases.ts';

type Row = { case_id: string; name: string; due_at: Date };

/** Records that a clock has run out and tells webhooks, once for each clock. */
export const createClockWork = (
  kit: WorkKit,
  { database, wake }: Pick<DeskDeps, 'database' | 'wake'>,
): LeasedWork<Row> =>
  kit.define<Row>({
    rows: clockRows,
    columns: 't.case_id, t.name, t.due_at',
    atOnce: 4,
    tryMsMax: 10_000,
    delaysSeconds: [10, 60, 300],
    givesUp: false,
    async run({ org_id: orgId, case_id: caseId, name, due_at: dueAt }, attempt) {
      const told: string[] = [];
      await database.system.tx(async (tx) => {
        const desk: Desk = { tx, orgId, caller: null, link: SERVICE, told };
        await lockCases(tx, orgId, [caseId]);
        await attempt.end(tx, { told_at: new Date() });
        await updateCase(tx, orgId, caseId);
        await record(desk, caseId, 'clock_due', { name, due_at: dueAt.toISOString() });
      });
      if (told.length > 0) wake(told);
      return ENDED;
    },
  });
