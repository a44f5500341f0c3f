import { formatNumber } from './format.ts';

const rules = new Intl.PluralRules('en');

/** The form of a noun or verb that goes with the count. Without `other`, the plural takes an s. */
export const plural = (count: number, one: string, other = `${one}s`): string =>
  rules.select(count) === 'one' ? one : other;

/** The count with its noun: `1 job`, `2,300 jobs`, `1 entry`, `2 entries`. */
export const counted = (count: number, one: string, other?: string): string =>
  `${formatNumber(count)} ${plural(count, one, other)}`;
