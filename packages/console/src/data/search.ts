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

export const listOrderings = ['name', '-name', 'created_at', '-created_at', 'updated_at', '-updated_at'] as const;
export type ListOrdering = (typeof listOrderings)[number];

/** Search parameters that every list may have. */
export type ListSearch = {
  q?: string | undefined;
  page?: number | undefined;
  ordering?: ListOrdering | undefined;
  /** Whether the form for a new thing is open. */
  create?: true | undefined;
};

export const readListSearch = (raw: Record<string, unknown>): ListSearch => ({
  q: readText(raw.q),
  page: readPage(raw.page),
  ordering: readOneOf(raw.ordering, listOrderings),
  create: raw.create === true ? true : undefined,
});

export const readPageSearch = (raw: Record<string, unknown>): { page?: number | undefined } => ({
  page: readPage(raw.page),
});

/** Search parameters of the page of something with versions. */
export const readVersionedSearch = <Tab extends string>(raw: Record<string, unknown>, tabs: readonly Tab[]) =>
  known({
    tab: readOneOf(raw.tab, tabs),
    /** The version to show. Default: the current one. */
    version: readText(raw.version),
    page: readPage(raw.page),
    /** The versions to compare. */
    from: readText(raw.from),
    to: readText(raw.to),
  });
