import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assignSlugs, slugify } from './slugs.ts';

test('a slug has the words of the name, in lower case and without accents', () => {
  assert.equal(slugify('  Lire une Facture (été) '), 'lire-une-facture-ete');
  assert.equal(slugify('審査 2'), '審査-2');
  assert.equal(slugify('!?'), 'unnamed');
  assert.equal(slugify('x'.repeat(200)).length, 80);
});

test('the oldest agent of a name keeps the plain slug; later ones have the end of their id after it', () => {
  const agents = ['Read', 'read 2', 'READ', 'read!'].map((name, index) => ({ id: `0000-1234567${index}`, name }));
  const slugs = [...assignSlugs(agents)].map(([slug, { id }]) => [slug, id.at(-1)]);
  assert.deepEqual(slugs, [
    ['read', '0'],
    ['read-2', '1'],
    ['read-12345672', '2'],
    ['read-12345673', '3'],
  ]);
});
