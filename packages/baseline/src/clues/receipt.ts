import { fold } from '../language/words.ts';
import { groups } from '../languages/thesaurus.ts';
import type { Document } from '../text/document.ts';
import type { NumberFound } from '../values/amounts.ts';

// The total of a receipt is what was to be paid: the money given less the change, the sum after rounding, the line that
// says so. One of them may be misread, or be the sum of a tax table; two that agree are hardly an accident.

type Part = 'total' | 'payable' | 'part' | 'rounding' | 'cash' | 'change';
type Row = { part: Part; amount: NumberFound; cents: number };

type Payable = { start: number; end: number; value: number; points: number };

const POINTS = { total: 1, payable: 1.6, given: 1, givenLessChange: 2, rounded: 1.4, again: 0.6 };
const pointsMin = 1.5;
const apartMin = 0.5;
const roundingMax = 5;

/** Returns nothing if the document is not a receipt, or if its sums contend. */
export function findPayable(document: Document): Payable | undefined {
  const rows = listRows(document);
  if (!rows.some(({ part }) => part === 'cash' || part === 'change' || part === 'rounding')) return undefined;
  const points = new Map<number, number>();
  const add = (cents: number, own: number): void => {
    points.set(cents, (points.get(cents) ?? 0) + own);
  };
  const centsOf = (part: Part): number[] => [
    ...new Set(rows.filter((row) => row.part === part).map((row) => row.cents)),
  ];
  const isPrinted = (cents: number): boolean => rows.some((row) => row.cents === cents && row.part !== 'change');
  for (const part of ['total', 'payable'] as const) for (const cents of centsOf(part)) add(cents, POINTS[part]);
  // A total that is printed twice is likelier the one.
  for (const cents of centsOf('total'))
    if (rows.filter((row) => row.cents === cents && row.part === 'total').length > 1) add(cents, POINTS.again);
  const [change] = centsOf('change');
  for (const given of centsOf('cash')) {
    if (change !== undefined && change > 0 && given > change && isPrinted(given - change))
      add(given - change, POINTS.givenLessChange);
    else if (change === undefined || change === 0) add(given, POINTS.given);
  }
  for (const rounding of centsOf('rounding'))
    for (const cents of new Set([...centsOf('total'), ...centsOf('payable'), ...centsOf('part')]))
      if (rounding !== 0 && Math.abs(rounding) <= roundingMax && isPrinted(cents + rounding))
        add(cents + rounding, POINTS.rounded);
  const [best, second] = [...points].sort(([, one], [, other]) => other - one);
  if (best === undefined || best[0] <= 0 || best[1] < pointsMin || best[1] - (second?.[1] ?? 0) < apartMin)
    return undefined;
  const { amount } =
    rows.find((row) => row.cents === best[0] && (row.part === 'payable' || row.part === 'total')) ??
    rows.find((row) => row.cents === best[0])!;
  return { start: amount.start, end: amount.end, value: amount.value, points: best[1] };
}

/** Each sum with the label right before it. */
function listRows(document: Document): Row[] {
  const rows: Row[] = [];
  const numbers = document.numbers.filter(({ hasCents, isPercent }) => hasCents && !isPercent);
  let isSummary = false;
  for (const { text, start } of document.lines) {
    const own = numbers.filter((one) => one.start >= start && one.end <= start + text.length);
    // The table of taxes at the end has totals of its own.
    isSummary ||=
      wordsOf(text).some((word) => isLike(word, 'summary')) || (own.length === 0 && /tax.*\(rm\)/i.test(text));
    let from = 0;
    for (const amount of own) {
      const words = wordsOf(text.slice(from, amount.start - start));
      from = amount.end - start;
      const cents = Math.round(amount.value * 100);
      const said = partOf(words);
      // "Rounding 72.75" is the sum after it.
      const part = said === 'rounding' && Math.abs(cents) > roundingMax ? 'payable' : said;
      if (part === undefined || (isSummary && (part === 'total' || part === 'part'))) continue;
      rows.push({ part, amount, cents });
    }
  }
  return rows;
}

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\d/]+/gu) ?? [];

function partOf(words: string[]): Part | undefined {
  const has = (...targets: string[]): boolean => targets.some((target) => words.some((word) => isLike(word, target)));
  const label = words.filter((word) => !/^(?:rm|rh|rn|myr|eur|usd|gbp|sgd|idr|rp)$/.test(word)).join(' ');
  if (has('rounding', 'penggenapan', 'pembulatan') && !has('after', 'total')) return 'rounding';
  if (has('qty', 'quantity', 'item', 'items', 'discount', 'saving', 'savings', 'loading', 'points', 'diskaun'))
    return undefined;
  if (words.length <= 4 && has(...changeWords)) return 'change';
  if (cashLabels.has(label)) return 'cash';
  if (has('excluding', 'excl', 'exclude', 'before', 'subtotal', 'net', 'nett', 'taxable', 'sub'))
    return has('total') && has('net', 'nett') && !has('excluding', 'excl', 'before') ? 'payable' : 'part';
  if (has('payable', 'rounded', 'after', 'due') && has('total', 'amount', 'amt', 'jumlah')) return 'payable';
  if (has('total', 'jumlah')) {
    if (
      has('gst', 'tax', 'sst', 'cukai') &&
      !has('incl', 'inclusive', 'include', 'included', 'including', 'termasuk', 'with')
    )
      return undefined;
    return has('grand', 'inclusive', 'incl', 'bill') ? 'payable' : 'total';
  }
  return cashWords.some((word) => has(word)) && words.length <= 3 ? 'cash' : undefined;
}

const strongOf = (name: string): string[] =>
  groups.find(({ strong }) => strong[0] === name)!.strong.map((one) => fold(one));
const cashLabels = new Set(strongOf('cash paid'));
const cashWords = ['cash', 'tunai', 'visa', 'mastercard', 'tendered', 'tender', 'payment', 'paid', 'card'];
const changeWords = ['change', 'baki', 'kembali', 'kembalian'];

/** Letters that recognition confuses are one letter. */
const plain = (word: string): string =>
  word
    .replace(/[1|!ijt]/g, 'l')
    .replace(/0/g, 'o')
    .replace(/rn/g, 'm')
    .replace(/8/g, 'b')
    .replace(/5/g, 's');

/** Whether a word is the one that is meant, with at most one letter misread in a long one. */
function isLike(word: string, target: string): boolean {
  if (word === target) return true;
  if (target.length < 5 || Math.abs(word.length - target.length) > 1) return false;
  const [one, other] = [plain(word), plain(target)];
  return one === other || distanceIsOne(one, other);
}

function distanceIsOne(one: string, other: string): boolean {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  let back = 0;
  while (back < Math.min(one.length, other.length) - at && one.at(-1 - back) === other.at(-1 - back)) back += 1;
  return Math.max(one.length, other.length) - at - back <= 1;
}
