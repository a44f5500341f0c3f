import { newId } from '#platform/ids.ts';
import { isJsonObject } from '#platform/json.ts';
import type { PolicyContent } from './model.ts';

// Assigns ids to categories, rules and sub-rules. An item keeps the id of the item with the same path of titles in the
// base version, so that findings can be compared. If several items have the same path, unchanged ones match first and
// the others in order.

type Titled = Record<string, unknown>;
type Entry = { item: Titled; parent: Entry | undefined; path: string; text: string; id: string | undefined };

/** Adds an id to each category, rule and sub-rule. Ids in the request are dropped. */
export function withIds(content: PolicyContent, base: PolicyContent | undefined): PolicyContent {
  const { guidelines } = content;
  if (!isJsonObject(guidelines) || !Array.isArray(guidelines.categories)) return content;
  const levels = listLevels(content, () => undefined);
  const known = base === undefined ? [] : listLevels(base, ({ id }) => String(id));
  for (const [depth, entries] of levels.entries()) takeIds(entries, known[depth] ?? []);
  const ids = new Map(levels.flat().map(({ item, id }) => [item, id]));
  return { ...content, guidelines: { ...guidelines, categories: rebuild(guidelines.categories, ids, MEMBERS) } };
}

/** Members that hold the items of the next level. */
const MEMBERS = ['rules', 'sub_rules'];

/** Lists categories, rules and sub-rules, each level after its parents. */
function listLevels({ guidelines }: PolicyContent, idOf: (item: Titled) => string | undefined): Entry[][] {
  const levels: Entry[][] = [];
  let lists: [Entry | undefined, unknown][] = [[undefined, isJsonObject(guidelines) ? guidelines.categories : []]];
  for (const member of [...MEMBERS, '']) {
    const entries = lists.flatMap(([parent, list]) =>
      (Array.isArray(list) ? (list as Titled[]) : []).map((item) => ({
        item,
        parent,
        path: JSON.stringify([parent?.path ?? '', String(item.title).trim()]),
        text: JSON.stringify(item, (name, value) => (name === 'id' ? undefined : value)),
        id: idOf(item),
      })),
    );
    levels.push(entries);
    lists = entries.map((entry) => [entry, entry.item[member]]);
  }
  return levels;
}

const LIKENESS: ((one: Entry, other: Entry) => boolean)[] = [
  (one, other) => one.text === other.text && one.parent?.id === other.parent?.id,
  (one, other) => one.text === other.text,
  (one, other) => one.parent?.id === other.parent?.id,
  () => true,
];

function takeIds(entries: Entry[], known: Entry[]): void {
  const free = Map.groupBy(known, ({ path }) => path);
  for (const isLike of LIKENESS) {
    for (const entry of entries) {
      const others = entry.id === undefined ? (free.get(entry.path) ?? []) : [];
      const at = others.findIndex((other) => isLike(entry, other));
      if (at >= 0) entry.id = others.splice(at, 1)[0]!.id;
    }
  }
  for (const entry of entries) entry.id ??= newId();
}

function rebuild(list: Titled[], ids: Map<Titled, string | undefined>, [member, ...deeper]: string[]): Titled[] {
  return list.map((item) => {
    const { id: _given, ...rest } = item;
    const below = member === undefined ? undefined : item[member];
    return {
      id: ids.get(item),
      ...rest,
      ...(member !== undefined && Array.isArray(below) && { [member]: rebuild(below, ids, deeper) }),
    };
  });
}
