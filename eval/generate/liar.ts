import { createRandom, type Random } from './random.ts';
import { addDays } from './values.ts';

// A model that lies in known ways: it returns the truth except for some values, and records which.

export const lies = ['invented', 'digit', 'filled', 'flipped', 'misplaced'] as const;
export type Lie = (typeof lies)[number];

export type Told = { value: unknown /** By JSON pointer. */; lies: Map<string, Lie> };

const lieShare = 0.25;

export function makeLies(truth: unknown, seed: number, source: string): Told {
  const random = createRandom(seed + 17);
  const told = new Map<string, Lie>();
  const plain = fold(source);
  const leaves: { pointer: string; value: unknown }[] = [];
  collect(truth, '', leaves);
  const walk = (value: unknown, pointer: string): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => walk(item, `${pointer}/${index}`));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, walk(member, `${pointer}/${name}`)]),
      );
    if (!random.chance(lieShare)) return value;
    const found = lieAbout(value, pointer, leaves, random, plain);
    if (found === undefined) return value;
    told.set(pointer, found.lie);
    return found.value;
  };
  return { value: walk(truth, ''), lies: told };
}

function collect(value: unknown, pointer: string, leaves: { pointer: string; value: unknown }[]): void {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) collect(item, `${pointer}/${index}`, leaves);
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) collect(member, `${pointer}/${name}`, leaves);
  else leaves.push({ pointer, value });
}

const fold = (text: string): string => text.toLowerCase().replace(/[^\p{L}\d]/gu, '');

type Found = { lie: Lie; value: unknown } | undefined;

function lieAbout(
  value: unknown,
  pointer: string,
  leaves: { pointer: string; value: unknown }[],
  random: Random,
  source: string,
): Found {
  if (value === null)
    return {
      lie: 'filled',
      value: /date|_on$/.test(pointer)
        ? '2031-07-19'
        : /amount|total|balance|debit|credit|pay$|_kwh|principal|nominal|due$|income/.test(pointer)
          ? 7_777.13
          : `Zorblatt ${random.integer(100, 999)}`,
    };
  if (typeof value === 'boolean') return { lie: 'flipped', value: !value };
  // The value of another field of the same type, outside of lists.
  const others = leaves.filter(
    (one) =>
      one.pointer !== pointer &&
      !/\/\d/.test(one.pointer + pointer) &&
      isAlike(one.value, value) &&
      one.value !== value,
  );
  if (others.length > 0 && random.chance(0.3)) return { lie: 'misplaced', value: random.pick(others).value };
  const invented = random.chance(0.5) ? changeDigit(value, random) : invent(value, random);
  if (invented === undefined) return undefined;
  // A value that happens to be in the document is not invented.
  return source.includes(fold(String(invented.value))) ? undefined : invented;
}

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
const isAlike = (one: unknown, other: unknown): boolean =>
  one !== null &&
  typeof one === typeof other &&
  isDay(one) === isDay(other) &&
  (typeof one !== 'string' || /\d/.test(one) === /\d/.test(String(other)));

function changeDigit(value: unknown, random: Random): Found {
  if (isDay(value)) return { lie: 'digit', value: addDays(value, random.integer(1, 20)) };
  const text = String(value);
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index);
  if (places.length === 0) return invent(value, random);
  const at = random.pick(places);
  const digit = String((Number(text[at]) + random.integer(1, 8)) % 10);
  const changed = text.slice(0, at) + digit + text.slice(at + 1);
  if (typeof value === 'number')
    return Number(changed) === value ? undefined : { lie: 'digit', value: Number(changed) };
  return { lie: 'digit', value: changed };
}

function invent(value: unknown, random: Random): Found {
  if (isDay(value)) return { lie: 'invented', value: addDays(value, random.integer(400, 900)) };
  if (typeof value === 'number')
    return {
      lie: 'invented',
      value: Number.isInteger(value) ? value + random.integer(13, 400) : Math.round((value * 1.37 + 3.21) * 100) / 100,
    };
  return { lie: 'invented', value: random.pick(['Globex Holdings', 'Hank Scorpio', 'Initech Works', 'Wayland Frost']) };
}
