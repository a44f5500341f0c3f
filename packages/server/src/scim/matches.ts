import type { Filter, Value } from './filter.ts';

/** Tells whether an element of a list matches a filter. Text is compared case-insensitively. */
export function matches(filter: Filter, element: Record<string, unknown>): boolean {
  switch (filter.kind) {
    case 'and':
      return matches(filter.left, element) && matches(filter.right, element);
    case 'or':
      return matches(filter.left, element) || matches(filter.right, element);
    case 'not':
      return !matches(filter.inner, element);
    case 'elements':
      return false;
    default: {
      const found = Object.entries(element).find(([name]) => name.toLowerCase() === filter.path.toLowerCase())?.[1];
      return compare(found, filter.operator, filter.value);
    }
  }
}

function compare(found: unknown, operator: Extract<Filter, { kind: 'compare' }>['operator'], value: Value): boolean {
  if (operator === 'pr') return found !== undefined && found !== null && found !== '';
  const [one, other] = [fold(found), fold(value)];
  if (operator === 'eq') return one === other;
  if (operator === 'ne') return one !== other;
  if (operator === 'co') return one.includes(other);
  if (operator === 'sw') return one.startsWith(other);
  if (operator === 'ew') return one.endsWith(other);
  if (operator === 'gt') return one > other;
  if (operator === 'ge') return one >= other;
  return operator === 'lt' ? one < other : one <= other;
}

const fold = (value: unknown): string => String(value ?? '').toLowerCase();
