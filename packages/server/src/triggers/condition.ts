import { isDeepStrictEqual } from 'node:util';
import type { TriggerCondition } from '@errand/contract/triggers.ts';
import type { Static } from 'typebox';
import { isJsonObject, isLongInteger } from '#platform/json.ts';

// Decides whether an event starts a job. Every condition compares one value of the event.

export type Condition = Static<typeof TriggerCondition>;
export type FailedCondition = { path: string; op: string; value: unknown; found: unknown };

/** Returns the conditions that do not hold. */
export function listFailed(conditions: Condition[] | null, event: unknown): FailedCondition[] {
  return (conditions ?? []).flatMap((condition) => {
    const found = findByPointer(event, condition.path);
    const { path, op, value = null } = condition;
    return holds(condition, found) ? [] : [{ path, op, value, found: found ?? null }];
  });
}

/** Returns what is wrong with conditions, beyond their shape. */
export function findConditionProblems(conditions: Condition[] | null): string[] {
  return (conditions ?? []).flatMap(({ path, op, value }, index) => {
    const of = `Condition ${index + 1}: `;
    if (path !== '' && !path.startsWith('/')) return [`${of}path must be a JSON pointer, such as /body/order/total.`];
    if (op === 'in' && !Array.isArray(value)) return [`${of}in requires a list as value.`];
    if ((op === 'gt' || op === 'lt') && typeof value !== 'number' && typeof value !== 'string')
      return [`${of}${op} requires a number or a text as value.`];
    if (op !== 'exists' && value === undefined) return [`${of}${op} requires a value.`];
    return [];
  });
}

function holds({ op, value }: Condition, found: unknown): boolean {
  switch (op) {
    case 'equals':
      return isSame(found, value);
    case 'not_equals':
      return !isSame(found, value);
    case 'in':
      return (value as unknown[]).some((one) => isSame(found, one));
    case 'contains':
      if (typeof found === 'string') return found.includes(String(value));
      return Array.isArray(found) && found.some((one) => isSame(one, value));
    case 'exists':
      return (found !== undefined && found !== null) !== (value === false);
    case 'gt':
      return compare(found, value) > 0;
    case 'lt':
      return compare(found, value) < 0;
  }
}

const isSame = (found: unknown, value: unknown): boolean => isDeepStrictEqual(plain(found), plain(value));

/** Converts a long integer, which is parsed into an object with its digits, to a number. */
const plain = (value: unknown): unknown => (isLongInteger(value) ? Number(value.rawJSON) : value);

/**
 * Compares numbers, even if written as text, by value, and other texts by characters. Returns NaN for anything else.
 */
function compare(found: unknown, value: unknown): number {
  const [one, other] = [toNumber(plain(found)), toNumber(plain(value))];
  if (!Number.isNaN(one) && !Number.isNaN(other)) return one - other;
  if (typeof found !== 'string' || typeof value !== 'string') return Number.NaN;
  return found < value ? -1 : found > value ? 1 : 0;
}

const toNumber = (value: unknown): number =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
      ? Number(value)
      : Number.NaN;

function findByPointer(event: unknown, pointer: string): unknown {
  let value = event;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) value = /^\d{1,9}$/.test(name) ? value[Number(name)] : undefined;
    else if (isJsonObject(value) && Object.hasOwn(value, name)) value = value[name];
    else return undefined;
  }
  return value;
}
