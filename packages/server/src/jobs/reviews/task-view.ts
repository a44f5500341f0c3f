import type { ReviewTask } from '@errand/contract/review-desk.ts';
import { toActor } from '#orgs/actor.ts';
import type { Caller } from '#platform/caller.ts';
import { toLine } from '../record/about.ts';
import { linkOfWho } from '../record/wait-store.ts';
import { isSame, type Settlement, type TaskRow } from './tasks-store.ts';

/** Shows a task as this caller may see it. */
export const taskView = (row: TaskRow, caller: Pick<Caller, 'userId' | 'keyId'>): ReviewTask => ({
  id: row.id,
  job_id: row.jobId,
  agent_id: row.agentId,
  agent_name: row.agentName,
  agent_version_id: row.versionId,
  about: toLine(row.about),
  summary: toLine(row.result),
  confidence: row.confidence,
  verdict: row.verdict,
  reason: row.reason,
  state: row.state,
  reserved_by: row.state === 'reserved' ? row.reservedBy!.name : null,
  reserved_until: row.state === 'reserved' ? row.reservedUntil!.toISOString() : null,
  due_at: row.dueAt?.toISOString() ?? null,
  round: row.round,
  decision: isShown(row, caller) ? decisionOf(row) : null,
  actor: isShown(row, caller) ? toActor([linkOfWho(row.decidedBy!)]) : null,
  settlement: row.settlement && settlementOf(row.settlement),
  settle_with: settleWith(row, caller),
  skips: row.skips.map(({ by, reason, at }) => ({ reason, by: by.name, at })),
  reading_seconds: row.readingSeconds,
  attachment: row.attachment ?? null,
  created_at: row.createdAt.toISOString(),
});

/** The reviewer of an open second review must not see the first decision, nor who made it. */
const isShown = (row: TaskRow, caller: Pick<Caller, 'userId' | 'keyId'>): boolean =>
  row.decidedAt !== null && (!row.isBlind || isSame(row.decidedBy, caller));

const decisionOf = (row: TaskRow) => ({
  agrees: row.agrees!,
  corrected_verdict: row.correctedVerdict,
  corrected_outputs: row.correctedOutputs,
  comment: row.comment,
  seconds_spent: row.secondsSpent,
  by: row.decidedBy!.name,
  at: row.decidedAt!.toISOString(),
});

function settleWith({ decidedBy, otherUser }: TaskRow, caller: Pick<Caller, 'userId' | 'keyId'>): number | null {
  if (otherUser === null) return null;
  if (isSame(decidedBy, caller)) return otherUser;
  return otherUser === caller.userId ? decidedBy!.userId : null;
}

const settlementOf = ({ by, correctedVerdict, correctedOutputs, agreedWith, ...rest }: Settlement) => ({
  ...rest,
  corrected_verdict: correctedVerdict,
  corrected_outputs: correctedOutputs,
  agreed_with: agreedWith,
  by: by.name,
});
