import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBlocks } from './body-blocks.ts';

test('headings, text and code between fences are told apart, and nothing of them is lost', () => {
  assert.deepEqual(readBlocks('**output**\n\n```\nPay EUR 4,200\n  to Katherine\n```\nIs that right?\nSay so.'), [
    { kind: 'heading', text: 'output' },
    { kind: 'code', text: 'Pay EUR 4,200\n  to Katherine' },
    { kind: 'text', text: 'Is that right?\nSay so.' },
  ]);
});

test('a fence that nobody closes still shows its code; empty text gives nothing', () => {
  assert.deepEqual(readBlocks('```json\n{}'), [{ kind: 'code', text: '{}' }]);
  assert.deepEqual(readBlocks(' \n'), []);
});
