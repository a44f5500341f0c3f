import { createHash } from 'node:crypto';
import type { NameKind } from '../names/read-name.ts';
import { readName } from '../names/read-name.ts';

/** An entry of a list, whatever its format was. */
export type Entry = {
  id: string;
  kind: NameKind;
  name: string;
  aliases: string[];
  birth_dates: string[];
  countries: string[];
  identifiers: Record<string, string[]>;
  program: string | null;
};

/** With what finds it, and a hash that tells whether it changed. */
export type ReadEntry = { content: Entry; hash: string; keys: string[] };

/**
 * What finds an entry: the words of its names, how they sound, their letters in any order, and the halves of words, one
 * of which a single wrong, missing or added letter leaves as it is.
 */
export function keysOf(names: string[], kind: NameKind, identifiers: string[] = []): string[] {
  const keys = new Set(identifiers.map((one) => `#${plainIdentifier(one)}`));
  for (const name of names) {
    const { words, joined } = readName(name, kind);
    for (const { text, sound, weight } of words) {
      if (weight < 0.5 && words.length > 1) continue;
      if (text.length > 1) keys.add(text);
      if (sound.length > 1) keys.add(`~${sound}`).add(`=${[...sound].sort().join('')}`);
      if (text.length >= HALVED_MIN) addHalves(keys, text);
    }
    if (joined.length > 40) continue;
    keys.add(`+${joined}`);
    if (words.length > 1 || joined.length >= HALVED_MIN) addHalves(keys, joined);
  }
  return [...keys];
}

/** Halves of shorter words are found in too many others. */
const HALVED_MIN = 6;

/** Both lengths of a half, so that a word and the same one with a letter more share one. */
function addHalves(keys: Set<string>, text: string): void {
  for (const length of [Math.floor(text.length / 2), Math.ceil(text.length / 2)])
    keys.add(`<${text.slice(0, length)}`).add(`>${text.slice(-length)}`);
}

/** Blanks and signs in identifiers are a matter of taste. */
export const plainIdentifier = (value: string): string => value.toUpperCase().replace(/[^A-Z0-9]/g, '');

export const hashOf = (content: Entry): string => createHash('sha256').update(JSON.stringify(content)).digest('hex');

export function addIdentifier(to: Record<string, string[]>, kind: string, value: string): void {
  to[kind] = [...(to[kind] ?? []), value];
}
