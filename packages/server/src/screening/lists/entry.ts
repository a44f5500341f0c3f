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

/** What finds an entry: the words of its names, how they sound, and their letters in any order. */
export function keysOf(names: string[], kind: NameKind, identifiers: string[] = []): string[] {
  const keys = new Set(identifiers.map((one) => `#${plainIdentifier(one)}`));
  for (const name of names) {
    const { words, joined } = readName(name, kind);
    for (const { text, sound, weight } of words) {
      if (weight < 0.5 && words.length > 1) continue;
      if (text.length > 1) keys.add(text);
      if (sound.length > 1) keys.add(`~${sound}`).add(`=${[...sound].sort().join('')}`);
    }
    if (joined.length <= 40) keys.add(`+${joined}`);
  }
  return [...keys];
}

/** Blanks and signs in identifiers are a matter of taste. */
export const plainIdentifier = (value: string): string => value.toUpperCase().replace(/[^A-Z0-9]/g, '');

export const hashOf = (content: Entry): string => createHash('sha256').update(JSON.stringify(content)).digest('hex');

export function addIdentifier(to: Record<string, string[]>, kind: string, value: string): void {
  to[kind] = [...(to[kind] ?? []), value];
}
