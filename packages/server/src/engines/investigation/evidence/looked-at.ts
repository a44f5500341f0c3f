import type { TableAnswer } from '../../engine/engine.ts';
import type { CaseTable } from './case-tables.ts';

// Which columns of a table a statement has looked at in all rows. A count, or a statement about some of the rows, says
// nothing about the others.

/** Anything that leaves rows out, or mixes them with others. */
const SELECTING =
  /\b(?:where|having|limit|offset|sample|using sample|qualify|join|fetch first|intersect|except|filter)\b/;

export function columnsLookedAt(sql: string, { name, columns, count }: CaseTable, answer: TableAnswer): string[] {
  const text = sql
    .toLowerCase()
    .replace(/--.*$/gm, ' ')
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/\s+/g, ' ');
  if (answer.truncated || SELECTING.test(text) || !hasWord(text, name.toLowerCase())) return [];
  const isNamed = (part: string, column: string): boolean => hasWord(part, column.toLowerCase());
  // Every row was returned: what is in the result was seen.
  if (answer.rows.length >= count) return columns.filter((column) => answer.columns.includes(column));
  const grouped = /\bgroup by (.+?)(?:\border by\b|$)/.exec(text)?.[1] ?? '';
  const distinct = /^select distinct (.+?) from\b/.exec(text)?.[1] ?? '';
  const extremes = [...text.matchAll(/\b(?:min|max)\(([^()]*)\)/g)].map(([, part]) => part).join(' ');
  const all = /\bgroup by all\b/.test(text) ? answer.columns.join(' ').toLowerCase() : '';
  return columns.filter((column) => isNamed(`${grouped} ${distinct} ${extremes} ${all}`, column));
}

const hasWord = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}_])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}_])`, 'u').test(text);
