import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import { Connection, ConnectionItem } from './connections.ts';
import { EngineType, Model, modelCapabilities } from './engines.ts';
import { FileContent, UploadedFile } from './files.ts';
import { JobContents } from './job-contents.ts';
import { BatchResultLine, EventData } from './job-streams.ts';
import { Secret } from './secrets.ts';
import { Readiness } from './service.ts';
import { SQL_FUNCTIONS, sqlFunctions } from './sql-functions.ts';
import { FieldTrust, FileCoverage, Trust, trustStatuses } from './trust.ts';
import { Wait } from './waits.ts';

const id = '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d';
const at = '2026-01-05T09:12:44.120Z';

test('credentials stand in the view of one connection only, and never in a list', () => {
  assert.ok(!('auth_config' in ConnectionItem.properties));
  assert.deepEqual(
    Object.keys(ConnectionItem.properties).filter((name) => !(name in Connection.properties)),
    [],
  );
});

test('no answer has the value of a secret', () => {
  assert.ok(!('value' in Secret.properties));
});

test('how far a value is trusted is one of four words and a share', () => {
  const mark = { field: '/total', status: 'found', confidence: 1 };
  assert.ok(Check(FieldTrust, mark));
  for (const status of trustStatuses) assert.ok(Check(FieldTrust, { ...mark, status }));
  assert.ok(!Check(FieldTrust, { ...mark, status: 'sure' }));
  assert.ok(!Check(FieldTrust, { ...mark, confidence: 1.01 }) && !Check(FieldTrust, { ...mark, confidence: -0.01 }));
});

test('coverage reports unread parts: it has both counts and a note that may be null', () => {
  const file = { file: 'a.pdf', pages_total: 3, pages_read: 1, characters_total: 9, characters_read: 3, note: null };
  assert.ok(Check(FileCoverage, file));
  const { note: _note, ...silent } = file;
  assert.ok(!Check(FileCoverage, silent));
  assert.ok(!Check(Trust, { fields: [], coverage: { files: [file] } }), 'complete must be said');
});

test('a line of a batch has its place from 0, and outputs only at its end', () => {
  const line = { index: 0, job_id: id, status: 'running', outputs: null, error_message: null };
  const { status: _status, ...rest } = line;
  assert.ok(!Check(BatchResultLine, { ...line, index: -1 }));
  assert.ok(!Check(BatchResultLine, rest));
});

test('an event of a job is one of the known ones, or progress of any shape', () => {
  assert.ok(Check(EventData, { pages: 3 }));
  assert.ok(!Check(EventData, 'text') && !Check(EventData, null));
});

test('stored content is named with its hash and size', () => {
  const artifact = { artifact_key: 'k', sha256: 'ab', size: 1, source: null, step: null, created_at: at };
  assert.ok(Check(JobContents, { artifacts: [artifact], references: [] }));
  const { sha256: _hash, ...unproved } = artifact;
  assert.ok(!Check(JobContents, { artifacts: [unproved], references: [] }));
});

test('a file has the id that inputs take and its UUID; its content may be of any type', () => {
  assert.ok('id' in UploadedFile.properties && 'file_id' in UploadedFile.properties);
  assert.deepEqual(Object.keys((FileContent as unknown as { content: object }).content), ['*/*']);
});

test('an engine that is not there says why, and a model without known prices says null', () => {
  for (const name of ['available', 'unavailable_reason']) assert.ok(EngineType.required.includes(name as 'available'));
  assert.ok(Check(Model.properties.prices, null) && !Check(Model.properties.prices, { input: 1 }));
  assert.ok(modelCapabilities.includes('text'));
});

test('readiness is ok, degraded or unavailable, with a sentence for each problem', () => {
  const ready = { status: 'ok', database: 'ok', storage: 'ok', queue: 'ok', problems: [] };
  assert.ok(Check(Readiness, ready));
  assert.ok(!Check(Readiness, { ...ready, status: 'fine' }) && !Check(Readiness, { ...ready, problems: undefined }));
});

test('a wait shows everything that an answer needs, and every state has a word', () => {
  for (const name of ['options', 'answer_schema', 'due_at', 'on_timeout', 'assignee_role'] as const)
    assert.ok(Wait.required.includes(name), name);
  assert.ok(!Check(Wait.properties.status, 'done') && Check(Wait.properties.status, 'timed_out'));
});

test('every function of SQL is in the sentence that describes them, called by its own name', () => {
  for (const { name, call } of sqlFunctions) {
    assert.ok(call.startsWith(`${name}(`), name);
    assert.ok(SQL_FUNCTIONS.includes(`\`${call}\``), name);
  }
});
