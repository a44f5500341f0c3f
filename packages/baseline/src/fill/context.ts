import type { Span } from '../language/spans.ts';
import type { Document } from '../text/document.ts';
import { isLabel, type Pair } from '../text/layout.ts';

// The context of a value: the words before and after it, and its label.

export type Context = { left: string; right: string; pairLabel: string | undefined; inTable: boolean };
const contexts = new WeakMap<Span, Context>();

export function contextOf(document: Document, candidate: Span): Context {
  const found = contexts.get(candidate) ?? readContext(document, candidate);
  contexts.set(candidate, found);
  return found;
}

/** More than a label and the words around it ever need. */
const leftCharsMax = 200;

function readContext(document: Document, { start, end }: Span): Context {
  const line = document.lineAt(start);
  const above = document.lines[line.index - 1]?.text ?? '';
  let left = line.text.slice(Math.max(0, start - line.start - leftCharsMax), start - line.start);
  // In running text, the sentence began on the line above.
  if (above.length > 60 && !/[.:!?]$/.test(above.trimEnd()) && left.length < 40)
    left = `${above.slice(-leftCharsMax)} ${left}`;
  const sentence = left.search(/[.!?]["”’)]* +(?=\p{Lu}[^.!?]*$)/u);
  if (
    sentence > 0 &&
    !/\b(?:No|Nr|Ref|Reg|Doc|Acct|Amt|Bal|Tel|Rs|Mr|Mrs|Ms|Dr|excl|incl)\.? *$/i.test(left.slice(0, sentence))
  ) {
    left = left.slice(sentence + 1);
  }
  const { pairsByLine, tableLines } = indexOf(document);
  const cell = readCell(line.text, start - line.start);
  if (cell !== undefined) left = cell.left;
  const pair = pairsByLine
    .get(line.index)
    ?.find((one) => one.start <= start && start < one.start + one.value.length && start - one.start < 25);
  const right = document.text.slice(end, end + 60);
  // Contracts: Acme Inc. ("Provider").
  const alias = right.match(/^,? ?\((?:the |hereinafter )?["“]([\p{L} ]{3,30})["”]\)/iu)?.[1];
  const inTable = cell === undefined ? tableLines.has(line.index) : !cell.isKeyed;
  // What stands in brackets explains the label: "Total (incl. VAT)".
  return { left: left.replace(/\([^()]{1,40}\)/g, ' '), right, pairLabel: alias ?? pair?.label, inTable };
}

/** Amounts, dates and codes: cells of a row that could be values. */
const valueCell = /^[^\p{L}]*\d[\d.,/ :-]*(?:[^\d]{0,5})$/u;

/**
 * Reads what stands before a value in its cell, or in the cells before it. A row with a name and one value is a pair,
 * and so is a value after words in its own cell; other rows are records, whose heads are above.
 */
function readCell(text: string, at: number): { left: string; isKeyed: boolean } | undefined {
  if (!/^\s*\|/.test(text)) return undefined;
  const from = text.lastIndexOf('|', at - 1) + 1;
  const own = text.slice(from, at);
  if (/\p{L}{2}/u.test(own)) return { left: own.slice(-leftCharsMax), isKeyed: true };
  const cells = text.split('|').map((cell) => cell.trim());
  const before = text
    .slice(0, Math.max(0, from - 1))
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');
  const values = cells.filter((cell) => valueCell.test(cell)).length;
  // Sums stand in the last columns, beside whatever the first ones have: "Payment | Date | Amount | Total | 12.00".
  if (values === 1 && before.length > 0 && isLabel(before.at(-1)!.replace(/[:.]$/, '')))
    return { left: `${before.at(-1)} ${own}`.slice(-leftCharsMax), isKeyed: true };
  const isKeyed = before.length > 0 && before.length <= 3 && values === 1;
  return { left: `${before.slice(-3).join(' ')} ${own}`.slice(-leftCharsMax), isKeyed };
}

type Index = { pairsByLine: Map<number, Pair[]>; tableLines: Set<number> };
const indexes = new WeakMap<Document, Index>();

function indexOf(document: Document): Index {
  const found = indexes.get(document);
  if (found !== undefined) return found;
  const tableLines = new Set<number>();
  for (const { firstLine, lastLine, rows } of document.tables) {
    for (let at = firstLine + 1; at <= lastLine && rows.length > 1; at += 1) tableLines.add(at);
  }
  const index = { pairsByLine: Map.groupBy(document.pairs, ({ line }) => line), tableLines };
  indexes.set(document, index);
  return index;
}
