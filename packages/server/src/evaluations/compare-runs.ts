import type { Db } from '#platform/db.ts';
import { listResults, type ResultRow } from './results-store.ts';
import type { RunRow } from './runs-store.ts';
import { canonical } from './score.ts';

/** Case by case; a case is the same in both when the set still had it. */
export async function compareRuns(db: Db, orgId: string, a: RunRow, b: RunRow) {
  const ofA = await listResults(db, orgId, a.id);
  const ofB = new Map((await listResults(db, orgId, b.id)).map((row) => [row.case_id, row]));
  const pairs = ofA.flatMap((row): [ResultRow, ResultRow][] => {
    const other = ofB.get(row.case_id);
    return other === undefined ? [] : [[row, other]];
  });
  return {
    scores: { a: a.scores, b: b.scores },
    changed: pairs
      .filter(([one, other]) => canonical(one.got) !== canonical(other.got))
      .map(([one, other]) => ({
        case_id: one.case_id,
        expected: other.expected,
        got_a: one.got,
        got_b: other.got,
      })),
    better: pairs.filter(([one, other]) => one.correct === false && other.correct === true).length,
    worse: pairs.filter(([one, other]) => one.correct === true && other.correct === false).length,
    only_a: ofA.length - pairs.length,
    only_b: ofB.size - pairs.length,
  };
}
