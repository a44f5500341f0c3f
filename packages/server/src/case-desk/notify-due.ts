import type { LeasedRows } from '#platform/leased-rows.ts';
import { ENDED } from '#platform/leased-work/definition.ts';
import type { LeasedWork } from '#platform/leased-work/leased-work.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import { type Desk, type DeskDeps, record, SERVICE } from './desk.ts';
import { clockRows, taskRows } from './domain.ts';
import { lockCases, updateCase } from './store/cases.ts';

type Row = { case_id: string; detail: Record<string, unknown> };
type Due = { rows: LeasedRows /** What is recorded, as JSON. */; detail: string; kind: 'clock_due' | 'task_due' };

const clocks: Due = {
  rows: clockRows,
  detail: `json_build_object('name', t.name, 'due_at', t.due_at)`,
  kind: 'clock_due',
};
const tasks: Due = {
  rows: taskRows,
  detail: `json_build_object('task_id', t.id, 'title', t.title, 'due_at', t.due_at, 'user_id', t.assignee_id)`,
  kind: 'task_due',
};

type TellDeps = Pick<DeskDeps, 'database' | 'wake'>;

/** Records that a clock has run out or a task is overdue, and tells webhooks, once for each. */
export const createDueWork = (kit: WorkKit, deps: TellDeps): LeasedWork<Row>[] =>
  [clocks, tasks].map((due) => notifyDue(kit, deps, due));

const notifyDue = (kit: WorkKit, { database, wake }: TellDeps, { rows, detail, kind }: Due): LeasedWork<Row> =>
  kit.define<Row>({
    rows,
    columns: `t.case_id, ${detail} as detail`,
    atOnce: 4,
    tryMsMax: 10_000,
    delaysSeconds: [10, 60, 300],
    givesUp: false,
    async run({ org_id: orgId, case_id: caseId, detail }, attempt) {
      const told: string[] = [];
      await database.system.tx(async (tx) => {
        const desk: Desk = { tx, orgId, caller: null, link: SERVICE, told };
        await lockCases(tx, orgId, [caseId]);
        await attempt.end(tx, { told_at: new Date() });
        await updateCase(tx, orgId, caseId);
        const dueAt = new Date(String(detail.due_at)).toISOString();
        await record(desk, caseId, kind, { ...detail, due_at: dueAt });
      });
      if (told.length > 0) wake(told);
      return ENDED;
    },
  });
