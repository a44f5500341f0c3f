import { findNumbers } from '../values/amounts.ts';
import type { Document } from './document.ts';

// Lines with a price: "Call-out, 2 x £75.00 = £150.00", or columns without a header. That quantity times price gives
// the amount is what tells them from all other lines with numbers.

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
    // Labels only: what is sold stands on the line above.
    const description =
      /^(?:qty|quantity|units?|hours?)$/i.test(before) || before === '' ? tidy(plainAbove(document, index)) : before;
    if (description === '') continue;
    found.push({ description, quantity: quantity.value, price: price.value, amount: amount.value });
  }
  return found;
}

/** The line above, unless it has a price of its own. */
function plainAbove({ lines }: Document, index: number): string {
  const above = lines[index - 1]?.text ?? '';
  return findNumbers(above).some(({ currency, hasCents }) => currency !== undefined || hasCents) ? '' : above;
}

/** Without bullets, running numbers and what leads over to the quantity. */
const tidy = (text: string): string =>
  text
    .trim()
    .replace(/^(?:[-*•]|\d{1,3}[.)]?(?=\s{2,}|[.)]\s))\s*/, '')
    .replace(/[\s|,:;–—-]+$/, '')
    .replace(/\s{2,}.*$/, '')
    .trim();
