import { splitWords } from '../language/words.ts';
import { type Group, groups } from '../languages/thesaurus.ts';
import { type Kind, type Label, readMeaning } from './field.ts';
import type { Field } from './schema.ts';

// Other fields whose values look like those of a field, so that a label of theirs speaks against it.

export type Rival = { name: string; labels: Label[]; isSibling: boolean };

/** Groups of the thesaurus whose values look alike, so that they can be confused. */
const families: Record<string, string[]> = {
  money: [
    ...['subtotal', 'tax amount', 'total', 'amount due', 'discount', 'shipping', 'balance', 'salary', 'unit price'],
    ...['amount', 'prepaid', 'charges total', 'allowances total', 'cash paid', 'change', 'rounding', 'quantity'],
    ...['tax number', 'opening balance', 'closing balance', 'gross pay', 'net pay'],
  ],
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
    ...['delivery date', 'order date', 'expiry date', 'pay date'],
  ],
  party: [
    ...['vendor', 'customer', 'sender', 'recipient', 'merchant', 'author', 'manager', 'contact', 'beneficiary'],
    'account holder',
  ],
  code: [
    ...['invoice number', 'ticket number', 'order number', 'reference', 'tax number', 'iban', 'customer number'],
    ...['delivery note number', 'policy number', 'claim number', 'phone'],
  ],
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
      labels: strange(strong.map((phrase) => ({ words: splitWords(phrase), weight: 0.9 }))),
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
