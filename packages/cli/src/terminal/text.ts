import { styleText } from 'node:util';
import { InvalidArgumentError } from 'commander';

// Formats tables and results for people, and parses their arguments.

/** Formats a table with columns as wide as their widest cell. */
export function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd();
  return [styleText('dim', line(head)), ...rows.map(line)].join('\n');
}

/** Formats a first line that says what happened, and one line per fact. */
export function done(what: string, facts: Record<string, string> = {}): string {
  const width = Math.max(0, ...Object.keys(facts).map((name) => name.length));
  return [
    `${mark(true)} ${what}`,
    ...Object.entries(facts).map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
  ].join('\n');
}

export const mark = (ok: boolean): string => (ok ? styleText('green', '✓') : styleText('red', '✗'));

export const moment = (date: Date | null): string =>
  date === null ? '–' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

export function readUuid(text: string): string {
  if (isUuid(text)) return text.toLowerCase();
  throw new InvalidArgumentError('An id must look like 0198c0de-5b7a-7c3e-9f00-1a2b3c4d5e6f.');
}

/** Reads a day or a time in the form that the API accepts. */
export function readTime(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError(`${text} is not a time. Write it like 2026-01-31.`);
  return time.toISOString();
}

/** Far below the database's limit and far above any real amount. */
const CREDITS_MAX = 1_000_000_000;

/** Reads an amount with at most eight decimal places, as the ledger stores it. */
export function readCredits(text: string): number {
  const number = /^\d{1,10}(\.\d{1,8})?$/.test(text) ? Number(text) : Number.NaN;
  if (number <= CREDITS_MAX) return number;
  throw new InvalidArgumentError(`Credits must be a number from 0 to ${CREDITS_MAX}, like 500 or 12.5.`);
}

export function readWhole(text: string, max: number): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= 1 && number <= max) return number;
  throw new InvalidArgumentError(`Enter a whole number from 1 to ${max}.`);
}

export const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;

export function readMoney(text: string): number {
  const value = /^\d{1,9}(\.\d{1,8})?$/.test(text) ? Number(text) : Number.NaN;
  if (value > 0) return value;
  throw new InvalidArgumentError('Enter an amount in USD, like 5 or 0.25.');
}
