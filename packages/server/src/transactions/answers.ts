import type { DetectionRun, TransactionSource } from '@errand/contract/transactions.ts';
import { toActor } from '#orgs/actor.ts';
import { readStatement } from './read-rows.ts';
import type { RunRow, SourceRow } from './store.ts';

export const sourceAnswer = ({ updated_at: at, read_as: _, ...row }: SourceRow): TransactionSource => ({
  ...row,
  statement: row.read_from && readStatement(row.table, row.read_from),
  updated_at: at.toISOString(),
});

export const runAnswer = ({ source, actor, ...row }: RunRow): DetectionRun => ({
  id: row.id,
  queue_id: row.queue_id,
  state: row.finished_at === null ? 'running' : row.problem === null ? 'done' : 'failed',
  since: row.since?.toISOString() ?? null,
  until: row.until?.toISOString() ?? null,
  table: source.table,
  rules: source.rules,
  read: row.read,
  row_count: row.row_count,
  unusable_count: row.unusable_count,
  findings: row.findings,
  alerts_created: row.alerts_created,
  alerts_known: row.alerts_known,
  problem: row.problem,
  actor: toActor([actor]),
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});
