import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Harness, request, startHarness, type TestOrg } from '../../test/harness.ts';

type Content = Record<string, { schema: { $ref?: string } }>;
type Operation = { requestBody: { content: Content }; responses: Record<number, { content: Content }> };
type Description = {
  paths: Record<string, { post: Operation; get: Operation }>;
  components: { schemas: Record<string, { properties: Record<string, { format?: string }> }> };
};

const megabyte = 1024 * 1024;
const UPLOAD = '/v1/datasets/files/upload/';

describe('file routes', () => {
  let harness: Harness;
  let org: TestOrg;
  let other: TestOrg;

  before(async () => {
    harness = await startHarness();
    [org, other] = [await harness.org(), await harness.org()];
  });
  after(() => harness.stop());

  function form(entries: Record<string, string | Blob>, fileName = 'a.txt'): FormData {
    const data = new FormData();
    for (const [name, value] of Object.entries(entries)) {
      if (typeof value === 'string') data.append(name, value);
      else data.append(name, value, fileName);
    }
    return data;
  }
  const blob = (text = 'hello', type = 'text/plain') => new Blob([text], { type });
  const upload = (entries: Record<string, string | Blob>, fileName?: string) =>
    org.request('POST', UPLOAD, form(entries, fileName));
  const rowCount = async () => (await harness.database.system.query('select 1 from files')).length;

  test('an uploaded file is described, listed under both ids and given back byte for byte', async () => {
    const metadata = '{"source":"scan","big":12345678901234567890}';
    const organization_id = org.orgId.toUpperCase();
    const { status, body, text } = await upload(
      { dataset_id: 'invoices', file: blob('hällo'), metadata, organization_id, unknown: 'x' },
      '../ü "x".txt',
    );
    assert.equal(status, 201);
    assert.match(body.file_id, /^[0-9a-f-]{36}$/);
    assert.ok(Math.abs(Date.now() - Date.parse(body.created_at)) < 60_000);
    assert.ok(text.includes(`"metadata":${metadata}`), text);
    const { file_id, created_at, metadata: _, ...rest } = body;
    const known = { name: 'ü "x".txt', content_type: 'text/plain', size: 6, dataset_id: 'invoices' };
    assert.deepEqual(rest, { id: `file_${file_id}`, ...known });

    for (const id of [file_id, `file_${file_id}`, file_id.replaceAll('-', '').toUpperCase()]) {
      const shown = await org.request('GET', `/v1/files/${id}/`);
      assert.equal(shown.status, 200);
      assert.equal(shown.text, text);
    }
    const content = await org.request('GET', `/v1/files/file_${file_id}/content/`);
    assert.equal(content.status, 200);
    assert.equal(content.text, 'hällo');
    assert.equal(content.headers.get('content-type'), 'text/plain');
    assert.equal(content.headers.get('content-length'), '6');
    assert.equal(
      content.headers.get('content-disposition'),
      `attachment; filename="_ _x_.txt"; filename*=UTF-8''%C3%BC%20%22x%22.txt`,
    );
    assert.equal(content.headers.get('x-content-type-options'), 'nosniff');
    assert.match(content.headers.get('content-security-policy')!, /^sandbox; default-src 'none'/);
  });

  test('a file alone is enough; empty fields count as left out', async () => {
    const leftOut: Record<string, string>[] = [{}, { dataset_id: '', metadata: '', organization_id: '' }];
    for (const empty of leftOut) {
      const { status, body } = await upload({ file: blob(''), ...empty });
      assert.equal(status, 201);
      assert.deepEqual([body.size, body.dataset_id, body.metadata], [0, null, null]);
      const { status: read, text } = await org.request('GET', `/v1/files/${body.id}/content/`);
      assert.deepEqual([read, text], [200, '']);
    }
  });

  test('a wrong form is a field map, and nothing is stored', async () => {
    const before = await rowCount();
    const file = blob();
    const cases: [Record<string, string | Blob>, Record<string, unknown>][] = [
      [{}, { file: ['This field is required.'] }],
      [{ file: 'text only' }, { file: ['Send the content as a file part, with a file name.'] }],
      [{ file, metadata: '{bad' }, { metadata: ['Could not be read as JSON.'] }],
      [{ file, metadata: '[1]' }, { metadata: ['Must be a JSON object.'] }],
      [{ file, metadata: '{"a":"\\u0000"}' }, { metadata: ['The NUL character is not allowed.'] }],
      [{ file, metadata: '{"a":"\\ud800"}' }, { metadata: ['The text contains an unpaired surrogate.'] }],
      [{ file, metadata: '['.repeat(200) + ']'.repeat(200) }, { metadata: ['Nested more than 100 levels deep.'] }],
      [{ file, metadata: '{"__proto__":1}' }, { metadata: ["The member name '__proto__' is not allowed."] }],
      [{ file, dataset_id: 'd'.repeat(256) }, { dataset_id: ['May have at most 255 characters.'] }],
      [{ file, organization_id: 'nope' }, { organization_id: 'Not a UUID.' }],
      [{ file, organization_id: other.orgId }, { organization_id: 'This credential belongs to another organization.' }],
      [
        { organization_id: other.orgId, metadata: '1' },
        {
          file: ['This field is required.'],
          organization_id: 'This credential belongs to another organization.',
          metadata: ['Must be a JSON object.'],
        },
      ],
    ];
    for (const [entries, expected] of cases) {
      const { status, body } = await upload(entries);
      assert.deepEqual([status, body], [400, expected]);
    }
    const twice = form({ file });
    twice.append('file', file, 'b.txt');
    const { status, body } = await org.request('POST', UPLOAD, twice);
    assert.deepEqual([status, body], [400, { file: ['Send one file per request.'] }]);
    const none = await request(harness.baseUrl, org.apiKey, 'POST', UPLOAD);
    assert.deepEqual([none.status, none.body], [400, { file: ['This field is required.'] }]);
    assert.equal(await rowCount(), before);
  });

  test('other encodings, credentials and roles are refused', async () => {
    assert.equal((await org.request('POST', UPLOAD, { file: 'x' })).status, 415);
    assert.equal((await org.request('POST', UPLOAD, new URLSearchParams({ file: 'x' }))).status, 415);
    assert.equal((await org.request('POST', UPLOAD, 'x', { 'content-type': 'text/plain' })).status, 415);
    for (const [method, path] of [
      ['POST', UPLOAD],
      ['GET', `/v1/files/${randomUUID()}/`],
      ['GET', `/v1/files/${randomUUID()}/content/`],
    ] as const) {
      const { status, body } = await request(harness.baseUrl, undefined, method, path);
      assert.deepEqual([status, Object.keys(body)], [401, ['detail', 'code']]);
    }
    const viewer = await org.keyWithRole('viewer');
    const { status } = await request(harness.baseUrl, viewer, 'POST', UPLOAD, form({ file: blob() }));
    assert.equal(status, 403);
  });

  test('unknown, malformed and foreign ids are 404', async () => {
    const { body: foreign } = await other.request('POST', UPLOAD, form({ file: blob() }));
    for (const id of [foreign.id, foreign.file_id, randomUUID(), 'nope', 'file_', `file_file_${foreign.file_id}`]) {
      for (const path of [`/v1/files/${id}/`, `/v1/files/${id}/content/`]) {
        const { status, body } = await org.request('GET', path);
        assert.deepEqual([status, body.detail], [404, 'No file with this id.'], path);
      }
    }
  });

  test('content that is gone from storage is a 410 in the error shape', async () => {
    const { body } = await upload({ file: blob('soon gone') });
    const folder = join(harness.dataDir, 'storage', 'files', org.orgId);
    await rm(folder, { recursive: true });
    const { status, body: answer } = await org.request('GET', `/v1/files/${body.id}/content/`);
    assert.deepEqual([status, answer.error], [410, 'The content is no longer in the storage.']);
  });

  test('30 MB go in and out with flat memory', async () => {
    // Does not use fetch, which does not wait for the server while it sends.
    const headers = { authorization: `Bearer ${org.apiKey}`, 'content-type': 'multipart/form-data; boundary=b' };
    const memory = meter();
    const sent = createHash('sha256');
    const upload = http.request(harness.baseUrl + UPLOAD, { method: 'POST', agent: false, headers });
    upload.write('--b\r\nContent-Disposition: form-data; name="file"; filename="big.bin"\r\n\r\n');
    for (let index = 0; index < 30 * 16; index++) {
      const chunk = Buffer.alloc(megabyte / 16, index);
      sent.update(chunk);
      if (!upload.write(chunk)) await once(upload, 'drain');
      await memory.passed(chunk.length);
    }
    upload.end('\r\n--b--\r\n');
    const [answer] = (await once(upload, 'response')) as [http.IncomingMessage];
    const file = (await json(answer)) as { id: string; size: number; content_type: string };
    assert.equal(answer.statusCode, 201);
    assert.deepEqual([file.size, file.content_type], [30 * megabyte, 'application/octet-stream']);

    const download = http.get(`${harness.baseUrl}/v1/files/${file.id}/content/`, { agent: false, headers });
    const [content] = (await once(download, 'response')) as [http.IncomingMessage];
    const read = createHash('sha256');
    for await (const chunk of content) {
      read.update(chunk);
      await memory.passed(chunk.length);
    }
    assert.equal(read.digest('hex'), sent.digest('hex'));
    assert.ok(memory.peak() < 12 * megabyte, `held ${memory.peak()} bytes`);
  });

  test('the description says what is sent and received', async () => {
    const { body } = await org.request<Description>('GET', '/openapi.json');
    const { paths, components } = body;
    const { requestBody, responses } = paths[UPLOAD]!.post;
    assert.deepEqual(requestBody.content['multipart/form-data']?.schema, { $ref: '#/components/schemas/UploadForm' });
    assert.equal(components.schemas.UploadForm?.properties.file?.format, 'binary');
    assert.deepEqual(responses[201]?.content['application/json']?.schema, {
      $ref: '#/components/schemas/UploadedFile',
    });
    assert.ok(components.schemas.UploadedFile?.properties.file_id);
    const { get } = paths['/v1/files/{file_id}/content/']!;
    assert.ok(get.responses[206]?.content['*/*']);
    assert.ok(get.responses[416]);
  });
});

/** Measures the buffer memory in use after garbage collection, each time 2 MB have passed. */
function meter() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let base: number | undefined;
  let peak = 0;
  let size = 0;
  let sampled = 0;
  return {
    async passed(bytes: number) {
      size += bytes;
      if (base !== undefined && size - sampled < 2 * megabyte) return;
      sampled = size;
      // Freed buffers are counted until the next turn of the event loop.
      for (let turn = 0; turn < 2; turn++) {
        collect();
        await delay(0);
      }
      const held = process.memoryUsage().arrayBuffers;
      base ??= held;
      peak = Math.max(peak, held - base);
    },
    peak: () => peak,
  };
}
