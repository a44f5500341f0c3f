import { isNumericType } from './result-rows.ts';

// Summarizes the values of a result column from the loaded rows.

export type ColumnProfile = {
  name: string;
  type: string;
  nulls: number;
  distinct: number;
  min: string | null;
  max: string | null;
  /** Counts by equal parts of the range from min to max, or by the most frequent values. */
  bars: { label: string; count: number }[];
};

const PARTS = 12;
const VALUES_SHOWN = 5;

export function profileColumns(names: string[], types: string[], rows: unknown[][]): ColumnProfile[] {
  return names.map((name, index) => {
    const values = rows.map((row) => row[index]).filter((value) => value !== null && value !== undefined);
    const type = types[index] ?? '';
    const common = { name, type, nulls: rows.length - values.length };
    const numbers = isNumericType(type) ? values.map(Number).filter(Number.isFinite) : [];
    return numbers.length > 0 && numbers.length === values.length
      ? { ...common, ...profileNumbers(numbers) }
      : { ...common, ...profileTexts(values.map(toText)) };
  });
}

const toText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

function profileNumbers(numbers: number[]): Omit<ColumnProfile, 'name' | 'type' | 'nulls'> {
  const min = numbers.reduce((a, b) => Math.min(a, b));
  const max = numbers.reduce((a, b) => Math.max(a, b));
  const width = (max - min) / PARTS || 1;
  const counts = Array.from({ length: max === min ? 1 : PARTS }, () => 0);
  for (const value of numbers) {
    const at = Math.min(counts.length - 1, Math.floor((value - min) / width));
    counts[at] = counts[at]! + 1;
  }
  const bars = counts.map((count, at) => ({ label: `from ${rounded(min + at * width)}`, count }));
  return { distinct: new Set(numbers).size, min: rounded(min), max: rounded(max), bars };
}

const rounded = (value: number): string => String(Number(value.toPrecision(6)));

function profileTexts(texts: string[]): Omit<ColumnProfile, 'name' | 'type' | 'nulls'> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const sorted = [...counts.keys()].sort();
  const bars = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, VALUES_SHOWN)
    .map(([label, count]) => ({ label, count }));
  return { distinct: counts.size, min: sorted[0] ?? null, max: sorted.at(-1) ?? null, bars };
}
