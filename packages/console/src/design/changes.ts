import { formatCompact } from './format.ts';

// Describes changes of a number in words and signs that need no colour.

/** Says how much more or less than before. Empty if there is nothing to compare with. */
export function describeChange(now: number | null, before: number | null | undefined): string {
  if (now === null || before === null || before === undefined || before === 0) return '';
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return 'as before';
  return `${percent > 0 ? '▲' : '▼'} ${formatCompact(Math.abs(percent))} % ${percent > 0 ? 'more' : 'less'}`;
}

/** Writes the difference of two percentages. */
export function describePoints(difference: number): string {
  const rounded = Math.round(difference * 10) / 10;
  return rounded === 0 ? 'as before' : `${rounded > 0 ? '▲' : '▼'} ${Math.abs(rounded)} points`;
}

/** Writes a number with its sign, rounded to a tenth. */
export function writeSigned(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return rounded < 0 ? `−${-rounded}` : `+${Math.abs(rounded)}`;
}
