import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { ConnectionCreateBody, ConnectionListQuery, ConnectionUpdateBody } from './connections.ts';
import { PullBody } from './listeners.ts';
import { ScheduleCreateBody, ScheduleUpdateBody } from './schedules.ts';
import { SecretBody } from './secrets.ts';
import { SkillFile, SkillFileChange, SkillPromoteBody, SkillSetListQuery } from './skills.ts';
import { TriggerCreateBody, TriggerUpdateBody } from './triggers.ts';
import { UsageQuery } from './usage.ts';
import { WaitAnswerBody, WaitLinkBody, WaitListQuery } from './waits.ts';

// Tests the constraints of a body before its meaning is checked.

const id = '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d';
function holds(schema: TSchema, accepted: unknown[], refused: unknown[]): void {
  for (const value of accepted) assert.ok(Check(schema, value), `refused ${JSON.stringify(value)}`);
  for (const value of refused) assert.ok(!Check(schema, value), `accepted ${JSON.stringify(value)}`);
}

test('a schedule has a name and an agent; its interval, cost and rules keep to their bounds', () => {
  const given = { name: 'Morning', agent_id: id };
  holds(
    ScheduleCreateBody,
    [given, { ...given, every_seconds: 1 }, { ...given, cron: null, max_cost_per_run: 0.01 }],
    [
      { name: 'Morning' },
      { ...given, name: '' },
      { ...given, agent_id: 'x' },
      { ...given, every_seconds: 0 },
      { ...given, every_seconds: 1.5 },
      { ...given, max_cost_per_run: 0 },
      { ...given, overlap: 'parallel' },
    ],
  );
  holds(ScheduleUpdateBody, [{}, { enabled: false }, { cron: null }], [{ enabled: 'no' }, { name: null }]);
});

test('a trigger names its kind; conditions and states of jobs are known ones', () => {
  const given = { name: 'Orders', kind: 'http', agent_id: id };
  const condition = { path: '/body/total', op: 'gt', value: 5 };
  holds(
    TriggerCreateBody,
    [given, { ...given, condition: [condition] }, { ...given, statuses: ['failed', 'cancelled'] }],
    [
      { ...given, kind: 'mail' },
      { ...given, condition: [{ ...condition, op: 'like' }] },
      { ...given, condition: Array(51).fill(condition) },
      { ...given, statuses: [] },
      { ...given, statuses: ['failed', 'failed'] },
      { ...given, verify: { kind: 'hmac_sha256', secret: '' } },
    ],
  );
  holds(TriggerUpdateBody, [{}, { verify: null }], [{ kind: 'mail' }]);
});

test('an answer of a wait must be there, though it may be anything; a link lives from a minute to 30 days', () => {
  holds(WaitAnswerBody, [{ answer: null }, { answer: 'yes', comment: null }], [{}, { answer: 1, comment: 5 }]);
  holds(WaitAnswerBody, [{ answer: 1, comment: 'x'.repeat(20_000) }], [{ answer: 1, comment: 'x'.repeat(20_001) }]);
  holds(
    WaitLinkBody,
    [{}, { expires_in_seconds: 60 }],
    [{ expires_in_seconds: 59 }, { expires_in_seconds: 2_592_001 }],
  );
  holds(WaitListQuery, [{ status: 'open', kind: 'timer' }], [{ status: 'closed' }, { kind: 'mail' }]);
});

test('a connection has a kind, a name and a configuration; what it is cannot be changed later', () => {
  const given = { connector_type: 's3', name: 'Bucket', config: {} };
  holds(
    ConnectionCreateBody,
    [given],
    [
      { ...given, name: '' },
      { name: 'Bucket', config: {} },
      { ...given, config: [] },
    ],
  );
  assert.ok(!('connector_type' in ConnectionUpdateBody.properties));
  holds(ConnectionListQuery, [{ ordering: '-name' }, { ordering: 'status' }], [{ ordering: 'auth_config' }]);
});

test('a secret has a value of at most 8 KiB, and is marked so that no description shows it', () => {
  holds(SecretBody, [{ value: 'x' }, { value: 'x'.repeat(8_192) }], [{}, { value: '' }, { value: 'x'.repeat(8_193) }]);
  assert.equal((SecretBody.properties.value as { writeOnly?: boolean }).writeOnly, true);
});

test('a file of a skill set has a path and a content; counts of lines are never negative', () => {
  holds(SkillFile, [{ relative_path: 'SKILL.md', content: '' }], [{ relative_path: '', content: '' }, { content: '' }]);
  holds(
    SkillFileChange,
    [{ path: 'a.md', status: 'edited', added_lines: 0 }],
    [
      { path: 'a.md', status: 'deleted' },
      { path: 'a.md', status: 'edited', added_lines: -1 },
    ],
  );
  holds(SkillPromoteBody, [{}, { expected_current: null }, { expected_current: id }], [{ expected_current: 5 }]);
  holds(SkillSetListQuery, [{ ordering: '-updated_at' }], [{ ordering: 'size' }]);
});

test('a listener waits at most 30 seconds and acknowledges at most 1000 events', () => {
  holds(
    PullBody,
    [{}, { wait: 30, ack: [id] }],
    [{ wait: 31 }, { wait: -1 }, { ack: Array(1_001).fill(id) }, { ack: ['x'] }],
  );
});

test('usage is counted by hour or day, between two moments', () => {
  holds(
    UsageQuery,
    [{}, { bucket: 'hour', created_from: '2026-01-05T09:12:44Z' }],
    [{ bucket: 'week' }, { created_to: 'yesterday' }],
  );
});
