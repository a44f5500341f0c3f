import { createRandom, type Random } from '../generate/random.ts';
import { addDays } from '../generate/values.ts';

// Mistakes that models really make, by class. Each plants one mistake into the truth and says where.

export const mistakeClasses = ['omission', 'invention', 'scale', 'role', 'negation', 'swapped', 'neighbour'] as const;
export type MistakeClass = (typeof mistakeClasses)[number];

/** `fields` are JSON pointers of the values that are wrong now. */
export type Planted = { kind: MistakeClass; value: unknown; fields: string[] };

type Leaf = { pointer: string; value: unknown };

/** Plants each class of mistake once, where the document allows it. */
export function plantMistakes(truth: unknown, seed: number): Planted[] {
  const random = createRandom(seed + 4_711);
  const leaves = listLeaves(truth);
  return mistakeClasses.flatMap((kind) => {
    const changes = makers[kind](leaves, random);
    if (changes === undefined || changes.length === 0) return [];
    return [{ kind, value: withChanges(truth, changes), fields: changes.map(({ pointer }) => pointer) }];
  });
}

export function listLeaves(value: unknown, pointer = ''): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => listLeaves(item, `${pointer}/${index}`));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, member]) => listLeaves(member, `${pointer}/${name}`));
  return [{ pointer, value }];
}

type Maker = (leaves: Leaf[], random: Random) => Leaf[] | undefined;

const makers: Record<MistakeClass, Maker> = {
  omission: (leaves, random) => change(leaves.filter(isGiven), random, () => null),
  invention: (leaves, random) => change(leaves.filter(isGiven), random, invent),
  scale: (leaves, random) =>
    change(
      leaves.filter(({ value }) => typeof value === 'number' && value !== 0),
      random,
      (value) => (value as number) * random.pick([1_000, 100, 0.01, 0.001]),
    ),
  role(leaves, random) {
    const plain = leaves.filter(isPlain);
    const pairs = plain.flatMap((one) =>
      plain.filter((other) => one !== other && isAlike(one.value, other.value)).map((other) => [one, other] as const),
    );
    if (pairs.length === 0) return undefined;
    const [one, other] = random.pick(pairs);
    return [{ ...one, value: other.value }];
  },
  negation: (leaves, random) =>
    change(
      leaves.filter(({ value }) => typeof value === 'boolean'),
      random,
      (value) => !value,
    ),
  swapped(leaves, random) {
    const plain = leaves.filter(isPlain);
    const pairs = plain.flatMap((one, at) =>
      plain.slice(at + 1).flatMap((other) => (isAlike(one.value, other.value) ? [[one, other] as const] : [])),
    );
    if (pairs.length === 0) return undefined;
    const [one, other] = random.pick(pairs);
    return [
      { ...one, value: other.value },
      { ...other, value: one.value },
    ];
  },
  neighbour(leaves, random) {
    const rows = leaves.flatMap(({ pointer, value }) => {
      const found = /^(.*)\/(\d+)\/([^/]+)$/.exec(pointer);
      return found === null || !isGiven({ pointer, value })
        ? []
        : [{ pointer, value, list: found[1]!, name: found[3]! }];
    });
    const pairs = rows.flatMap((one) =>
      rows
        .filter((other) => one.list === other.list && one.name === other.name && one.value !== other.value)
        .map((other) => [one, other] as const),
    );
    if (pairs.length === 0) return undefined;
    const [one, other] = random.pick(pairs);
    return [{ pointer: one.pointer, value: other.value }];
  },
};

function change(leaves: Leaf[], random: Random, make: (value: unknown, random: Random) => unknown): Leaf[] | undefined {
  if (leaves.length === 0) return undefined;
  const { pointer, value } = random.pick(leaves);
  return [{ pointer, value: make(value, random) }];
}

const isGiven = ({ value }: Leaf): boolean => value !== null && value !== '' && typeof value !== 'boolean';
const isPlain = (leaf: Leaf): boolean => isGiven(leaf) && !/\/\d/.test(leaf.pointer);
const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
const isAlike = (one: unknown, other: unknown): boolean =>
  one !== other &&
  typeof one === typeof other &&
  isDay(one) === isDay(other) &&
  (typeof one !== 'string' || /\d/.test(one) === /\d/.test(other as string));

function invent(value: unknown, random: Random): unknown {
  if (isDay(value)) return addDays(value, random.integer(400, 900));
  if (typeof value === 'number')
    return Number.isInteger(value) ? value + random.integer(13, 400) : Math.round((value * 1.37 + 3.21) * 100) / 100;
  const text = String(value);
  if (/\d/.test(text)) return text.replace(/\d/g, (digit) => String((Number(digit) + random.integer(1, 8)) % 10));
  return random.pick(['Harbour & Finch', 'Odette Varga', 'Kestrel Works', 'Linden Freight']);
}

function withChanges(truth: unknown, changes: Leaf[]): unknown {
  const copy = structuredClone(truth);
  for (const { pointer, value } of changes) {
    const path = pointer.split('/').slice(1);
    const name = path.pop()!;
    const parent = path.reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], copy);
    (parent as Record<string, unknown>)[name] = value;
  }
  return copy;
}
