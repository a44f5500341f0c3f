import type { Db } from '#platform/db.ts';
import { nextTurn } from '#platform/main-thread/next-turn.ts';
import { compareEntry, readSubject } from './compare-entry.ts';
import { keysOf } from './lists/entry.ts';
import { COMPARED_MAX, type DecisionRow, type EntryRow, findDecisions, findEntries } from './store.ts';
import { type Subject, subjectKey } from './subject.ts';

export type Match = EntryRow & {
  score: number;
  matchedName: string;
  parts: { what: string; score: number; why: string }[];
  decision: 'true_match' | null;
};
export type Result = { name: string; subjectKey: string; matches: Match[]; suppressed: number; isComplete: boolean };

const MATCHES_MAX = 50;
/** Comparing takes a few microseconds an entry. Other requests get their turn after so many. */
const SLICE = 200;

export async function screen(
  db: Db,
  orgId: string,
  { subjects, lists, threshold }: { subjects: Subject[]; lists: string[] | null; threshold: number },
): Promise<Result[]> {
  const keys = subjects.map((subject) => subjectKey(subject));
  const decisions = new Map(
    (await findDecisions(db, orgId, keys)).filter(({ holds }) => holds).map((one) => [decisionKey(one), one]),
  );
  const results: Result[] = [];
  for (const [index, subject] of subjects.entries()) {
    const found = await findEntries(db, orgId, {
      lists,
      keys: keysOf([subject.name], subject.kind, Object.values(subject.identifiers)),
      limit: COMPARED_MAX,
    });
    results.push(await compareAll(subject, keys[index]!, found, { decisions, threshold }));
  }
  return results;
}

async function compareAll(
  subject: Subject,
  key: string,
  found: EntryRow[],
  { decisions, threshold }: { decisions: Map<string, DecisionRow>; threshold: number },
): Promise<Result> {
  const read = readSubject(subject);
  const matches: Match[] = [];
  let suppressed = 0;
  for (const [index, row] of found.slice(0, COMPARED_MAX).entries()) {
    if (index % SLICE === SLICE - 1) await nextTurn();
    const compared = compareEntry(subject, read, row.content);
    if (compared.score < threshold) continue;
    const decided = decisions.get(decisionKey({ subject_key: key, list_id: row.list_id, entry_id: row.content.id }));
    if (decided?.decision === 'false_positive') suppressed += 1;
    else matches.push({ ...row, ...compared, decision: decided?.decision ?? null });
  }
  matches.sort((one, other) => other.score - one.score);
  return {
    name: subject.name,
    subjectKey: key,
    matches: matches.slice(0, MATCHES_MAX),
    suppressed,
    isComplete: found.length <= COMPARED_MAX && matches.length <= MATCHES_MAX,
  };
}

const decisionKey = ({
  subject_key,
  list_id,
  entry_id,
}: Pick<DecisionRow, 'subject_key' | 'list_id' | 'entry_id'>): string =>
  JSON.stringify([subject_key, list_id, entry_id]);
