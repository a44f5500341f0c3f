import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReplies, json } from '../test/replies.ts';
import { createErrand } from './client.ts';

test('a file is sent as a form under its name', async () => {
  const { fetch, sent } = createReplies(json({ id: 'f' }, 201));
  await createErrand({ fetch }).files.upload(new Blob(['content'], { type: 'text/plain' }), 'a.txt');
  const file = (sent[0]!.body as FormData).get('file') as File;
  assert.deepEqual([file.name, await file.text()], ['a.txt', 'content']);
  assert.equal(sent[0]!.headers['content-type'], undefined, 'the form sets it, with its boundary');
});

test('callers that send the form themselves get address and headers', () => {
  const errand = createErrand({
    baseUrl: 'https://errand.example',
    apiKey: 'k',
    organizationId: 'o',
  });
  const { url, headers } = errand.files.uploadTarget();
  assert.match(url, /^https:\/\/errand\.example\/v1\/.*files\//);
  assert.deepEqual(headers, { authorization: 'Bearer k', 'x-organization-id': 'o' });
});
