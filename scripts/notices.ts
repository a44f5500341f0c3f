// npm run notices [-- --check]: writes THIRD-PARTY-NOTICES with the licences of everything that is shipped.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readLock } from './check/lock-file.ts';
import { readShipped } from './notices/shipped.ts';
import { writeNotices } from './notices/write-notices.ts';

const root = join(import.meta.dirname, '..');
const file = join(root, 'THIRD-PARTY-NOTICES');
const text = writeNotices(await readShipped(root, await readLock(root)));
if (!process.argv.includes('--check')) await writeFile(file, text);
else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
  console.error('THIRD-PARTY-NOTICES is out of date: npm run notices');
  process.exitCode = 1;
}
