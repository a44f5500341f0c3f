import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { provideStorages } from '../../test/storage.ts';
import { applyTheme, getTheme, nextTheme, setTheme, themes } from './theme.ts';

/** Provides the parts of a page that themes use. */
function providePage(t: TestContext): { theme?: string } {
  const dataset: { theme?: string } = {};
  Object.defineProperty(globalThis, 'document', { value: { documentElement: { dataset } }, configurable: true });
  t.after(() => Reflect.deleteProperty(globalThis, 'document'));
  return dataset;
}

test('a choice is kept; without one, or with nonsense, the system decides', (t) => {
  const { local } = provideStorages(t);
  const page = providePage(t);
  assert.equal(getTheme(), 'system');
  setTheme('dark');
  assert.deepEqual([getTheme(), page.theme], ['dark', 'dark']);
  setTheme('system');
  assert.deepEqual([getTheme(), page.theme], ['system', undefined]);
  local.setItem('errand.theme', 'pink');
  applyTheme();
  assert.deepEqual([getTheme(), page.theme], ['system', undefined]);
});

test('the switch goes through all themes and back to the first', () => {
  const walked = [themes[0], nextTheme(themes[0]), nextTheme(nextTheme(themes[0]))];
  assert.deepEqual(walked, [...themes]);
  assert.equal(nextTheme(themes.at(-1)!), themes[0]);
});
