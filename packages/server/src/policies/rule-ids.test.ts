import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diffVersions } from './diff-versions.ts';
import { rulesOf } from './model.ts';
import { withIds } from './rule-ids.ts';
import type { PolicyVersionRow } from './store.ts';

const category = (title: string, ...rules: unknown[]) => ({ title, rules });
const content = (...categories: unknown[]) => ({ guidelines: { categories } });
const rule = (title: string, description = '') => ({ title, description });
const idsOf = (given: Record<string, unknown>) => rulesOf(given).map(({ id }) => id);
const diff = (from: Record<string, unknown>, to: Record<string, unknown>) =>
  diffVersions(
    { id: 'a', version_name: 'a', content: from } as PolicyVersionRow,
    { id: 'b', version_name: 'b', content: to } as PolicyVersionRow,
  );
const titles = ({ rules }: ReturnType<typeof diff>) => ({
  added: rules.added.map((one) => `${one.category}/${one.title}`),
  removed: rules.removed.map((one) => `${one.category}/${one.title}`),
  changed: rules.changed.map((one) => `${one.from.description} > ${one.to.description}`),
});
const nothing = { added: [], removed: [], changed: [] };

test('rules that share a title keep their ids when another one is removed, added or moved', () => {
  const base = withIds(content(category('C', rule('Twice', 'one'), rule('Twice', 'two'))), undefined);
  const [one, two] = idsOf(base);
  const without = withIds(content(category('C', rule('Twice', 'two'))), base);
  assert.deepEqual(idsOf(without), [two]);
  assert.deepEqual(titles(diff(base, without)), { ...nothing, removed: ['C/Twice'] });
  assert.equal(diff(base, without).rules.removed[0]!.description, 'one');
  const turned = withIds(content(category('C', rule('Twice', 'two'), rule('Twice', 'one'))), base);
  assert.deepEqual(idsOf(turned), [two, one]);
  assert.deepEqual(titles(diff(base, turned)), nothing);
  const changed = withIds(content(category('C', rule('Twice', 'two'), rule('Twice', 'three'))), base);
  assert.deepEqual(idsOf(changed), [two, one]);
  assert.deepEqual(titles(diff(base, changed)), { ...nothing, changed: ['one > three'] });
});

test('categories of one title are kept apart, and a rule finds its path when two become one', () => {
  const base = withIds(content(category('C', rule('A')), category('C', rule('A'), rule('B'))), undefined);
  const [first, second, third] = idsOf(base);
  const same = withIds(content(category('C', rule('A'), rule('B')), category('C', rule('A'))), base);
  assert.deepEqual(idsOf(same), [second, third, first]);
  const joined = withIds(content(category('C', rule('A'), rule('A'), rule('B'))), base);
  assert.deepEqual(new Set(idsOf(joined)), new Set([first, second, third]));
});

test('a rule that is renamed or moved to another category is another rule, and the diff shows both', () => {
  const base = withIds(content(category('C', rule('A'), rule('B')), category('D')), undefined);
  const next = withIds(content(category('C', rule('Renamed')), category('D', rule('B'))), base);
  assert.ok(idsOf(next).every((id) => !idsOf(base).includes(id)));
  assert.deepEqual(titles(diff(base, next)), { ...nothing, added: ['C/Renamed', 'D/B'], removed: ['C/A', 'C/B'] });
});

test('versions that are not derived from each other are compared by their titles', () => {
  const given = content(category('C', rule('A', 'x'), rule('A', 'y')));
  assert.deepEqual(titles(diff(withIds(given, undefined), withIds(given, undefined))), nothing);
});

test('words of categories and of the narrative are compared too', () => {
  const narrative = (template: string) => ({ optional: { sar_narrative_template: { template } } });
  const from = { ...content({ ...category('C'), description: 'old' }, category('Gone')), ...narrative('a') };
  const to = { ...content({ ...category('C'), description: 'new' }, category('New')), ...narrative('b') };
  const { categories, sar_narrative_template: template } = diff(from, to);
  assert.deepEqual(categories, {
    added: [{ title: 'New', description: '' }],
    removed: [{ title: 'Gone', description: '' }],
    changed: [{ title: 'C', from: { description: 'old' }, to: { description: 'new' } }],
  });
  assert.deepEqual(template, { from: 'a', to: 'b' });
});
