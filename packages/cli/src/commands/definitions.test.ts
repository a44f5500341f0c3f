import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeRest } from './definitions.ts';

const files = ['policies/a.yaml', 'agents/b.yaml', 'webhooks/c.yaml'];

test('an interruption names what is done and what is not; a failure also what may be half done', () => {
  assert.equal(
    describeRest(files, 1, true),
    'Done: policies/a.yaml. Not done: agents/b.yaml, webhooks/c.yaml. Run apply again for the rest.',
  );
  assert.equal(
    describeRest(files, 2, false),
    'webhooks/c.yaml failed and may be partly applied. Done: policies/a.yaml, agents/b.yaml. Run apply again for the rest.',
  );
  assert.match(describeRest(files, 0, true), /^Done: nothing\./);
});
