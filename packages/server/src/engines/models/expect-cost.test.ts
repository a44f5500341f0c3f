import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ResolvedModel } from './catalog.ts';
import { expectCost } from './expect-cost.ts';
import type { Message } from './provider-models.ts';

const entry = { prices: { input: 10, cachedInput: 1, output: 100 } } as unknown as ResolvedModel['entry'];
const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });
const usd = (micros: number): number => micros / 1_000_000;

test('a first question costs its text, about four characters a token, and a page of answer', () => {
  const prompt: Message[] = [{ role: 'system', content: 'abcd' }, user('x'.repeat(396))];
  assert.equal(expectCost(entry, { prompt }), usd(100 * 10 + 500 * 100));
  assert.equal(expectCost(entry, { prompt, maxOutputTokens: 10 }), usd(100 * 10 + 10 * 100));
  assert.equal(
    expectCost(entry, { prompt, maxOutputTokens: 64_000 }),
    usd(100 * 10 + 500 * 100),
    'a limit is no forecast',
  );
  assert.equal(expectCost(entry, { prompt }, undefined, 'batch'), usd(100 * 10 + 500 * 100) / 2);
});

test('a turn repeats what the last one used, with what was in the cache, and what was said since', () => {
  const prompt: Message[] = [
    user('x'.repeat(4_000)),
    { role: 'assistant', content: [{ type: 'text', text: 'An answer.' }] },
    user('y'.repeat(40)),
  ];
  const last = { input: 2_000, cachedInput: 500, cacheWrite: 1_000, output: 30 };
  const fresh = 2_000 + 30 + 10 - 1_500;
  assert.equal(expectCost(entry, { prompt }, last), usd(fresh * 10 + 1_500 * 1 + 30 * 100));
});

test('results of tools count as text, images by their size, and a model without a price costs nothing', () => {
  const output = { type: 'text' as const, value: 'z'.repeat(4_000) };
  const result: Message = {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: '1', toolName: 't', output }],
  };
  assert.ok(expectCost(entry, { prompt: [result], maxOutputTokens: 0 }) >= usd(1_000 * 10));
  const image: Message = {
    role: 'user',
    content: [{ type: 'file', mediaType: 'image/png', data: { type: 'data', data: new Uint8Array(40_000) } }],
  };
  assert.equal(expectCost(entry, { prompt: [image], maxOutputTokens: 0 }), usd(100 * 10));
  assert.equal(expectCost(undefined, { prompt: [image] }), 0);
});
