import type { Db } from '#platform/db.ts';
import { compareShares } from './compare-shares.ts';
import { listResults, type ResultRow } from './results-store.ts';
import type { RunRow } from './runs-store.ts';
import { canonical } from './score.ts';
import { scoresView } from './views.ts';

type Pair = [a: ResultRow, b: ResultRow];

const isWorse = ([a, b]: Pair): boolean => a.correct === true && b.correct === false;
const isBetter = ([a, b]: Pair): boolean => a.correct === false && b.correct === true;
/** Sorts the cases that became wrong first. */
const rankOf = (pair: Pair): number => (isWorse(pair) ? 0 : isBetter(pair) ? 1 : 2);

/** Compares two runs case by case. Only cases that both runs have are compared. */
export async function compareRuns(db: Db, orgId: string, a: RunRow, b: RunRow) {
  const ofA = await listResults(db, orgId, a.id);
  const ofB = new Map((await listResults(db, orgId, b.id)).map((row) => [row.case_id, row]));
  const pairs = ofA.flatMap((row): Pair[] => {
    const other = ofB.get(row.case_id);
    return other === undefined ? [] : [[row, other]];
  });
  return {
    scores: { a: scoresView(a), b: scoresView(b) },
    changed: pairs
      .filter(([one, other]) => canonical(one.got) !== canonical(other.got))
      .toSorted((one, other) => rankOf(one) - rankOf(other))
      .map(([one, other]) => ({
        case_id: one.case_id,
        expected: other.expected,
        got_a: one.got,
        got_b: other.got,
        correct_a: one.correct,
        correct_b: other.correct,
      })),
    better: pairs.filter(isBetter).length,
    worse: pairs.filter(isWorse).length,
    ...compareShares(
      pairs.flatMap(([one, other]) =>
        one.correct === null || other.correct === null
          ? []
          : [{ a: one.correct, b: other.correct, weight: other.weight }],
      ),
    ),
    only_a: ofA.length - pairs.length,
    only_b: ofB.size - pairs.length,
  };
}
