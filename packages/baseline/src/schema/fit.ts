import { formatProblem } from '@errand/json-schema/formats.ts';
import { findPatternProblem, matchesPattern } from '@errand/json-schema/patterns.ts';
import { toDuration } from '../values/durations.ts';
import type { Field } from './schema.ts';

// Checks a value against the constraints of its field and converts it if possible.

export function fit(value: unknown, field: Field): unknown {
  if (value === undefined || value === null) return undefined;
  switch (field.type) {
    case 'string':
    case 'any':
      return fitText(String(value), field);
    case 'integer':
    case 'number':
      return fitNumber(typeof value === 'number' ? value : Number(value), field);
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    default:
      return undefined;
  }
}

function fitText(text: string, { rules, format }: Field): string | undefined {
  const { minLength = 0, maxLength, pattern } = rules as { minLength?: number; maxLength?: number; pattern?: string };
  let value = text.trim();
  // Encoded headers of a raw mail are unreadable.
  if (/=\?[\w-]+\?[bq]\?/i.test(value)) return undefined;
  // RFC 3339 requires an offset for a time of day, but people write none.
  if (/^\d{2}:\d{2}:\d{2}$/.test(value)) value = format === 'time' ? `${value}Z` : value.replace(/:00$/, '');
  if (format === 'duration') value = toDuration(value) ?? '';
  const length = [...value].length;
  if (length === 0 || length < minLength) return undefined;
  // Only running text may be shortened. A shorter code or address would be another one.
  if (maxLength !== undefined && length > maxLength) {
    if (!/\s/.test(value) || format !== undefined || pattern !== undefined) return undefined;
    value = [...value]
      .slice(0, maxLength)
      .join('')
      .replace(/\s+\S*$/, '')
      .trim();
    if (value === '' || [...value].length < minLength) return undefined;
  }
  if (typeof pattern === 'string' && findPatternProblem(pattern) === undefined && !matchesPattern(pattern, value)) {
    const other = [value.toUpperCase(), value.toLowerCase(), value.replace(/[\s-]/g, '')].find((form) =>
      matchesPattern(pattern, form),
    );
    if (other === undefined) return undefined;
    value = other;
  }
  return format === undefined || formatProblem(format, value) === undefined ? value : undefined;
}

function fitNumber(value: number, { rules, type }: Field): number | undefined {
  if (!Number.isFinite(value) || (type === 'integer' && !Number.isInteger(value))) return undefined;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = rules as Record<
    string,
    number | undefined
  >;
  if (minimum !== undefined && value < minimum) return undefined;
  if (maximum !== undefined && value > maximum) return undefined;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return undefined;
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return undefined;
  if (multipleOf !== undefined && multipleOf > 0) {
    const times = value / multipleOf;
    if (Math.abs(times - Math.round(times)) > 1e-9) return undefined;
  }
  return value;
}
