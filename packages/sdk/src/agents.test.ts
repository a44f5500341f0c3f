import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReplies, json } from '../test/replies.ts';
import { createErrand } from './client.ts';

test('duplicating an agent gives the copy itself', async () => {
  const { fetch, sent } = createReplies(json({ base_agent: { id: 'copy' } }, 201));
  assert.equal((await createErrand({ fetch }).agents.duplicate('a')).id, 'copy');
  assert.deepEqual([sent[0]!.method, sent[0]!.url], ['POST', '/v1/agents/a/duplicate/']);
});
