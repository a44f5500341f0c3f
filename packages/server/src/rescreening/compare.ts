import type { Transactor } from '#platform/db.ts';
import { nextTurn } from '#platform/main-thread/next-turn.ts';
import { compareEntry, readSubject } from '#screening/compare-entry.ts';
import { COMPARED_MAX, type EntryRow, findEntries, listEntriesSince } from '#screening/store.ts';
import { endMatches, type NewMatch, putMatches } from './store/matches.ts';
import { findSubjectsOf, hasCompared, listToCompare, markCompared, type SubjectRow } from './store/subjects.ts';

// What is compared: subjects that changed with all entries, and entries that changed with all other subjects. Pairs of
// which neither side changed are left alone.

export type Comparing = {
  system: Transactor;
  orgId: string;
  watchId: string;
  runId: string;
  threshold: number;
  lists: string[];
  /** Called after each batch with what was compared. Throws if the run was taken away. */
  onBatch(compared: Compared): Promise<void>;
};
export type Compared = { subjects: number; entries: number; pairs: number; incomplete: number };

const SUBJECTS_AT_ONCE = 50;
const ENTRIES_AT_ONCE = 200;
/** Subjects of one entry. More share a word with it only if the word says nothing. */
const SUBJECTS_OF_ENTRY_MAX = 20_000;
/** Comparing takes a few microseconds. Other work gets its turn after so many. */
const SLICE = 200;

/** Compares subjects that changed, or all, with every entry of the lists. */
export async function compareSubjects(given: Comparing, all: boolean): Promise<void> {
  const { system, orgId, watchId } = given;
  for (let after = ''; ; ) {
    const subjects = await listToCompare(system, orgId, { watchId, after, all, limit: SUBJECTS_AT_ONCE });
    if (subjects.length === 0) return;
    const compared: Compared = { subjects: subjects.length, entries: 0, pairs: 0, incomplete: 0 };
    const matches: NewMatch[] = [];
    for (const subject of subjects) {
      const found = await findEntries(system, orgId, { lists: given.lists, keys: subject.keys, limit: COMPARED_MAX });
      if (found.length > COMPARED_MAX) compared.incomplete += 1;
      const pairs = found.slice(0, COMPARED_MAX).map((entry) => ({ subject, entry }));
      matches.push(...(await compareAll(pairs, given.threshold)));
      compared.pairs += pairs.length;
    }
    await system.tx(async (tx) => {
      await putMatches(tx, given, matches);
      await endMatches(tx, given, {
        where: `m.subject_id = any ($4::text[]) and not exists (
          select from unnest($5::text[], $6::uuid[], $7::text[]) k (subject_id, list_id, entry_id)
          where k.subject_id = m.subject_id and k.list_id = m.list_id and k.entry_id = m.entry_id)`,
        values: [subjects.map(({ id }) => id), ...keysOfMatches(matches)],
      });
      await markCompared(tx, orgId, watchId, subjects);
    });
    await given.onBatch(compared);
    after = subjects.at(-1)!.id;
  }
}

/** Compares entries of a list that are new or changed since a version with every subject that was compared before. */
export async function compareEntries(given: Comparing, { listId, since }: { listId: string; since: number }) {
  const { system, orgId, watchId } = given;
  if (!(await hasCompared(system, orgId, watchId))) return;
  for (let after = ''; ; ) {
    const entries = await listEntriesSince(system, orgId, { listId, version: since, after, limit: ENTRIES_AT_ONCE });
    if (entries.length === 0) return;
    const compared: Compared = { subjects: 0, entries: entries.length, pairs: 0, incomplete: 0 };
    const matches: NewMatch[] = [];
    for (const entry of entries) {
      const limit = SUBJECTS_OF_ENTRY_MAX;
      const subjects = await findSubjectsOf(system, orgId, { watchId, keys: entry.keys, limit: limit + 1 });
      if (subjects.length > limit) compared.incomplete += 1;
      const pairs = subjects.slice(0, limit).map((subject) => ({ subject, entry }));
      matches.push(...(await compareAll(pairs, given.threshold)));
      compared.pairs += pairs.length;
    }
    await system.tx(async (tx) => {
      await putMatches(tx, given, matches);
      await endMatches(tx, given, {
        where: `m.list_id = $4::uuid and m.entry_id = any ($5::text[]) and not exists (
          select from unnest($6::text[], $7::uuid[], $8::text[]) k (subject_id, list_id, entry_id)
          where k.subject_id = m.subject_id and k.list_id = m.list_id and k.entry_id = m.entry_id)`,
        values: [listId, entries.map(({ content }) => content.id), ...keysOfMatches(matches)],
      });
    });
    await given.onBatch(compared);
    after = entries.at(-1)!.content.id;
  }
}

/** Matches whose subject, entry or list is no longer there. */
export const endOrphans = ({ system, ...given }: Comparing): Promise<number> =>
  system.tx((tx) =>
    endMatches(tx, given, {
      where: `(m.list_id <> all ($4::uuid[])
        or not exists (select from screening_subjects s where s.watch_id = m.watch_id and s.id = m.subject_id)
        or not exists (select from screening_entries e
          where e.list_id = m.list_id and e.entry_id = m.entry_id and e.until_version is null))`,
      values: [given.lists],
    }),
  );

const keysOfMatches = (matches: NewMatch[]): [string[], string[], string[]] => [
  matches.map((one) => one.subject_id),
  matches.map((one) => one.list_id),
  matches.map((one) => one.entry_id),
];

async function compareAll(pairs: { subject: SubjectRow; entry: EntryRow }[], threshold: number): Promise<NewMatch[]> {
  const matches: NewMatch[] = [];
  for (const [index, { subject, entry }] of pairs.entries()) {
    if (index % SLICE === SLICE - 1) await nextTurn();
    const { content } = subject;
    const { score, matchedName, parts } = compareEntry(content, readSubject(content), entry.content);
    if (score < threshold) continue;
    matches.push({
      subject_id: subject.id,
      subject: content,
      subject_hash: subject.hash,
      subject_key: subject.subject_key,
      list_id: entry.list_id,
      entry_id: entry.content.id,
      entry: entry.content,
      entry_hash: entry.hash,
      list_version: entry.list_version,
      matched_name: matchedName,
      score,
      parts,
    });
  }
  return matches;
}
