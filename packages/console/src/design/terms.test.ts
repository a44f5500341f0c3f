import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { jobStatuses } from '@errand/sdk';
import { statusWord } from './status-word.ts';

// The table of docs/glossary.md is what everybody goes by, so it has to say what is shown.

const root = join(import.meta.dirname, '../../../..');
const glossary = await readFile(join(root, 'docs/glossary.md'), 'utf8');
const [, table = ''] = /^## One name per thing$([\s\S]*?)^## /m.exec(glossary)!;
const terms = new Map([...table.matchAll(/^\| `([^`]+)`.*? \| (.+) \|$/gm)].map(([, api, word]) => [api!, word!]));

test('states are called what the glossary calls them', () => {
  for (const [code, name] of jobStatuses.entries()) assert.equal(terms.get(name), statusWord(code), name);
});

test('a rule is met or not, wherever the console says so', async () => {
  assert.deepEqual([terms.get('hit: true'), terms.get('hit: false')], ['met', 'not met']);
  const wrong: string[] = [];
  for await (const path of glob('packages/console/src/pages/**/*.{ts,tsx}', { cwd: root })) {
    if (/\.test\./.test(path)) continue;
    const text = await readFile(join(root, path), 'utf8');
    for (const [line] of text.matchAll(/['">][^'"<>\n]*\brules? (?:is|are|was|were) hit\b.*/g))
      wrong.push(`${path}: ${line}`);
  }
  assert.deepEqual(wrong, []);
});

test('whoever reviews a result agrees with it, in the inbox and on the page of the job', async () => {
  const word = terms.get('agrees: true')!;
  for (const page of ['jobs/job-review.tsx', 'inbox/decision-card.tsx']) {
    const text = await readFile(join(root, 'packages/console/src/pages', page), 'utf8');
    assert.match(text, new RegExp(`^ +${word}\\b`, 'm'), page);
    assert.doesNotMatch(text, /\bApproved?\b/, page);
  }
});

test('engines are called what the glossary calls them', async () => {
  const names = new Map<string, string>();
  for await (const path of glob('packages/server/src/engines/**/*-engine.ts', { cwd: root })) {
    const text = await readFile(join(root, path), 'utf8');
    const [, id, name] = /\bid: '(\w+Engine)',\s+name: '([^']+)'/.exec(text) ?? [];
    if (id !== undefined) names.set(id, name!);
  }
  const engines = [...terms].filter(([api]) => api.endsWith('Engine'));
  assert.ok(engines.length >= 4);
  for (const [id, name] of engines) assert.equal(names.get(id), name, id);
});
