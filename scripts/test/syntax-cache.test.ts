import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readSyntax } from '../layers/modules.ts';
import { openSyntaxCache } from './syntax-cache.ts';

const folder = mkdtempSync(join(tmpdir(), 'errand-syntax-'));
after(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'syntax.json');
const text = `import { a } from './a.ts';`;

test('known syntax comes from the file, changed files are parsed again, and deleted ones are dropped', async () => {
  const first = await openSyntaxCache(file);
  assert.deepEqual(first.read('x.ts', text), readSyntax('x.ts', text));
  await first.save();
  writeFileSync(file, readFileSync(file, 'utf8').replace('./a.ts', './cached.ts'));
  const second = await openSyntaxCache(file);
  assert.equal(second.read('x.ts', text).imports[0]!.specifier, './cached.ts');
  assert.equal(second.read('x.ts', `${text}\n`).imports[0]!.specifier, './a.ts');
  await second.save();
  const third = await openSyntaxCache(file);
  third.read('y.ts', 'export const b = 1;');
  await third.save();
  assert.equal(Object.keys(JSON.parse(readFileSync(file, 'utf8'))).length, 1);
});

test('a broken cache is an empty one', async () => {
  writeFileSync(file, '{"half');
  assert.deepEqual((await openSyntaxCache(file)).read('x.ts', text), readSyntax('x.ts', text));
});
