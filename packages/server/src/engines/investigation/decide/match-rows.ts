import { countriesIn, countryOf, namesCountry } from '@errand/baseline/entail/countries.ts';
import { isNaming, numbersOf } from '@errand/baseline/entail/numbers.ts';
import { nextTurn } from '#platform/main-thread/next-turn.ts';
import type { PolicyRule } from '#policies/model.ts';
import { entail } from './entail.ts';
import { weigh } from './match-rules.ts';
import { type ReadRule, readRule } from './read-rule.ts';
import { wordsOf } from './words.ts';

// Finds the rows of a table that match a rule: by the words of their values, or by a number beyond the limit of the rule.
// A case may have half a million rows, so each value is read once, and only rows that may match are read as statements.

type Row = Record<string, unknown>;

/** A row is short, so that fewer of the words of a rule are enough to show it. */
const ROW_SCORE = 0.25;
/** Values that are remembered. */
const VALUES_MAX = 50_000;

/** Returns the numbers of the rows that match any of the rules, the best of each rule. */
export async function matchRows(rules: PolicyRule[], rows: Row[], each: number): Promise<number[]> {
  const wanted = rules.map((rule) => ({
    rule,
    ...weigh(rule),
    read: readRule(rule),
    best: [] as { number: number; score: number }[],
  }));
  const readValue = rememberValues();
  const sizesOf = remember((text) => (/\d/.test(text) ? numbersOf(text).map(({ value }) => value) : []));
  const isMeasure = remember((name) => !isNaming(name.replaceAll(/[_\-./]+/g, ' ')));
  const hasLimits = wanted.some(({ read }) => read.limit !== undefined);
  for (const [number, row] of rows.entries()) {
    const own = new Set<string>();
    const numbers: number[] = [];
    const countries = new Set<string>();
    let hasCountry = false;
    for (const { name, value } of leavesOf(row)) {
      if (typeof value === 'number') numbers.push(value, Math.abs(value));
      const text = typeof value === 'string' ? value : value === true ? name : undefined;
      if (text === undefined) continue;
      const read = readValue(text);
      for (const word of read.words) own.add(word);
      for (const code of read.countries) countries.add(code);
      hasCountry ||= read.isCountry && namesCountry(name);
      if (hasLimits && isMeasure(name)) numbers.push(...sizesOf(text));
    }
    for (const { rule, words, total, read, best } of wanted) {
      const shared = [...words].reduce((all, [word, weight]) => all + (own.has(word) ? weight : 0), 0) / total;
      const isNamed = !read.countries.isDisjointFrom(countries);
      if (shared < ROW_SCORE && !isBeyond(read, numbers) && !isNamed) continue;
      // Most rows of a quiet customer: a wire, but to another country. Reading each as a statement would take minutes.
      if (hasCountry && !isNamed && read.countries.size > 0) continue;
      const { stated, problem, isPlain } = entail(rule, [{ quote: JSON.stringify(row) }]);
      // A number beyond the limit, or a country of the rule, counts as all its words.
      const score = isPlain || isNamed ? shared + 1 : shared;
      const least = best.length < each ? ROW_SCORE : best.at(-1)!.score + Number.EPSILON;
      if (score < least || problem !== undefined || stated === '') continue;
      best.push({ number, score });
      best.sort((one, other) => other.score - one.score);
      best.splice(each);
    }
    if (number % 1_000 === 999) await nextTurn();
  }
  return [...new Set(wanted.flatMap(({ best }) => best.map(({ number }) => number)))].sort((a, b) => a - b);
}

const isBeyond = ({ limit }: ReadRule, numbers: number[]): boolean =>
  limit !== undefined && numbers.some((one) => (limit.isLeast ? one >= limit.bound.value : one <= limit.bound.value));

type Leaf = { name: string; value: unknown };

/** Exports of banks have their amounts and parties in objects: `{"counterparty":{"country":"KP"}}`. */
export function* leavesOf(value: unknown, name = ''): Generator<Leaf> {
  if (typeof value !== 'object' || value === null) yield { name, value };
  else if (Array.isArray(value)) for (const one of value) yield* leavesOf(one, name);
  else for (const [member, one] of Object.entries(value)) yield* leavesOf(one, member);
}

type ReadValue = { words: string[]; countries: string[]; isCountry: boolean };

export const rememberValues = (): ((text: string) => ReadValue) =>
  remember((text) => ({
    words: wordsOf(text.replaceAll(/[_\-./]+/g, ' ')),
    // What only looks like a country is read again with its name.
    countries: countriesIn(text, 'country'),
    isCountry: countryOf(text) !== undefined,
  }));

function remember<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = read(text);
    if (known.size < VALUES_MAX) known.set(text, value);
    return value;
  };
}
