import { setImmediate as breathe } from 'node:timers/promises';
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
/** Values whose words are remembered. */
const VALUES_MAX = 50_000;

/** Returns the numbers of the rows that match any of the rules, the best of each rule. */
export async function matchRows(rules: PolicyRule[], rows: Row[], each: number): Promise<number[]> {
  const wanted = rules.map((rule) => ({
    rule,
    ...weigh(rule),
    read: readRule(rule),
    best: [] as { number: number; score: number }[],
  }));
  const wordsOfValue = rememberWords();
  for (const [number, row] of rows.entries()) {
    const own = new Set<string>();
    const numbers: number[] = [];
    const codes: string[] = [];
    for (const [name, value] of Object.entries(row)) {
      if (typeof value === 'number') numbers.push(value);
      if (typeof value === 'string' && /^[A-Z]{2}$/.test(value)) codes.push(value);
      const text = typeof value === 'string' ? value : value === true ? name : undefined;
      if (text !== undefined) for (const word of wordsOfValue(text)) own.add(word);
    }
    for (const { rule, words, total, read, best } of wanted) {
      const shared = [...words].reduce((all, [word, weight]) => all + (own.has(word) ? weight : 0), 0) / total;
      if (shared < ROW_SCORE && !isBeyond(read, numbers) && !codes.some((code) => read.countries.has(code))) continue;
      const { stated, problem, isPlain } = entail(rule, [{ quote: JSON.stringify(row) }]);
      // A number beyond the limit, or a country of the rule, counts as all its words.
      const score = isPlain ? shared + 1 : shared;
      const least = best.length < each ? ROW_SCORE : best.at(-1)!.score + Number.EPSILON;
      if (score < least || problem !== undefined || stated === '') continue;
      best.push({ number, score });
      best.sort((one, other) => other.score - one.score);
      best.splice(each);
    }
    if (number % 1_000 === 999) await breathe();
  }
  return [...new Set(wanted.flatMap(({ best }) => best.map(({ number }) => number)))].sort((a, b) => a - b);
}

const isBeyond = ({ limit }: ReadRule, numbers: number[]): boolean =>
  limit !== undefined && numbers.some((one) => (limit.isLeast ? one >= limit.bound.value : one <= limit.bound.value));

function rememberWords(): (text: string) => string[] {
  const known = new Map<string, string[]>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const words = wordsOf(text.replaceAll(/[_\-./]+/g, ' '));
    if (known.size < VALUES_MAX) known.set(text, words);
    return words;
  };
}
