import { findValueProblems } from '../../packages/json-schema/src/check-value.ts';
import { createRandom, type Random } from '../generate/random.ts';
import { addDays } from '../generate/values.ts';

// Mistakes that models really make, by class. Each plants one mistake into the truth and says where.

export const mistakeClasses = ['omission', 'invention', 'scale', 'role', 'negation', 'swapped', 'neighbour'] as const;
export type MistakeClass = (typeof mistakeClasses)[number];

/** `fields` are JSON pointers of the values that are wrong now. */
export type Planted = { kind: MistakeClass; value: unknown; fields: string[] };

type Schema = Record<string, unknown>;
type Leaf = { pointer: string; value: unknown };

/** Plants each class of mistake once, where the document allows it. */
export function plantMistakes(truth: unknown, schema: Schema, seed: number): Planted[] {
  const random = createRandom(seed + 4_711);
  const leaves = listLeaves(truth);
  // Truths of others may be written in another form than the schema asks for.
  const isFree = findValueProblems(schema, truth).length > 0;
  return mistakeClasses.flatMap((kind) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const changes = makers[kind](leaves, random, schema) ?? [];
      const value = withChanges(truth, changes);
      // Answers that break their schema never reach the marks. An omission may: nulls are shown as they are.
      if (changes.length > 0 && (isFree || kind === 'omission' || findValueProblems(schema, value).length === 0))
        return [{ kind, value, fields: changes.map(({ pointer }) => pointer) }];
    }
    return [];
  });
}

const ROUNDS = 20;

export function listLeaves(value: unknown, pointer = ''): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => listLeaves(item, `${pointer}/${index}`));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, member]) => listLeaves(member, `${pointer}/${name}`));
  return [{ pointer, value }];
}

type Maker = (leaves: Leaf[], random: Random, schema: Schema) => Leaf[] | undefined;

const makers: Record<MistakeClass, Maker> = {
  omission: (leaves, random) => change(leaves.filter(isGiven), random, () => null),
  invention: (leaves, random, schema) =>
    change(leaves.filter(isGiven), random, (value, { pointer }) => {
      const others = optionsAt(schema, pointer).filter((option) => option !== value && option !== null);
      return others.length > 0 ? random.pick(others) : invent(value, random);
    }),
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

function change(leaves: Leaf[], random: Random, make: (value: unknown, leaf: Leaf) => unknown): Leaf[] | undefined {
  if (leaves.length === 0) return undefined;
  const leaf = random.pick(leaves);
  return [{ pointer: leaf.pointer, value: make(leaf.value, leaf) }];
}

const isGiven = ({ value }: Leaf): boolean => value !== null && value !== '' && typeof value !== 'boolean';
const isPlain = (leaf: Leaf): boolean => isGiven(leaf) && !/\/\d/.test(leaf.pointer);
const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
const isAlike = (one: unknown, other: unknown): boolean =>
  one !== other &&
  typeof one === typeof other &&
  isDay(one) === isDay(other) &&
  (typeof one !== 'string' || /\d/.test(one) === /\d/.test(other as string));

function optionsAt(schema: Schema, pointer: string): unknown[] {
  let at: Schema | undefined = schema;
  for (const name of pointer.split('/').slice(1))
    at = (/^\d+$/.test(name) ? at?.items : (at?.properties as Record<string, Schema> | undefined)?.[name]) as
      | Schema
      | undefined;
  return Array.isArray(at?.enum) ? at.enum : [];
}

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
