import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readChain, writeChain } from './read-chain.ts';

test('a chain is read as it is written, with and without reasons', () => {
  const chain = [{ model: 'llama3:8b' }, { model: 'claude-sonnet-4-6', when: ['outage' as const, 'refusal' as const] }];
  assert.equal(writeChain(chain), 'llama3:8b\nclaude-sonnet-4-6 | outage, refusal');
  assert.deepEqual(readChain(writeChain(chain)), chain);
  assert.deepEqual(readChain(' \n'), []);
});
