import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NameKind } from '../names/read-name.ts';
import { keysOf } from './entry.ts';

const shared = (kind: NameKind, one: string, other: string): string[] => {
  const known = new Set(keysOf([other], kind));
  return keysOf([one], kind).filter((key) => known.has(key));
};

test('a name with one letter wrong, missing, added or swapped finds its entry, as does one without its blank', () => {
  const pairs: [NameKind, string, string][] = [
    ['company', 'Glencore', 'Glenmore'],
    ['company', 'Chevon', 'Chevron'],
    ['person', 'FridrichBuchenberg', 'Friedrich Buchenberg'],
    ['person', 'Kaddafi', 'Gaddafi'],
    ['person', 'Vladmir', 'Vladimir'],
    ['person', 'Bashra', 'Bashar'],
  ];
  for (const [kind, one, other] of pairs)
    assert.notDeepEqual(shared(kind, one, other), [], `${one} and ${other} share a key`);
});

test('names that have nothing in common share no key', () => {
  assert.deepEqual(shared('person', 'Maria Jensen', 'Robert Oppenheim'), []);
  assert.deepEqual(shared('company', 'Glencore', 'Siemens'), []);
});
