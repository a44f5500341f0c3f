import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Snapshot } from '#agents/snapshot.ts';
import { cacheKey } from './cache-key.ts';

const snapshot = {
  orgId: 'org',
  version: { id: 'version' },
  policyVersionId: null,
  skillVersionId: null,
  knowledgeVersion: null,
} as unknown as Snapshot;
const text = '[{"key":"text","value":"a"}]';

test('the key depends on organization, version, policy, skills, knowledge and content, and on nothing else', () => {
  const others: Snapshot[] = [
    { ...snapshot, orgId: 'other' },
    { ...snapshot, version: { ...snapshot.version, id: 'other' } },
    { ...snapshot, policyVersionId: 'policy' },
    { ...snapshot, skillVersionId: 'skills' },
    { ...snapshot, knowledgeVersion: 'knowledge' },
  ];
  const keys = [...others.map((other) => cacheKey(other, text)), cacheKey(snapshot, 'other'), cacheKey(snapshot, text)];
  assert.equal(new Set(keys.map((key) => key.toString('hex'))).size, keys.length);
  assert.deepEqual(cacheKey({ ...snapshot, disableCache: true }, text), cacheKey(snapshot, text));
});

test('the key does not change, so that results cached by an earlier version are found', () => {
  assert.equal(
    cacheKey(snapshot, text).toString('hex'),
    'a4d157898e07f5dca1b499d142110fdf3a63d70eb37a8fd508996f163f034a21',
  );
});
