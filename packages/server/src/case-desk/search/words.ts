import type { CaseSubject } from '@errand/contract/case-desk.ts';
import type { Db } from '#platform/db.ts';

// The words of a case's subject, by which its list is searched. A word is found by its beginning.

const WORD_LENGTH_MAX = 100;
const WORDS_MAX = 500;

export const splitWords = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, WORD_LENGTH_MAX));

export function wordsOf({ name, aliases, identifiers }: CaseSubject): string[] {
  const values = Object.values(identifiers);
  // An account is found by a group of its digits, and as one word.
  const whole = values.map((value) => value.replace(/[^\p{L}\p{N}]+/gu, ''));
  return [...new Set([name, ...aliases, ...values, ...whole].flatMap(splitWords))].slice(0, WORDS_MAX);
}

export async function saveWords(tx: Db, orgId: string, caseId: string, subject: CaseSubject): Promise<void> {
  await tx.run(
    `with given as (select distinct word from unnest($3::text[]) as w (word)),
     gone as (delete from case_words where org_id = $1 and case_id = $2 and word <> all ($3::text[]))
     insert into case_words (case_id, word, org_id) select $2, word, $1 from given on conflict do nothing`,
    [orgId, caseId, wordsOf(subject)],
  );
}

/** A condition: the case has words that begin with each of these. `cases` is the expression of its id. */
export function hasWords(
  cases: string,
  text: string,
  { org, bind }: { org: string; bind(value: unknown): string },
): string {
  const words = splitWords(text);
  if (words.length === 0) return 'false';
  return words
    .map((word) => {
      const last = next(word);
      return `${cases} in (select w.case_id from case_words w
        where w.org_id = ${org} and w.word >= ${bind(word)} and w.word < ${bind(last)})`;
    })
    .join(' and ');
}

/** The first text after all that begin with this one, in the order of code points. */
function next(word: string): string {
  const points = [...word];
  const last = points.pop()!.codePointAt(0)!;
  // Surrogates are no characters.
  return points.join('') + String.fromCodePoint(last === 0xd7ff ? 0xe000 : Math.min(last + 1, 0x10ffff));
}
