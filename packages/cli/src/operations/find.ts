import type { Agent, Errand } from '@errand/sdk';
import { MissingError, UsageError } from '../terminal/errors.ts';
import { nearestName } from '../terminal/nearest.ts';
import { isUuid } from '../terminal/text.ts';
import { commandOf } from './names.ts';
import { getRow, nounOf, type Reference, readTable } from './table.ts';

export type Item = Record<string, unknown>;
type Call = ((...args: unknown[]) => Promise<unknown>) & { all?(...args: unknown[]): AsyncIterable<Item> };

const PAGE_SIZE = 100;

export function callOf(errand: Errand, id: string): Call {
  const [resource = '', name = ''] = id.split('.');
  return (errand as unknown as Record<string, Record<string, Call>>)[resource]![name]!;
}

/** Reads a list to its end, or its first items. */
export async function readList(
  errand: Errand,
  id: string,
  args: readonly unknown[],
  { query = {}, limit = Number.POSITIVE_INFINITY }: { query?: Item; limit?: number } = {},
): Promise<Item[]> {
  const call = callOf(errand, id);
  const { all } = call;
  if (all === undefined) return ((await call(...args, ...(getRow(id).query ? [query] : []))) as Item[]).slice(0, limit);
  const items: Item[] = [];
  for await (const item of all(...args, { page_size: Math.min(limit, PAGE_SIZE), ...query })) {
    items.push(item);
    if (items.length >= limit) break;
  }
  return items;
}

/** Finds an item by id or name. Refuses a name that several have, because guessing could change the wrong one. */
export async function findItem(
  errand: Errand,
  reference: Reference,
  text: string,
  known: Readonly<Record<string, string>> = {},
): Promise<Item> {
  const row = getRow(reference.list!);
  const args = row.params.map(({ name }) => known[name]);
  const { labels = [], key = 'id' } = reference;
  const matches = (items: Item[]) => {
    const byId = items.filter((item) => String(item[key]) === text.toLowerCase());
    if (byId.length > 0) return byId;
    const named = labels.map((label) => items.filter((item) => isNamed(item[label], text)));
    return named.find((found) => found.length > 0) ?? [];
  };
  const canSearch = row.query?.some(({ name }) => name === 'search');
  const searched = canSearch ? matches(await readList(errand, row.id, args, { query: { search: text } })) : [];
  // The search does not find misspelt names or ids, so all are needed then.
  const all = searched.length > 0 ? [] : await readList(errand, row.id, args);
  const [first, ...others] = searched.length > 0 ? searched : matches(all);
  const noun = nounOf(reference.name);
  // The newest version of a name is meant.
  if (first !== undefined && (others.length === 0 || labels.includes('version_name'))) return first;
  if (first !== undefined) {
    const ids = [first, ...others].map((item) => item[key]).join(', ');
    throw new UsageError(`${others.length + 1} ${plural(noun)} are called ${text}. Use an id: ${ids}`);
  }
  const names = all.flatMap((item) => labels.map((label) => item[label])).filter((name) => typeof name === 'string');
  const similar = nearestName(text, names);
  const hint = similar === undefined ? `errand ${commandOf(row.id)} shows them.` : `Did you mean ${similar}?`;
  throw new MissingError(`No ${noun} is called ${text}. ${hint}`);
}

/** Returns the id of what the text names. An id is taken as it is, so that it costs no request. */
export async function findId(
  errand: Errand,
  reference: Reference,
  text: string,
  known: Readonly<Record<string, string>> = {},
): Promise<string> {
  if (isUuid(text)) return text.toLowerCase();
  if (reference.list === undefined) return text;
  return String((await findItem(errand, reference, text, known))[reference.key ?? 'id']);
}

/** Finds an object of a list by id or name, for commands that are written by hand. */
export async function findNamed<T>(
  errand: Errand,
  list: string,
  text: string,
  known: Readonly<Record<string, string>> = {},
): Promise<T> {
  const get = `${list.split('.')[0]}.get`;
  if (isUuid(text) && Object.keys(known).length === 0) return (await callOf(errand, get)(text.toLowerCase())) as T;
  return (await findItem(errand, referenceTo(list), text, known)) as T;
}

export const findAgent = (errand: Errand, text: string): Promise<Agent> => findNamed(errand, 'agents.list', text);

function referenceTo(list: string): Reference {
  const references = [...readTable().values()].flatMap(({ params }) => params);
  const found = references.find((reference) => reference.list === list);
  if (found === undefined) throw new Error(`Nothing is found in ${list}.`);
  return found;
}

/** The organization of the credential. */
export async function ownOrganization(errand: Errand): Promise<string> {
  const [organization] = (await errand.organizations.list()).results;
  if (organization === undefined) throw new MissingError('The credential belongs to no organization.');
  return organization.id;
}

const isNamed = (name: unknown, text: string): boolean =>
  typeof name === 'string' && name.toLowerCase() === text.toLowerCase();
const plural = (noun: string): string => (noun.endsWith('y') ? noun.replace(/y$/, 'ies') : `${noun}s`);
