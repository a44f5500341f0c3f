import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BODY_BYTES_MAX } from '#webhooks/message/model.ts';
import type { WaitRow } from '../record/wait-store.ts';
import { renderWaiting } from './notify-waits.ts';

const wait = (over: Partial<WaitRow> = {}): WaitRow =>
  ({
    id: 'w',
    orgId: 'org',
    jobId: 'job',
    agentId: 'a',
    kind: 'question',
    title: 'Pay?',
    body: 'Details',
    options: ['yes'],
    answerSchema: { type: 'string' },
    evidence: ['https://example.com/'],
    dueAt: null,
    answeredAt: null,
    createdAt: new Date('2026-01-02T03:04:05Z'),
    answeredBy: null,
    actor: { user: 1, email: 'ada@example.com', key: null, with: null, origin: 'api', cause: null },
    status: 'open',
    approvals: [],
    ...over,
  }) as WaitRow;
const names = {
  created_at: new Date('2026-01-02T03:04:05Z'),
  metadata: { order: 7 } as Record<string, unknown> | null,
  cost: 0.5,
  agent_name: 'Payer',
  version_id: 'v',
  version_name: '1',
  org_name: 'Acme',
};
const render = (row: WaitRow, over: Partial<typeof names> = {}, isReminder = false) =>
  JSON.parse(renderWaiting(row, { ...names, ...over }, isReminder));
const long = 'x'.repeat(BODY_BYTES_MAX);

test('a short wait is reported whole, with the metadata of its job', () => {
  const body = render(wait());
  assert.deepEqual([body.job.status, body.job.metadata, body.wait.body], ['waiting', { order: 7 }, 'Details']);
  assert.equal('reminder' in body, false);
  assert.equal(render(wait(), { metadata: null }, true).reminder, true);
});

test('a webhook gets a wait without body and evidence, which may contain an unapproved result', () => {
  const body = render({ ...wait(), body: undefined, evidence: undefined } as never);
  assert.equal(body.wait.title, 'Pay?');
  for (const member of ['body', 'evidence', 'about', 'summary']) assert.ok(!(member in body.wait), member);
  assert.equal(body.job.output, null);
});

test('members that are too long are left out, the longest first, and named', () => {
  const cut = render(wait({ body: long }));
  assert.deepEqual([cut.wait.body, cut.wait.truncated, cut.wait.options], ['', true, ['yes']]);
  assert.deepEqual(cut.job.metadata, { order: 7 });
  assert.equal('metadata_truncated' in cut.job, false);
});

test('the message fits into a webhook, however large the job', () => {
  const text = renderWaiting(wait({ body: long, options: [long] }), { ...names, metadata: { long } }, true);
  assert.ok(Buffer.byteLength(text) <= BODY_BYTES_MAX);
  const body = JSON.parse(text);
  assert.deepEqual([body.job.metadata, body.job.metadata_truncated, body.wait.title], [{}, true, 'Pay?']);
});

test('the limit counts bytes, not characters', () => {
  assert.equal(render(wait({ body: 'ü'.repeat(BODY_BYTES_MAX / 2) })).wait.body, '');
});
