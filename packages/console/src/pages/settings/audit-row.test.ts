import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditEntry } from '@errand/sdk';
import { actorOf, toAuditRow } from './audit-row.ts';

const entry = (kind: string, email: string | null, keyId: string | null = null, chain: object[] = []) =>
  ({
    actor: { kind, email, key_id: keyId, chain },
    action: 'agent.created',
    target_type: 'agent',
    target_id: 'a',
  }) as unknown as AuditEntry;

test('a key acts for its owner, and both are named', () => {
  const byKey = actorOf(entry('key', 'ada@example.com', '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d'));
  assert.match(byKey, /ada@example\.com.*01980a6e/);
  assert.equal(actorOf(entry('person', 'ada@example.com')), 'ada@example.com');
  assert.notEqual(actorOf(entry('person', null)), '');
  assert.doesNotMatch(actorOf(entry('system', 'ada@example.com')), /ada/);
});

test('a row has who, what and which', () => {
  const { who, action, type, id } = toAuditRow(entry('person', 'ada@example.com'));
  assert.deepEqual([who, action, type, id], ['ada@example.com', 'agent.created', 'agent', 'a']);
});

test('a row has what led to it, nearest first', () => {
  const job = { kind: 'job', id: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d', name: 'job' };
  const action = { kind: 'system', id: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4e', name: 'bulk action retry' };
  const person = { kind: 'person', id: null, name: 'ben@example.com' };
  const row = toAuditRow(entry('person', 'ada@example.com', null, [job, action, person]));
  assert.equal(row.because_of, 'job 01980a6e…3c4d, bulk action retry, ben@example.com');
});
