import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageWord } from '#engines/web/browser/page-words.ts';
import { findBox, showSeen } from './show-seen.ts';

const places: PageWord[] = [
  ['Vendor:', 8, 80, 70, 100],
  ['Acme', 75, 80, 120, 100],
  ['GmbH', 8, 104, 50, 124],
  ['Total', 8, 120, 60, 140],
];

test('words of a page have a box around all of them, also over lines; unknown ones have none', () => {
  assert.deepEqual(findBox(places, 'Acme'), [75, 80, 120, 100]);
  assert.deepEqual(findBox(places, 'acme  gmbh'), [8, 80, 120, 124]);
  assert.equal(findBox(places, 'Globex'), undefined);
  assert.equal(findBox([], 'Acme'), undefined);
});

test('a page without a picture, or with words that no place is known of, is its text with the words marked', async () => {
  const shown = await showSeen({ kind: 'seen', text: 'Vendor: Acme GmbH' }, 'Acme');
  assert.deepEqual([shown.kind, shown.mark], ['text', { start: 8, end: 12 }]);
  const png = Buffer.alloc(24);
  png.writeUInt32BE(1280, 16);
  png.writeUInt32BE(900, 20);
  const picture = { name: 'a.png', contentType: 'image/png', open: async () => png };
  const drawn = await showSeen({ kind: 'seen', text: 'Vendor: Acme GmbH', picture, words: places }, 'Acme');
  assert.deepEqual([drawn.kind, drawn.width, drawn.mark], ['page', 1280, { box: [75, 80, 120, 100] }]);
  assert.equal((await showSeen({ kind: 'seen', text: 'Vendor: Acme', picture }, 'Acme')).kind, 'text');
});
