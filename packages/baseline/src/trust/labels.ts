import { contextOf } from '../fill/context.ts';
import { type Group, groups } from '../language/thesaurus.ts';
import { splitWords } from '../language/words.ts';
import { type Kind, type Label, readMeaning } from '../schema/field.ts';
import { matchContext, matchLabel } from '../schema/match.ts';
import type { Field } from '../schema/schema.ts';
import type { Document } from '../text/document.ts';
import { readSegments } from '../text/layout.ts';

// Finds out whether a value is under the label of its own field, of another, or of none.

export type Standing = { own: number; rival: number; rivalName: string; rivalIsSibling: boolean };

type Rival = { name: string; labels: Label[]; isSibling: boolean };

/** Groups of the thesaurus whose values look alike, so that they can be confused. */
const families: Record<string, string[]> = {
  money: ['subtotal', 'tax amount', 'total', 'discount', 'shipping', 'balance', 'salary', 'unit price', 'amount'],
  date: [
    'invoice date',
    'due date',
    'deadline',
    'sent',
    'published',
    'created',
    'birthday',
    'transaction date',
    'start',
    'end',
  ],
  party: ['vendor', 'customer', 'sender', 'recipient', 'merchant', 'author', 'manager'],
  code: ['invoice number', 'ticket number', 'order number', 'reference', 'tax number', 'iban'],
};

const familyOf = (kind: Kind): string | undefined =>
  kind === 'money'
    ? 'money'
    : kind === 'date' || kind === 'datetime'
      ? 'date'
      : kind === 'code' || kind === 'digits'
        ? 'code'
        : ['person', 'party', 'organization'].includes(kind)
          ? 'party'
          : undefined;

/** Kinds that consist of words. */
const worded = new Set<Kind>(['text', 'person', 'party', 'organization', 'place', 'code', 'digits', 'headline']);

const looksAlike = (one: Kind, other: Kind): boolean =>
  one === other ||
  (worded.has(one) && worded.has(other)) ||
  (familyOf(one) !== undefined && familyOf(one) === familyOf(other)) ||
  (['money', 'number', 'percent'].includes(one) && ['money', 'number', 'percent'].includes(other));

/** Lists the fields that the value could be confused with. */
export function rivalsOf(field: Field, siblings: Field[], value: unknown): Rival[] {
  const meaning = readMeaning(field);
  const own = new Set(meaning.labels.map(({ words }) => words.join(' ')));
  const strange = (labels: Label[]): Label[] => labels.filter(({ words }) => !own.has(words.join(' ')));
  const near = siblings
    .filter(
      (one) =>
        one.name !== field.name &&
        one.type !== 'array' &&
        one.type !== 'object' &&
        one.type !== 'boolean' &&
        looksAlike(readMeaning(one).kind, meaning.kind) &&
        couldBe(value, readMeaning(one).kind),
    )
    .map((one) => ({
      name: one.title || one.name,
      labels: strange(readMeaning(one).labels.filter(({ weight }) => weight >= 0.8)),
      isSibling: true,
    }));
  // A field without a group may have any label in the document.
  const family = meaning.group === undefined ? [] : (families[familyOf(meaning.kind) ?? ''] ?? []);
  const far = groups
    .filter((group) => family.includes(group.strong[0]!) && !sharesWords(group, own))
    .map(({ strong }) => ({
      name: strong[0]!,
      labels: strange(strong.map((phrase) => ({ words: splitWords(phrase), weight: 0.85 }))),
      isSibling: false,
    }));
  return [...near, ...far].filter(({ labels }) => labels.length > 0);
}

/** A name without digits cannot be a document number, and a document number cannot be a name. */
function couldBe(value: unknown, kind: Kind): boolean {
  if (typeof value !== 'string') return true;
  const hasDigit = /\d/.test(value);
  if (kind === 'code' || kind === 'digits') return hasDigit;
  return !hasDigit || !['person', 'party', 'organization', 'place'].includes(kind);
}

const sharesWords = ({ strong }: Group, own: Set<string>): boolean => own.has(splitWords(strong[0]!).join(' '));

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
