import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestContext } from '../../../test/engine-context.ts';
import { extractFromPage } from './extract-from-page.ts';

const page = { url: 'https://h/', title: 'Tea', text: 'Price: 5', markdown: '# Tea\nPrice: 5' };
const textOf = (prompt: { type: string; text?: string }[]) => prompt.at(-1)?.text ?? '';

test('a language model gets the structure of the page, the built-in one plain text', async () => {
  const { context, asked } = createTestContext(['a', 'b']);
  await extractFromPage(context, page, {});
  await extractFromPage(context, page, { model: 'baseline' });
  assert.match(textOf(asked[0]!.prompt), /# Tea/);
  assert.doesNotMatch(textOf(asked[1]!.prompt), /# Tea/);
  assert.match(textOf(asked[1]!.prompt), /Price: 5/);
});

test('with a schema the answer is its JSON, without one its text', async () => {
  const { context } = createTestContext([{ price: 5 }, 'Five.']);
  const output_schema = { type: 'object' };
  assert.deepEqual((await extractFromPage(context, page, { output_schema })).value, { price: 5 });
  assert.deepEqual((await extractFromPage(context, page, { instruction: 'Price?' })).value, { text: 'Five.' });
});

test('a very long page is cut', async () => {
  const { context, asked } = createTestContext(['a']);
  await extractFromPage(context, { ...page, markdown: 'x'.repeat(500_000) }, {});
  const { length } = textOf(asked[0]!.prompt);
  assert.ok(length > 199_000 && length < 201_000, String(length));
});
