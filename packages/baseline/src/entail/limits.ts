import { numbersOf } from './facts.ts';

// Reads the limit that a sentence names: "over 10,000", "at most 3".

export type Limit = { isLeast: boolean; isOpen: boolean; value: number };

const LEAST =
  /(?:over|above|more than|greater than|higher than|larger than|exceed(?:s|ing|ed)?|>|über|mehr als|plus de|más de)/i;
const LEAST_OR_EQUAL = /(?:at least|from|no less than|>=|≥|or more|mindestens|au moins)/i;
const MOST = /(?:under|below|less than|fewer than|smaller than|lower than|<|unter|weniger als|moins de|menos de)/i;
const MOST_OR_EQUAL = /(?:at most|up to|no more than|<=|≤|höchstens|au plus)/i;

export function readLimit(text: string): Limit | undefined {
  const words = `(${[LEAST_OR_EQUAL, LEAST, MOST_OR_EQUAL, MOST].map(({ source }) => source).join('|')})`;
  const found = new RegExp(
    `(?<![\\p{L}])${words}\\s*(?:[\\p{Sc}A-Z]{1,3}\\s?)?(\\d[\\d.,' ]*(?:\\s?\\p{L}+)?)`,
    'iu',
  ).exec(text);
  if (found === null) return undefined;
  const [, word = '', figure = ''] = found;
  const [value] = numbersOf(figure);
  if (value === undefined) return undefined;
  const isEqual = LEAST_OR_EQUAL.test(word) || MOST_OR_EQUAL.test(word);
  return {
    isLeast: LEAST_OR_EQUAL.test(word) || (LEAST.test(word) && !MOST_OR_EQUAL.test(word)),
    isOpen: !isEqual,
    value,
  };
}

export function keepsLimit({ isLeast, isOpen, value }: Limit, number: number): boolean {
  if (number === value) return !isOpen;
  return isLeast ? number > value : number < value;
}
