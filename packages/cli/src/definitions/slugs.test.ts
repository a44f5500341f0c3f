import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assignSlugs, slugify } from './slugs.ts';

test('a slug is safe as a file name, whatever the name', () => {
  assert.deepEqual(['Read invoice', '  Ärger & Co.  ', '../../etc/passwd', '🦀', 'ИНН 7'].map(slugify), [
    'read-invoice',
    'arger-co',
    'etc-passwd',
    'unnamed',
    'инн-7',
  ]);
});

test('things of the same name get numbers by age, whatever the order of the list', () => {
  const newer = { name: 'Twin', created_at: '2026-02-01T00:00:00Z' };
  const older = { name: 'twin', created_at: '2026-01-01T00:00:00Z' };
  const slugs = assignSlugs([newer, older]);
  assert.deepEqual([slugs.get(older), slugs.get(newer)], ['twin', 'twin-2']);
});
