import { compareWords, editDistance, type WordMatch } from './compare-words.ts';
import { type NameKind, type NameWord, type ReadName, readName } from './read-name.ts';
import { tellsApart } from './words.ts';

// Compares two names word by word. Each word is paired with the word of the other name that it is most alike; words
// without a partner count against the match, and the result says what each word contributed.

export type NamePart = { what: string; score: number; why: string };
export type NameMatch = { score: number; parts: NamePart[] };

type Pair = { one: number; other: number; match: WordMatch };

/** A pair below this is no pair. */
const PAIR_MIN = 0.55;
/** How much a word without a partner counts: a longer name often has words that a shorter one leaves out. */
const MISSING = { both: 1.5, one: { person: 0.2, company: 0.35, other: 0.35 }, tellsApart: 1.1 };
/** The pair of what is left of both names, if only blanks differ: "Plat Ono Vich" and "Platonovich". */
const JOINED_MIN = 0.85;

export function compareNames(one: string, other: string, kind: NameKind): NameMatch {
  return compareRead(readName(one, kind), readName(other, kind), kind);
}

export function compareRead(one: ReadName, other: ReadName, kind: NameKind): NameMatch {
  if (one.words.length === 0 || other.words.length === 0) return { score: 0, parts: [] };
  if (one.joined === other.joined)
    return {
      score: formsDiffer(one, other) ? 0.96 : 1,
      parts: [{ what: one.joined, score: 1, why: 'the same letters' }],
    };
  const pairs = pairWords(one.words, other.words);
  const parts: NamePart[] = pairs.map(({ one: a, other: b, match }) => ({
    what:
      one.words[a]!.text === other.words[b]!.text
        ? one.words[a]!.text
        : `${one.words[a]!.text} and ${other.words[b]!.text}`,
    score: round(match.score),
    why: match.why,
  }));
  let left = lonely(
    one.words,
    pairs.map((pair) => pair.one),
  );
  let right = lonely(
    other.words,
    pairs.map((pair) => pair.other),
  );
  let gained = 0;
  let total = 0;
  for (const { one: a, other: b, match } of pairs) {
    const weight = Math.max(one.words[a]!.weight, other.words[b]!.weight);
    gained += weight * match.score;
    total += weight;
  }
  const joined = compareJoined(left, right);
  if (joined !== undefined) {
    parts.push({
      what: `${textOf(left)} and ${textOf(right)}`,
      score: round(joined),
      why: 'written with other blanks',
    });
    const weight = Math.max(sum(left), sum(right));
    gained += weight * joined;
    total += weight;
    [left, right] = [[], []];
  }
  for (const { text } of [...left, ...right]) parts.push({ what: text, score: 0, why: 'only in one of the names' });
  // Words on both sides without a partner contradict each other. On one side only, they were left out.
  const [fewer, more] = sum(left) <= sum(right) ? [left, right] : [right, left];
  const extra = kind === 'person' ? 0 : more.filter(({ text }) => tellsApart(text)).length;
  total += sum(fewer) * MISSING.both + (sum(more) - sum(fewer)) * MISSING.one[kind] + extra * MISSING.tellsApart;
  let score = total === 0 ? 0 : gained / total;
  const strong = pairs.filter(
    ({ one: a, other: b, match }) =>
      Math.max(one.words[a]!.weight, other.words[b]!.weight) >= 0.6 && match.score >= 0.7,
  ).length;
  // A single word in common is no person.
  if (kind === 'person' && strong < 2 && joined === undefined && Math.max(one.words.length, other.words.length) > 1)
    score = Math.min(score, 0.65);
  if (formsDiffer(one, other)) score -= 0.02;
  if (kind === 'person' && turnsParent(one, other)) {
    score -= TURNED;
    parts.push({
      what: 'bin',
      score: 0,
      why: 'one name has the child before the parent, the other the parent before the child',
    });
  }
  return { score: round(Math.max(0, score)), parts };
}

const TURNED = 0.25;
const CHILD_OF = new Set(['bin', 'ibn', 'ben', 'bint']);

/** "Abdullah bin Omar" is the son of Omar, "Omar bin Abdullah" his father. */
function turnsParent(one: ReadName, other: ReadName): boolean {
  const parents = (name: ReadName): [string, string][] =>
    name.words.flatMap(({ text }, at) => {
      const [child, parent] = [name.words[at - 1], name.words[at + 1]];
      return CHILD_OF.has(text) && child && parent ? [[child.sound, parent.sound]] : [];
    });
  return parents(one).some(([child, parent]) =>
    parents(other).some(([a, b]) => a === parent && b === child && a !== b),
  );
}

const textOf = (words: NameWord[]): string => words.map(({ text }) => text).join(' ');

function compareJoined(left: NameWord[], right: NameWord[]): number | undefined {
  if (left.length === 0 || right.length === 0 || left.length === right.length) return undefined;
  const [one, other] = [left, right].map((words) => words.map(({ text }) => text).join('')) as [string, string];
  const alike = 1 - editDistance(one, other) / Math.max(one.length, other.length);
  return alike >= JOINED_MIN ? alike : undefined;
}

/** The best pairs first, each word once. Order counts little: names are written in both orders. */
function pairWords(one: NameWord[], other: NameWord[]): Pair[] {
  const all: Pair[] = [];
  for (const [a, word] of one.entries())
    for (const [b, candidate] of other.entries()) {
      const match = compareWords(word, candidate);
      if (match.score >= PAIR_MIN) all.push({ one: a, other: b, match });
    }
  all.sort((x, y) => y.match.score - x.match.score || Math.abs(x.one - x.other) - Math.abs(y.one - y.other));
  const taken = { one: new Set<number>(), other: new Set<number>() };
  return all.filter((pair) => {
    if (taken.one.has(pair.one) || taken.other.has(pair.other)) return false;
    taken.one.add(pair.one);
    taken.other.add(pair.other);
    return true;
  });
}

const lonely = (words: NameWord[], paired: number[]): NameWord[] => words.filter((_, index) => !paired.includes(index));
const sum = (words: NameWord[]): number => words.reduce((total, { weight }) => total + weight, 0);
const round = (score: number): number => Math.round(Math.min(1, score) * 1_000) / 1_000;
const formsDiffer = (one: ReadName, other: ReadName): boolean =>
  one.forms.size > 0 && other.forms.size > 0 && ![...one.forms].some((form) => other.forms.has(form));
