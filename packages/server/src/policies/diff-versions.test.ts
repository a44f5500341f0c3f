import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diffVersions } from './diff-versions.ts';
import type { PolicyVersionRow } from './store.ts';

const version = (id: string, content: Record<string, unknown>) =>
  ({ id, version_name: id, content }) as PolicyVersionRow;
const rules = (...list: object[]) => ({
  guidelines: { categories: [{ title: 'Goods', description: 'd', rules: list }] },
});
const diff = (from: Record<string, unknown>, to: Record<string, unknown>) =>
  diffVersions(version('v1', from), version('v2', to));

test('two equal versions differ in nothing', () => {
  const content = { ...rules({ id: '1', title: 'A' }), instructions: 'x', summary_template: { template: 't' } };
  const {
    rules: found,
    categories,
    classifications,
    instructions,
    summary_template,
    from,
    to,
  } = diff(content, content);
  for (const part of [found, categories, classifications])
    assert.deepEqual([part.added, part.removed, part.changed], [[], [], []]);
  assert.deepEqual([instructions, summary_template, from.id, to.id], [null, null, 'v1', 'v2']);
});

test('a rule is the same by its id, else by category and title', () => {
  const renamed = diff(rules({ id: '1', title: 'Old' }), rules({ id: '1', title: 'New', description: 'more' })).rules;
  assert.deepEqual([renamed.added, renamed.removed, renamed.changed.length], [[], [], 1]);
  assert.deepEqual([renamed.changed[0]?.title, renamed.changed[0]?.to.description], ['New', 'more']);
  const numbered = diff(rules({ id: '1', title: ' A ' }), rules({ id: '2', title: 'A', flag: 'RED_FLAG' })).rules;
  assert.deepEqual([numbered.added.length, numbered.changed[0]?.to.flag], [0, 'RED_FLAG']);
});

test('what is new and what is gone is told; of several with one title each has its pair', () => {
  const before = rules(
    { id: '1', title: 'A' },
    { id: '2', title: 'A', description: 'second' },
    { id: '3', title: 'B' },
  );
  const after = rules({ id: '8', title: 'A' }, { id: '9', title: 'A', description: 'second' }, { id: '4', title: 'C' });
  const found = diff(before, after).rules;
  assert.deepEqual(
    [found.added.map(({ title }) => title), found.removed.map(({ title }) => title), found.changed],
    [['C'], ['B'], []],
  );
});

test('texts and classifications are compared too', () => {
  const of = (instructions: string, description: string) => ({
    instructions,
    dispositions: { classifications: [{ name: 'approved', description }] },
  });
  const found = diff(of('a', 'x'), of('b', 'y'));
  assert.deepEqual(found.instructions, { from: 'a', to: 'b' });
  assert.deepEqual(
    found.classifications.changed.map(({ name, from, to }) => [name, from.description, to.description]),
    [['approved', 'x', 'y']],
  );
});
