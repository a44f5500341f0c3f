import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { createTestContext } from '../../../../test/engine-context.ts';
import { hashOf, keepArtifact } from './keep.ts';

test('an artifact is kept in a step of its own and named with the hash of its JSON', async () => {
  const { context, steps, artifacts } = createTestContext();
  const content = { text: 'a', more: [1, 2] };
  const kept = await keepArtifact(context, 'evidence 1', { name: 'evidence_1', content, source: 'input' });
  const sha256 = createHash('sha256').update('{"text":"a","more":[1,2]}').digest('hex');
  assert.deepEqual(kept, { artifact_key: 'evidence_1', sha256 });
  assert.deepEqual(steps, ['evidence 1']);
  assert.deepEqual(artifacts.get('evidence_1'), content);
});

test('members that JSON leaves out do not change the hash; every other change does', () => {
  assert.equal(hashOf({ a: 1, b: undefined }), hashOf({ a: 1 }));
  assert.notEqual(hashOf({ a: 1 }), hashOf({ a: 2 }));
  assert.notEqual(hashOf({ a: 1, b: 2 }), hashOf({ b: 2, a: 1 }));
});
