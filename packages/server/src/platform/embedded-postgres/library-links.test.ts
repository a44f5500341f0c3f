import assert from 'node:assert/strict';
import { mkdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder } from '../../../test/stop-at-end.ts';
import { linkLibraries } from './library-links.ts';

const folder = await makeFolder();

test('links that an install script would have made are made, those that are there stay, and a copy gets its own', async () => {
  const [native, copy] = ['native', 'copy'].map((name) => join(folder, name));
  for (const one of [native!, copy!]) mkdirSync(join(one, 'lib'), { recursive: true });
  const links = [
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
  ];
  writeFileSync(join(native!, 'pg-symlinks.json'), JSON.stringify(links));
  await linkLibraries(native!);
  await linkLibraries(native!);
  await linkLibraries(native!, copy!);
  for (const one of [native!, copy!]) assert.equal(readlinkSync(join(one, 'lib/libpq.so.5')), 'libpq.so.5.18');
});

test('a package that lists no links needs none', async () => {
  await linkLibraries(join(folder, 'nowhere'));
});
