import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestContext } from '../../../test/engine-context.ts';
import { choosePages } from './choose-pages.ts';
import type { GatheredPage } from './gather-pages.ts';

const pages = Array.from({ length: 50 }, (_, index) => ({ number: index + 1, text: 'x'.repeat(4_000) }));

test('a model is asked in batches; pages that it makes up, or that were not shown to it, are dropped', async () => {
  const { context, asked } = createTestContext([{ pages: [1, 40, 41, 99] }, { pages: [41, 2, 50] }]);
  const chosen = await choosePages(context, pages as unknown as GatheredPage[], 'about tea', undefined);
  assert.deepEqual(chosen.pages, [1, 40, 41, 50]);
  assert.equal(asked.length, 2);
  const [text] = asked[0]!.prompt;
  assert.ok(text?.type === 'text' && text.text.includes('[page 40]') && !text.text.includes('[page 41]'));
  assert.ok(text?.type === 'text' && !/x{3001}/.test(text.text), 'only the beginning of a page is shown');
});
