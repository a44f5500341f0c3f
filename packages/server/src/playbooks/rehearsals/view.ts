import type { PlaybookFlip, PlaybookRehearsal } from '@errand/contract/playbooks.ts';
import type { Static } from 'typebox';
import type { Db } from '#platform/db.ts';
import { sumCost } from '../runs/reuse.ts';
import { type CaseEnd, countReused, listCaseEnds, type RehearsalRow } from './store.ts';

const FLIPS_MAX = 1_000;

export async function rehearsalView(db: Db, orgId: string, row: RehearsalRow): Promise<PlaybookRehearsal> {
  const ends = await listCaseEnds(db, orgId, row.id);
  const ended = ends.filter(({ running }) => running === 0);
  const decided = ended.filter(({ undecidable }) => undecidable === null);
  const flips = decided.flatMap((end) => flipOf(end) ?? []);
  return {
    id: row.id,
    playbook_id: row.playbook_id,
    version_id: row.version_id,
    status: row.status,
    reason: row.reason,
    filter: row.filter,
    total: ends.length,
    done: ended.length,
    cost: await sumCost(db, row.id),
    max_cost: row.max_cost,
    reused_jobs: await countReused(db, orgId, row.id),
    ...countEnds(decided),
    flips: flips.slice(0, FLIPS_MAX),
    unchanged: decided.length - flips.length,
    undecidable: ended.flatMap(({ case_id, undecidable: reason }) => (reason === null ? [] : [{ case_id, reason }])),
    created_by: row.created_by,
    started_at: row.started_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

export function countEnds(decided: CaseEnd[]) {
  const closed = decided.filter(closes);
  const escalated = decided.filter((end) => end.escalated).length;
  return {
    closed: closed.length,
    wrong: closed.filter(({ before, after }) => before !== after).length,
    escalated,
    left: decided.length - closed.length - escalated,
  };
}

const closes = ({ after, escalated }: CaseEnd): boolean => after !== null && !escalated;

function flipOf(end: CaseEnd): Static<typeof PlaybookFlip> | undefined {
  const isClosed = closes(end);
  const kind = isClosed
    ? end.before !== end.after
      ? 'outcome'
      : end.before_alone
        ? undefined
        : 'automatic'
    : end.before_alone
      ? 'manual'
      : undefined;
  if (kind === undefined) return undefined;
  return {
    case_id: end.case_id,
    number: end.number,
    kind,
    before: { outcome: end.before, by: end.before_alone ? 'playbook' : 'person' },
    after: { outcome: isClosed ? end.after : null, by: isClosed ? 'playbook' : 'person', escalated: end.escalated },
  };
}
