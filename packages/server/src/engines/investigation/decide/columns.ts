import { isNaming } from '@errand/baseline/entail/numbers.ts';
import { nextTurn } from '#platform/main-thread/next-turn.ts';
import type { PolicyRule } from '#policies/model.ts';
import { type CaseTable, readRows } from '../evidence/case-tables.ts';
import { leavesOf, rememberValues } from './match-rows.ts';
import { readRule } from './read-rule.ts';
import { wordsOf } from './words.ts';

/**
 * Returns the columns of a table that have to do with each rule: by their names, by a word or a country in one of their
 * values, or by numbers if the rule has a limit. All of them if none has. The table is read once for all rules.
 */
export async function columnsOfRules(rules: PolicyRule[], table: CaseTable): Promise<Map<PolicyRule, string[]>> {
  const wanted = new Map(rules.map((rule) => [rule, wantedWords(rule)]));
  const contents = await readColumns(table, {
    words: new Set([...wanted.values()].flatMap((words) => [...words])),
    countries: new Set(rules.flatMap((rule) => [...readRule(rule).countries])),
  });
  return new Map(rules.map((rule) => [rule, choose(rule, wanted.get(rule)!, contents, table.columns)]));
}

const wantedWords = (rule: PolicyRule): Set<string> =>
  new Set([rule, ...rule.subRules].flatMap(({ title, description }) => wordsOf(`${title} ${description}`)));

/** What a column has of the words and countries of all rules. */
type Content = { words: Set<string>; countries: Set<string>; hasNumbers: boolean };

function choose(rule: PolicyRule, words: Set<string>, contents: Map<string, Content>, columns: string[]): string[] {
  const { countries, limit } = readRule(rule);
  const isOf = (column: string): boolean => {
    const content = contents.get(column)!;
    return !words.isDisjointFrom(content.words) || !countries.isDisjointFrom(content.countries);
  };
  const hasNumbers = (column: string): boolean =>
    contents.get(column)!.hasNumbers && !isNaming(column.replaceAll('_', ' '));
  const found = columns.filter(isOf);
  // Nobody knows which number the rule means.
  const numbers = limit === undefined || found.some(hasNumbers) ? [] : columns.filter(hasNumbers);
  const chosen = columns.filter((column) => found.includes(column) || numbers.includes(column));
  return chosen.length > 0 ? chosen : columns;
}

async function readColumns(
  table: CaseTable,
  wanted: { words: Set<string>; countries: Set<string> },
): Promise<Map<string, Content>> {
  const contents = new Map<string, Content & { known: Set<string> }>(
    table.columns.map((column) => {
      const words = new Set(wordsOf(column.replaceAll('_', ' ')).filter((word) => wanted.words.has(word)));
      return [column, { words, countries: new Set(), hasNumbers: false, known: new Set() }];
    }),
  );
  const readValue = rememberValues();
  for (const [number, row] of readRows(table).entries()) {
    for (const [column, whole] of Object.entries(row)) {
      const content = contents.get(column)!;
      for (const { value } of leavesOf(whole)) {
        if (typeof value === 'number') content.hasNumbers = true;
        if (typeof value !== 'string' || content.known.has(value)) continue;
        if (content.known.size < VALUES_MAX) content.known.add(value);
        const read = readValue(value);
        for (const word of read.words) if (wanted.words.has(word)) content.words.add(word);
        for (const code of read.countries) if (wanted.countries.has(code)) content.countries.add(code);
        if (IS_NUMBER.test(value)) content.hasNumbers = true;
      }
    }
    if (number % 1_000 === 999) await nextTurn();
  }
  return contents;
}

/** Values of a column that are remembered, so that equal ones are read once. */
const VALUES_MAX = 10_000;

/** A number as text, with its currency: a name with a number in it, such as `T-17`, is none. */
const IS_NUMBER = /^(?:\p{Sc}\s?|[A-Z]{3}\s)?-?\d[\d.,' ]*(?:\s?(?:%|\p{Sc}|[A-Z]{3}))?$/u;
