import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '#platform/errors.ts';
import { limits } from '#platform/limits.ts';
import type { Received, ReceivedFile } from './receive.ts';
import { readUpload } from './upload.ts';

const orgId = '0198c0de-5b7a-7c3e-9f00-1a2b3c4d5e6f';
const file: ReceivedFile = {
  field: 'file',
  name: 'a.txt',
  contentType: 'text/plain',
  after: 0,
  storageKey: 'k',
  temporaryKey: 't',
  sha256: '0',
  size: 1,
};

test('blank fields count as left out, and the organization may be written in capitals', () => {
  const fields: Received['fields'] = [
    ['organization_id', orgId.toUpperCase()],
    ['dataset_id', ''],
    ['metadata', ' '],
  ];
  const { name, datasetId, metadata } = readUpload({ fields, files: [file] }, orgId);
  assert.deepEqual([name, datasetId, metadata], ['a.txt', null, null]);
  const told = readUpload({ fields: [['metadata', '{"a": [1]}']], files: [file] }, orgId);
  assert.deepEqual(told.metadata, { a: [1] });
});

test('every wrong field is named at once', () => {
  for (const [fields, files, wrong] of [
    [[], [], ['file']],
    [[], [file, file], ['file']],
    [[['file', 'text']], [], ['file']],
    [[['organization_id', 'acme']], [file], ['organization_id']],
    [[['metadata', '[]']], [file], ['metadata']],
    [[['metadata', '{']], [file], ['metadata']],
    [[['metadata', `{"a": "${'x'.repeat(limits.metadataBytes)}"}`]], [file], ['metadata']],
    [
      [
        ['dataset_id', 'x'.repeat(256)],
        ['metadata', '1'],
      ],
      [],
      ['dataset_id', 'file', 'metadata'],
    ],
  ] as [Received['fields'], ReceivedFile[], string[]][])
    assert.throws(
      () => readUpload({ fields, files }, orgId),
      (error) => {
        assert.ok(error instanceof AppError);
        assert.deepEqual(Object.keys(error.options.fields ?? {}).sort(), wrong);
        return true;
      },
    );
});
