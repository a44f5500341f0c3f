import { newId } from '#platform/ids.ts';
import { isJsonObject } from '#platform/json.ts';
import type { PolicyContent } from './model.ts';

// The ids of categories, rules and sub-rules. They stay with what has the same path of titles in the version that a new
// one is derived from, so that findings can be compared. Of several with one path, those that did not change find
// themselves first; the others go by their order.

type Titled = Record<string, unknown>;
type Entry = { item: Titled; parent: Entry | undefined; path: string; text: string; id: string | undefined };

/** The content with an id on each category, rule and sub-rule; ids that were sent are dropped. */
export function withIds(content: PolicyContent, base: PolicyContent | undefined): PolicyContent {
  const { guidelines } = content;
  if (!isJsonObject(guidelines) || !Array.isArray(guidelines.categories)) return content;
  const levels = listLevels(content, () => undefined);
  const known = base === undefined ? [] : listLevels(base, ({ id }) => String(id));
  for (const [depth, entries] of levels.entries()) takeIds(entries, known[depth] ?? []);
  const ids = new Map(levels.flat().map(({ item, id }) => [item, id]));
  return { ...content, guidelines: { ...guidelines, categories: rebuild(guidelines.categories, ids, MEMBERS) } };
}

/** Where the items of the next level stand. */
const MEMBERS = ['rules', 'sub_rules'];

/** Categories, rules, sub-rules: each after what it belongs to. */
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
