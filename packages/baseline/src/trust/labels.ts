import { contextOf } from '../fill/context.ts';
import { type Label, readMeaning } from '../schema/field.ts';
import { matchContext, matchLabel } from '../schema/match.ts';
import type { Rival } from '../schema/rivals.ts';
import type { Field } from '../schema/schema.ts';
import type { Document } from '../text/document.ts';
import { readSegments } from '../text/layout.ts';

// Finds out whether a value is under the label of its own field, of another, or of none.

export type Standing = { own: number; rival: number; rivalName: string; rivalIsSibling: boolean };

export function standingOf(
  document: Document,
  span: { start: number; end: number },
  { field, rivals }: { field: Field; rivals: Rival[] },
): Standing {
  const { left, right, pairLabel } = contextOf(document, { ...span });
  const heads = [pairLabel, roleAfter(right), columnOf(document, span.start)].filter((one) => one !== undefined);
  const score = (labels: Label[]): number =>
    Math.max(matchContext(left, labels, 0.7).score, ...heads.map((head) => matchLabel(head, labels).score));
  const own = score(readMeaning(field).labels);
  let best = { score: 0, name: '', isSibling: false };
  for (const { name, labels, isSibling } of rivals) {
    const found = score(labels);
    if (found > best.score) best = { score: found, name, isSibling };
  }
  return { own, rival: best.score, rivalName: best.name, rivalIsSibling: best.isSibling };
}

/** Returns the role in "Tom Field (beneficiary)". */
const roleAfter = (right: string): string | undefined => /^,? ?\((?:the |as )?([\p{L} ]{3,30})\)/iu.exec(right)?.[1];

/** Returns the head of the value's column. */
function columnOf(document: Document, start: number): string | undefined {
  const line = document.lineAt(start);
  const table = document.tables.find(({ firstLine, lastLine }) => line.index > firstLine && line.index <= lastLine);
  if (table === undefined) return undefined;
  const offset = start - line.start;
  const mark = line.text.includes('|') ? '|' : line.text.includes('\t') ? '\t' : undefined;
  if (mark !== undefined) {
    const before =
      line.text
        .slice(0, offset)
        .replace(/^\s*\|/, '')
        .split(mark).length - 1;
    return table.header[before];
  }
  const header = document.lines[table.firstLine];
  if (header === undefined) return undefined;
  const heads = readSegments(header).map(({ text, start: at }) => ({ text, from: at - header.start }));
  return heads.reduce<{ text: string; apart: number } | undefined>((best, { text, from }) => {
    const apart = Math.abs(offset - from);
    return best === undefined || apart < best.apart ? { text, apart } : best;
  }, undefined)?.text;
}
