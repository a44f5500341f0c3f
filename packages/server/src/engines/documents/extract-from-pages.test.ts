import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestContext } from '../../../test/engine-context.ts';
import { EngineFailure } from '../engine/engine.ts';
import { extractFromPages } from './extract-from-pages.ts';
import type { GatheredPage } from './gather-pages.ts';

const source = { name: 'a.txt', contentType: '', open: async () => Buffer.alloc(0) };
const pagesOf = (...texts: string[]) =>
  texts.map((text, index) => ({ number: index + 1, text, width: 0, height: 0, source }) as unknown as GatheredPage);
const options = { instructions: 'Read.', sendsImages: false, batch_size: 2 };
const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, items: { type: 'array', items: { type: 'string' } } },
  required: ['name'],
};

test('pages that fit are one call, and its answer is the result', async () => {
  const { context, asked } = createTestContext([{ name: 'x' }]);
  const { value } = await extractFromPages(context, pagesOf('one', 'two'), { ...options, output_schema: schema });
  assert.deepEqual([value, asked.length], [{ name: 'x' }, 1]);
  assert.deepEqual(asked[0]!.outputSchema, schema);
});

test('parts of several batches are merged without another call when they fit the schema together', async () => {
  const { context, asked } = createTestContext([{ items: ['a'] }, { name: 'x', items: ['b'] }]);
  const { value } = await extractFromPages(context, pagesOf('1', '2', '3'), { ...options, output_schema: schema });
  assert.deepEqual([value, asked.length], [{ name: 'x', items: ['a', 'b'] }, 2]);
  assert.deepEqual(asked[0]!.outputSchema?.required ?? [], [], 'the first batch need not have the name');
});

test('parts that lack what the schema demands are settled by the model; the built-in one fails and says what', async () => {
  const { context, asked } = createTestContext([{ items: ['a'] }, { items: ['b'] }, { name: 'x' }]);
  const { value } = await extractFromPages(context, pagesOf('1', '2', '3'), { ...options, output_schema: schema });
  assert.deepEqual([value, asked.at(-1)!.name], [{ name: 'x' }, 'combine']);
  const long = 'x'.repeat(600_000);
  const baseline = createTestContext([{ items: ['a'] }, { items: ['b'] }]).context;
  const given = { ...options, model: 'baseline', output_schema: schema };
  await assert.rejects(extractFromPages(baseline, pagesOf(long, long), given), EngineFailure);
});

test('a page that is longer than a batch is read in slices that lose nothing', async () => {
  const { context, asked } = createTestContext(['one', 'two', 'three', 'all']);
  const text = `${'a'.repeat(200_000)}${'b'.repeat(200_000)}c`;
  const { value } = await extractFromPages(context, pagesOf(text), options);
  const seen = asked.slice(0, 3).map(({ prompt }) => prompt.map((part) => ('text' in part ? part.text : '')).join(''));
  assert.deepEqual(
    seen.map((one) => [/a{200000}/.test(one), /b{200000}/.test(one), /<text>\nc\n/.test(one)]),
    [
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ],
  );
  assert.deepEqual(value, { text: 'all' });
});
