import { without } from '../language/spans.ts';
import type { Document } from '../text/document.ts';
import type { NumberFound } from '../values/amounts.ts';
import type { Clue } from './clue.ts';
import { findPayable } from './receipt.ts';

// Sums that work out: net + tax = gross, where the tax is the net at a rate that the text has. Three printed numbers that
// agree to the cent are hardly an accident.

const ratesMax = 12;
const amountsMax = 400;
const sumsScore = 0.86;
/** Above the best label: of several totals of a receipt, one was paid. */
const paidScore = 1.1;

export function findSums(main: 'total' | 'subtotal' | 'tax amount', document: Document): Clue[] {
  const paid = main === 'total' ? findPayable(document) : undefined;
  if (paid !== undefined) {
    const { start, end, value } = paid;
    return [{ start, end, value, trust: 1, score: paidScore, how: 'sums' }];
  }
  const best = balance(document);
  if (best === undefined) return [];
  const { start, end, value } = main === 'total' ? best.gross : main === 'subtotal' ? best.net : best.tax;
  return [{ start, end, value, trust: 1, score: sumsScore, how: 'sums' }];
}

export type Balance = { net: NumberFound; tax: NumberFound; gross: NumberFound };

const known = new WeakMap<Document, Balance | null>();

/** Returns the largest three numbers that work out. A smaller triple is a line or one of several rates. */
export function balance(document: Document): Balance | undefined {
  const found = known.get(document) ?? work(document) ?? null;
  known.set(document, found);
  return found ?? undefined;
}

function work({ numbers: all, dates, text }: Document): Balance | undefined {
  const numbers = without(all, dates, text.length);
  const amounts = numbers
    .filter(({ hasCents, isPercent, value }) => hasCents && !isPercent && value !== 0)
    .slice(-amountsMax);
  const rates = new Set(
    numbers.filter(({ isPercent, value }) => isPercent && value > 0 && value <= 30).map(({ value }) => value),
  );
  const byCents = new Map<number, NumberFound>();
  // The last place is the one among the sums.
  for (const one of amounts) byCents.set(cents(one.value), one);
  let best: Balance | undefined;
  for (const net of byCents.values()) {
    for (const rate of [...rates].slice(0, ratesMax)) {
      const tax = byCents.get(Math.round((cents(net.value) * rate) / 100));
      if (tax === undefined || tax === net) continue;
      const gross = byCents.get(cents(net.value) + cents(tax.value));
      if (gross === undefined || gross === net) continue;
      if (best === undefined || Math.abs(gross.value) > Math.abs(best.gross.value)) best = { net, tax, gross };
    }
  }
  const found = best ?? sumOfLabelled(byCents);
  // A total is among the largest sums. Small ones work out by accident.
  const larger = [...byCents.values()].filter(
    ({ value }) => Math.abs(value) > Math.abs(found?.gross.value ?? 0),
  ).length;
  return larger <= 2 ? found : undefined;
}

const cents = (value: number): number => Math.round(value * 100);

/** Several rates: the last three different numbers, if the first two make the third, or if the taxes are a sum, too. */
function sumOfLabelled(byCents: Map<number, NumberFound>): Balance | undefined {
  const sorted = [...byCents.values()].sort((one, other) => one.start - other.start);
  const last = sorted.slice(-6);
  for (let at = last.length - 3; at >= 0; at -= 1) {
    const [net, tax, gross] = last.slice(at, at + 3) as [NumberFound, NumberFound, NumberFound];
    if (isBalance({ net, tax, gross })) return { net, tax, gross };
  }
  const wide = sorted.slice(-lastMax);
  for (const tax of wide) {
    const isSum = wide.some((one) => one !== tax && byCents.has(cents(tax.value) - cents(one.value)));
    if (!isSum || tax.value === 0) continue;
    for (const net of wide) {
      const gross = byCents.get(cents(net.value) + cents(tax.value));
      if (gross !== undefined && gross.start > tax.start && tax.start > net.start && isBalance({ net, tax, gross }))
        return { net, tax, gross };
    }
  }
  return undefined;
}
const lastMax = 14;

const isBalance = ({ net, tax, gross }: Balance): boolean =>
  cents(net.value) + cents(tax.value) === cents(gross.value) && Math.abs(tax.value) < Math.abs(net.value) * 0.3;
