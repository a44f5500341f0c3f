import { type Entry, plainIdentifier } from './lists/entry.ts';
import { compareRead, type NamePart } from './names/compare-names.ts';
import { type ReadName, readName } from './names/read-name.ts';
import type { Subject } from './subject.ts';

// Compares a subject with an entry: its best name, then what speaks for or against it. Every part is explained.

export type Compared = { score: number; matchedName: string; parts: NamePart[] };

const BONUS = { birthDate: 0.05, birthYear: 0.02, country: 0.02 };
const MALUS = { birthDate: 0.25, country: 0.05, kind: 0.15 };
/** Dates of birth on lists are often estimates. */
const YEARS_APART = 2;

export function compareEntry(subject: Subject, read: ReadName, entry: Entry): Compared {
  let best: Compared = { score: 0, matchedName: entry.name, parts: [] };
  const names = [entry.name, ...entry.aliases];
  for (const name of names) {
    const { score, parts } = compareRead(read, readName(name, entry.kind), entry.kind);
    if (score > best.score) best = { score, matchedName: name, parts };
  }
  const parts = [...best.parts];
  let score = best.score;
  const change = (by: number, what: string, why: string): void => {
    score += by;
    parts.push({ what, score: Math.round(by * 1_000) / 1_000, why });
  };
  const same = sharedIdentifier(subject, entry);
  if (same !== undefined)
    return { ...best, score: 1, parts: [{ what: same, score: 1, why: 'the same identifier' }, ...parts] };
  if (subject.kind !== 'other' && entry.kind !== 'other' && subject.kind !== entry.kind)
    change(-MALUS.kind, 'kind', `a ${subject.kind} and a ${entry.kind}`);
  if (subject.birthDate !== null && entry.birth_dates.length > 0) {
    const { by, why } = compareBirth(subject.birthDate, entry.birth_dates);
    change(by, 'date of birth', why);
  }
  if (subject.country !== null && entry.countries.length > 0) {
    const isSame = entry.countries.some((one) => isSameCountry(one, subject.country!));
    change(
      isSame ? BONUS.country : -MALUS.country,
      'country',
      isSame ? 'the same' : `the entry has ${entry.countries.join(', ')}`,
    );
  }
  return { ...best, score: Math.round(Math.max(0, Math.min(1, score)) * 1_000) / 1_000, parts };
}

function compareBirth(given: string, known: string[]): { by: number; why: string } {
  if (known.includes(given) && given.length === 10) return { by: BONUS.birthDate, why: 'the same' };
  const year = Number(given.slice(0, 4));
  const years = known.filter((one) => /^\d{4}/.test(one)).map((one) => Number(one.slice(0, 4)));
  if (years.length === 0) return { by: 0, why: `the entry has '${known[0]!.slice(0, 40)}'` };
  const apart = Math.min(...years.map((one) => Math.abs(one - year)));
  if (apart === 0) {
    const hasOtherDay = given.length === 10 && known.every((one) => one.length === 10);
    return hasOtherDay
      ? { by: -MALUS.birthDate / 5, why: 'the same year, another day' }
      : { by: BONUS.birthYear, why: 'the same year' };
  }
  if (apart <= YEARS_APART) return { by: 0, why: `${apart} years apart` };
  return { by: -MALUS.birthDate, why: `${apart} years apart` };
}

function sharedIdentifier({ identifiers }: Subject, entry: Entry): string | undefined {
  for (const [kind, value] of Object.entries(identifiers))
    if (
      entry.identifiers[kind.toLowerCase()]?.some(
        (one) => plainIdentifier(one) === plainIdentifier(value) && plainIdentifier(value).length >= 4,
      )
    )
      return kind;
  return undefined;
}

const regions = new Intl.DisplayNames('en', { type: 'region' });

/** Lists write the names of countries, callers often their code. */
function isSameCountry(one: string, other: string): boolean {
  const nameOf = (text: string): string =>
    /^[A-Za-z]{2}$/.test(text) ? (regions.of(text.toUpperCase()) ?? text) : text;
  return plainIdentifier(nameOf(one)) === plainIdentifier(nameOf(other));
}

export const readSubject = ({ name, kind }: Subject): ReadName => readName(name, kind);
