import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { type CatalogueEntry, errorCatalogue } from '@errand/contract/error-catalogue.ts';
import { errorTable } from '@errand/contract/errors.ts';
import { failureTable } from '@errand/contract/failures.ts';

// The catalogue and the sources agree: no code without an entry, no entry without a use, no failure without a code.

const root = join(import.meta.dirname, '../../..');
const sources = new Map<string, string>();

before(async () => {
  for await (const path of glob('packages/{server,sdk,cli,console}/src/**/*.{ts,tsx}', { cwd: root }))
    if (!path.includes('.test.') && !path.includes('/generated/'))
      sources.set(path, await readFile(join(root, path), 'utf8'));
});

const uses = (word: string): boolean => [...sources.values()].some((text) => text.includes(word));

describe('the error catalogue', () => {
  test('has every code that the sources name', () => {
    for (const [path, text] of sources)
      for (const [code] of text.matchAll(/(?<=['"`])errand\.[a-z_]+\.[a-z_]+(?=['"`])/g))
        if (!ATTRIBUTES.test(code)) assert.ok(errorCatalogue.has(code), `${path} names ${code}`);
  });

  test('has no entry that nothing uses', () => {
    for (const name of Object.keys(errorTable)) assert.ok(uses(`'${name}'`) || uses(`errorTable.${name}.`), name);
    for (const code of Object.keys(failureTable)) assert.ok(uses(`'${code}'`), code);
  });

  test('states the cause first, then the remedy in at most two short sentences', () => {
    for (const { code, cause, remedy } of errorCatalogue.values()) {
      assert.match(code, /^errand\.[a-z_]+\.[a-z_]+$/);
      for (const text of [cause, remedy]) assert.match(text, /^[A-Z].*\.$/s, code);
      const sentences = remedy.split(/(?<=\.) (?=[A-Z`])/);
      assert.ok(sentences.length <= 2, `the remedy of ${code} has ${sentences.length} sentences`);
      for (const one of sentences) assert.ok(one.length <= 140, `the remedy of ${code} has a long sentence`);
    }
  });

  test('is what docs/errors.md lists', async () => {
    const page = await readFile(join(root, 'docs/errors.md'), 'utf8');
    const listed = page.split('\n').filter((line) => line.startsWith('| `errand.'));
    assert.deepEqual(listed, [...errorCatalogue.values()].map(row), 'docs/errors.md: put these lines under "Codes"');
  });
});

test('every failure of an engine of ours names its code', () => {
  for (const [path, text] of sources)
    for (const { index } of text.matchAll(/new EngineFailure\(/g)) {
      const call = text.slice(index, text.indexOf(');', index));
      assert.ok(/\bcode\b|, shown$/.test(call), `${path}: ${call}`);
    }
});

/** Names of attributes in traces look like codes. */
const ATTRIBUTES = /^errand\.(agent|cost|delivery|job|organization|request|step|webhook)\./;

const row = ({ code, status, cause, remedy }: CatalogueEntry): string =>
  `| \`${code}\` | ${status ?? 'job'} | ${cause} | ${remedy} |`;
