import { unitAfter } from '../values/units.ts';
import { numbersOf, type Stated } from './numbers.ts';

// Reads the limit that a sentence names: "over 10,000", "at most 3", "younger than 30 days".

export type Limit = { isLeast: boolean; isOpen: boolean; bound: Stated };

const LEAST =
  /(?:over|above|(?:more|greater|higher|larger|older|longer) than|exceed(?:s|ing|ed)?|>|über|mehr als|älter als|höher als|länger als|plus de|más de|mayor(?:es)? (?:a|de|que)|superior(?:es|i|e)? (?:a|à)|supérieure?s? à|oltre|più di|meer dan|mais de)/i;
const LEAST_OR_EQUAL = /(?:at least|from|no less than|>=|≥|or more|mindestens|au moins)/i;
const MOST =
  /(?:under|below|(?:less|fewer|smaller|lower|younger|shorter) than|<|unter|weniger als|jünger als|moins de|menos de|meno di|minder dan)/i;
const MOST_OR_EQUAL =
  /(?:at most|up to|within|innerhalb von|binnen|en moins de|dentro de|entro|no more than|<=|≤|höchstens|au plus)/i;

const WORDS = [LEAST_OR_EQUAL, LEAST, MOST_OR_EQUAL, MOST].map(({ source }) => source).join('|');
const LIMIT = new RegExp(
  `(?<![\\p{L}])(${WORDS})\\s*(?:[\\p{Sc}A-Z]{1,3}\\s?)?(\\d[\\d.,' ]*(?:\\s?(?:%|\\p{L}+))?)`,
  'iu',
);

export function readLimit(text: string): Limit | undefined {
  const found = LIMIT.exec(text);
  if (found === null) return undefined;
  const [, word = '', figure = ''] = found;
  const [bound] = numbersOf(figure);
  if (bound === undefined) return undefined;
  const isEqual = LEAST_OR_EQUAL.test(word) || MOST_OR_EQUAL.test(word);
  return {
    isLeast: LEAST_OR_EQUAL.test(word) || (LEAST.test(word) && !MOST_OR_EQUAL.test(word)),
    isOpen: !isEqual,
    bound,
  };
}

/** `isMember`: a number of JSON, whose unit nobody wrote. `isNamed`: it stands alone beside a name or a label. */
type Place = { isMember: boolean; isNamed: boolean };

/** Whether a number is beyond the limit. */
export function keepsLimit({ isLeast, isOpen, bound }: Limit, number: Stated, place: Place): boolean {
  const value = inUnitOf(bound, number, place);
  if (value === undefined) return false;
  if (value === bound.value) return !isOpen;
  return isLeast ? value > bound.value : value < bound.value;
}

function inUnitOf(bound: Stated, number: Stated, { isMember, isNamed }: Place): number | undefined {
  const { value, unit, isPercent = false } = number;
  if (isPercent !== (bound.isPercent ?? false) && !(isMember && !isPercent)) return undefined;
  // Four hundred days are no sum of money, but "under 18" means years.
  if (unit !== undefined && bound.unit === undefined)
    return unit.dimension === 'time' && !isAge(bound, number) ? undefined : value;
  // In a sentence about days, a number without a unit counts something else.
  if (unit === undefined) return bound.unit === undefined || isNamed ? value : undefined;
  if (bound.unit === undefined) return value;
  return unit.dimension === bound.unit.dimension ? (value * unit.factor) / bound.unit.factor : undefined;
}

const YEAR = unitAfter(' years')!.factor;

const isAge = (bound: Stated, { unit }: Stated): boolean =>
  bound.value >= AGE_MIN && bound.value <= AGE_MAX && unit?.factor === YEAR;

/** Ages that rules ask about. */
const AGE_MIN = 10;
const AGE_MAX = 100;
