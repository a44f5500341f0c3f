// Reads search parameters, which come from URLs that anybody may have written.

export const readText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;

export function readInteger(value: unknown, min = 1): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= min ? number : undefined;
}

/** Reads a page number. The first page needs none. */
export const readPage = (value: unknown): number | undefined => readInteger(value, 2);

/** Reads a time in the API's format. */
export function readMoment(value: unknown): string | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

export const readOneOf = <T extends string>(value: unknown, allowed: readonly T[]): T | undefined =>
  allowed.includes(value as T) ? (value as T) : undefined;

export const readTexts = (value: unknown): string[] | undefined => {
  const texts = [value].flat().flatMap((one) => readText(one) ?? []);
  return texts.length > 0 ? texts : undefined;
};

/** Removes undefined members, so that URLs stay short. */
export const known = <T extends Record<string, unknown>>(search: T): Partial<T> =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Partial<T>;
