import { findNumbers } from '../values/amounts.ts';
import type { Document } from './document.ts';

// Finds lines with a price: "Call-out, 2 x £75.00 = £150.00", or columns without a header. They are recognized by the
// amount, which is quantity times price.

export type PricedLine = { description: string; quantity: number; price: number; amount: number };

export function findPricedLines(document: Document): PricedLine[] {
  const found: PricedLine[] = [];
  for (const [index, { text }] of document.lines.entries()) {
    if (text.length > 300) continue;
    const numbers = findNumbers(text).filter(({ isPercent }) => !isPercent);
    const [quantity, price, amount] = numbers.slice(-3);
    if (quantity === undefined || price === undefined || amount === undefined) continue;
    if (quantity.value === 0 || Math.abs(quantity.value * price.value - amount.value) > 0.011) continue;
    if (price.currency === undefined && !price.hasCents && !amount.hasCents) continue;
    const before = tidy(text.slice(0, quantity.start));
    // If the line only has labels, the item is on the line above.
    const description =
      /^(?:qty|quantity|units?|hours?)$/i.test(before) || before === '' ? tidy(plainAbove(document, index)) : before;
    if (description === '') continue;
    found.push({ description, quantity: quantity.value, price: price.value, amount: amount.value });
  }
  return found;
}

/** Returns the line above, unless it has a price itself. */
function plainAbove({ lines }: Document, index: number): string {
  const above = lines[index - 1]?.text ?? '';
  return findNumbers(above).some(({ currency, hasCents }) => currency !== undefined || hasCents) ? '' : above;
}

/** Removes bullets, running numbers and the words before the quantity. */
const tidy = (text: string): string =>
  text
    .trim()
    .replace(/^(?:[-*•]|\d{1,3}[.)]?(?=\s{2,}|[.)]\s))\s*/, '')
    .replace(/[\s|,:;–—-]+$/, '')
    .replace(/\s{2,}.*$/, '')
    .trim();
