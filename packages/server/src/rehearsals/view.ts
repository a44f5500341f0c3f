import type { Rehearsal } from '@errand/contract/rehearsals.ts';
import type { Db } from '#platform/db.ts';
import { countVerdicts, listFlips, listUndecidable, type VerdictCount } from './cases-store.ts';
import type { RehearsalRow } from './store.ts';

const FLIPS_SHOWN = 1_000;

export async function summaryView(db: Db, row: RehearsalRow): Promise<Omit<Rehearsal, 'flips' | 'undecidable'>> {
  const counts = await countVerdicts(db, row.org_id, row.id);
  const decided = counts.filter(({ after }) => after !== null);
  const sum = (list: VerdictCount[]): number => list.reduce((total, one) => total + one.cases, 0);
  const flipped = decided.filter(({ before, after }) => before !== after);
  return {
    id: row.id,
    policy_id: row.policy_id,
    status: row.status,
    reason: row.reason,
    version_id: row.version_id,
    batch_id: row.batch_id,
    total: row.total,
    done: sum(decided) + sum(counts.filter(({ undecidable }) => undecidable)),
    cost: row.cost,
    max_cost: row.max_cost,
    flip_count: sum(flipped),
    unchanged: sum(decided) - sum(flipped),
    gather: row.gather,
    gathered_count: sum(decided.filter(({ gathered }) => gathered)),
    by_verdict: { before: tally(decided, 'before'), after: tally(decided, 'after') },
    created_by: row.created_by,
    started_at: row.started_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

export async function rehearsalView(db: Db, row: RehearsalRow): Promise<Rehearsal> {
  const flips = await listFlips(db, row.org_id, row.id, { after: -1, size: FLIPS_SHOWN });
  return {
    ...(await summaryView(db, row)),
    flips: flips.map(({ position: _at, ...flip }) => flip),
    undecidable: (await listUndecidable(db, row.org_id, row.id)).map(({ questions, ...one }) => ({
      ...one,
      ...(questions !== null && { questions }),
    })),
  };
}

/** Counts decided cases only, so that both sides have the same total. */
function tally(counts: VerdictCount[], side: 'before' | 'after'): Record<string, number> {
  const totals = new Map<string, number>();
  for (const one of counts) {
    const name = one[side] ?? '(none)';
    totals.set(name, (totals.get(name) ?? 0) + one.cases);
  }
  return Object.fromEntries(totals);
}
