// Parses JSON. Input from outside is untrusted, and only this file parses it: integers beyond 2^53 keep their digits,
// and values that PostgreSQL cannot store are refused.

import { createShapeScan, type JsonBounds, JsonError, tooDeep } from './json-shape.ts';
import { limits } from './limits.ts';

export { JsonError };

/** PostgreSQL accepts more, but no real number needs more. */
const DIGITS_MAX = 1_000;
/** The shortest integers that a double may not represent have 16 digits. */
const LONG_DIGITS = /\d{16}/;

/** Like JSON.parse, but keeps long integers exact, as raw JSON values that JSON.stringify writes unchanged. */
export function parseJson(text: string): unknown {
  return LONG_DIGITS.test(text) ? JSON.parse(text, keepLongIntegers as never) : JSON.parse(text);
}

type RawJson = { rawJSON(text: string): object; isRawJSON(value: unknown): boolean };
const raw = JSON as unknown as RawJson;

function keepLongIntegers(_key: string, value: unknown, context: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context.source ?? '';
  return /^-?\d{16,}$/.test(source) ? raw.rawJSON(source) : value;
}

/** Like parseJson, but keeps every number as it was written: 1.50 does not become 1.5. */
export const parseExactJson = (text: string): unknown => JSON.parse(text, keepDigits as never);

function keepDigits(_key: string, value: unknown, { source }: { source?: string }): unknown {
  return typeof value === 'number' && source !== undefined && source !== String(value) ? raw.rawJSON(source) : value;
}

/** Returns a raw JSON number that JSON.stringify writes with exactly these digits. */
export const exactNumber = (digits: string): object => raw.rawJSON(digits);

export const isLongInteger = (value: unknown): value is { rawJSON: string } => raw.isRawJSON(value);

/** For what an object carries, such as rows. */
export const contentBounds = (): JsonBounds => ({
  members: limits.jsonMembers,
  names: limits.jsonNames,
  containers: limits.jsonContainers,
  values: limits.jsonValues,
});

/** For objects such as agents, which are copied and validated several times. */
export const objectBounds = (): JsonBounds => boundsOf(limits.objectMembers);

/** For messages of protocols. */
export const messageBounds = (): JsonBounds => boundsOf(limits.messageMembers);

const boundsOf = (members: number): JsonBounds => ({
  members,
  names: Math.min(limits.objectNames, limits.jsonNames),
  containers: members,
  values: 2 * members,
});

/** Parses untrusted text and refuses values that cannot be stored exactly. Throws JsonError with a public message. */
export function parseUntrustedJson(text: string, bounds: JsonBounds = contentBounds()): unknown {
  checkShape(text, bounds);
  // Without escapes, checking the whole text is enough, because NUL is not valid JSON.
  const isPlain = !text.includes('\\') && text.isWellFormed();
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    throw new JsonError('Could not be read as JSON.');
  }
  checkJson(value, { textsToo: !isPlain });
  return value;
}

/** Short texts are skipped, because they cannot hold that many; checkJson checks their nesting afterwards. */
function checkShape(text: string, bounds: JsonBounds): void {
  if (text.length >= 20_000) createShapeScan(text, bounds).to(text.length);
}

/** Refuses values that cannot be stored. Does not recurse, so deep nesting is an error and not a stack overflow. */
export function checkJson(root: unknown, { textsToo = true } = {}): void {
  const stack: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    const { value, depth } = item;
    if (typeof value === 'string') {
      if (textsToo) checkText(value);
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) throw new JsonError('A number is outside the range of a double.');
    } else if (isLongInteger(value)) {
      if (value.rawJSON.length > DIGITS_MAX) throw new JsonError(`A number has more than ${DIGITS_MAX} digits.`);
    } else if (typeof value === 'object' && value !== null) {
      if (depth >= limits.jsonDepth) throw tooDeep();
      if (Array.isArray(value)) {
        for (const child of value) {
          if (typeof child === 'string') {
            if (textsToo) checkText(child);
          } else if (typeof child === 'object' || typeof child === 'number')
            stack.push({ value: child, depth: depth + 1 });
        }
      } else {
        for (const key of Object.keys(value)) {
          if (key === '__proto__') throw new JsonError("The member name '__proto__' is not allowed.");
          if (textsToo) checkText(key);
          const child = (value as Record<string, unknown>)[key];
          if (typeof child === 'string') {
            if (textsToo) checkText(child);
          } else if (typeof child === 'object' || typeof child === 'number')
            stack.push({ value: child, depth: depth + 1 });
        }
      }
    }
  }
}

export function checkText(text: string): void {
  if (text.includes('\u0000')) throw new JsonError('The NUL character is not allowed.');
  if (!text.isWellFormed()) throw new JsonError('The text contains an unpaired surrogate.');
}

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLongInteger(value);
}
