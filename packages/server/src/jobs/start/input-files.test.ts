import assert from 'node:assert/strict';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { createIdentity } from '#orgs/identity.ts';
import { testEngines } from '../../../test/engines.ts';
import { pluck, startHarness, stopAtEnd, until } from '../../../test/harness.ts';
import { connectRaw } from '../../../test/raw-client.ts';
import { createAgent, runSync, startJob, type TestAgent, untilFinal, uploadFile } from '../../../test/runs.ts';

const UNKNOWN = '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d';

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const org = await harness.org();
const config = { read: true };
const pdf = await createAgent(org, 'EchoEngine', { config, inputs: [{ key: 'doc', data_type: 'application/pdf' }] });
const pdfs = await createAgent(org, 'EchoEngine', {
  config,
  inputs: [{ key: 'doc', data_type: 'application/pdf', accepts_multiple_files: true }],
});

const file = (content: string, name = 'a.pdf', type = 'application/pdf'): File => new File([content], name, { type });

function form(...fields: [string, string | File][]): FormData {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value as string);
  return data;
}

async function outputOf(agent: TestAgent, body: unknown): Promise<string> {
  const answer = await runSync(org, agent.id, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body[0]?.value;
}

async function refused(agent: TestAgent, body: unknown, message: RegExp): Promise<void> {
  const answer = await org.request('POST', `/v1/agents/run/${agent.id}/async/`, body);
  assert.equal(answer.status, 400, answer.text);
  assert.ok(Array.isArray(answer.body) && answer.body.length === 1, answer.text);
  assert.match(answer.body[0], message);
}

describe('uploaded parts', () => {
  test('a part under the key of an input becomes a file of the organization and its value file_<uuid>', async () => {
    const id = await startJob(org, pdf.id, form(['doc', file('%PDF one', 'päper.pdf')], ['metadata', '{"case": 7}']));
    const job = await untilFinal(org, id);
    assert.equal(job.status_code, 3, job.error_message);
    const [input] = job.job_inputs;
    assert.match(input.value, /^file_[0-9a-f-]{36}$/);
    assert.equal(input.file_name, 'päper.pdf');
    assert.deepEqual(job.metadata, { case: 7 });
    assert.equal(job.outputs[0].value, '%PDF one');
    const content = await org.request('GET', `/v1/files/${input.value}/content/`);
    assert.deepEqual([content.status, content.text], [200, '%PDF one']);
  });

  test('several parts keep their order and are joined with commas', async () => {
    const parts = form(['doc', file('one')], ['doc', file('two')], ['doc', file('three')]);
    assert.equal(await outputOf(pdfs, parts), 'one|two|three');
    const job = await untilFinal(org, await startJob(org, pdfs.id, parts));
    assert.match(job.job_inputs[0].value, /^file_[0-9a-f-]{36},file_[0-9a-f-]{36},file_[0-9a-f-]{36}$/);
    assert.equal(job.job_inputs[0].file_name, 'a.pdf, a.pdf, a.pdf');
  });

  test('uploads and addresses for one input keep their order', async () => {
    const address = 'https://example.com/b.pdf';
    const parts = form(['doc', file('one')], ['doc', address], ['doc', file('two')], ['doc', address]);
    const job = await untilFinal(org, await startJob(org, pdfs.id, parts));
    const kinds = job.job_inputs[0].value.split(',').map((value: string) => value.slice(0, 5));
    assert.deepEqual(kinds, ['file_', 'https', 'file_', 'https']);
  });

  test('more than one without accepts_multiple_files is refused, for files and for texts', async () => {
    await refused(pdf, form(['doc', file('one')], ['doc', file('two')]), /^Input 'doc' takes one value, but got 2\.$/);
    const text = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }] });
    await refused(
      text,
      form(['text', file('one', 'a.txt')], ['text', file('two', 'b.txt')]),
      /^Input 'text' takes one value, but got 2\.$/,
    );
  });

  test('the declared content type does not matter', async () => {
    assert.equal(await outputOf(pdf, form(['doc', file('a,b', 'a.csv', 'text/plain; charset=utf-8')])), 'a,b');
    assert.equal(await outputOf(pdf, form(['doc', file('bytes', 'a', '')])), 'bytes');
  });

  test('a file for a text or JSON input is its text, without a byte order mark', async () => {
    const agent = await createAgent(org, 'EchoEngine', {
      inputs: [{ key: 'text' }, { key: 'data', data_type: 'application/json' }],
    });
    const answer = await runSync(
      org,
      agent.id,
      form(['text', file('\ufeffGrüße', 'a.txt', 'text/plain')], ['data', file('{"a": 1}', 'a.json')]),
    );
    assert.deepEqual(pluck(answer.body, 'value'), ['Grüße', '{"a": 1}']);
  });

  test('a text input whose file is not UTF-8, or has a NUL, is a value that cannot be used', async () => {
    const agent = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }] });
    for (const content of [new Uint8Array([0xff, 0xfe]), new Uint8Array([0x61, 0x00])]) {
      const answer = await org.expect(
        400,
        'POST',
        `/v1/agents/run/${agent.id}/`,
        form(['text', new File([content], 'a.txt')]),
      );
      assert.match(answer[0], /^Input 'text' (is not valid UTF-8|contains a NUL character)/);
    }
  });

  test('any file goes to a */* input, and its plain text stays text', async () => {
    const any = await createAgent(org, 'EchoEngine', {
      config: { read: true },
      inputs: [{ key: 'thing', data_type: '*/*' }],
    });
    assert.equal(await outputOf(any, form(['thing', file('bytes', 'a.bin')])), 'bytes');
    assert.equal(await outputOf(any, form(['thing', ' just text '])), ' just text ');
    assert.equal(await outputOf(any, { thing: await uploadFile(org, 'stored') }), 'stored');
    const unknown = '00000000-0000-4000-8000-000000000000';
    assert.equal(await outputOf(any, { thing: unknown }), unknown, 'an id that names no file is a text like any other');
  });

  test('parts for keys that the agent does not define are read past and not stored', async () => {
    const before = await countFiles();
    assert.equal(await outputOf(pdf, form(['other', file('dropped')], ['doc', file('kept')])), 'kept');
    assert.equal(await countFiles(), before + 1);
  });

  test('a file that was left empty in a browser form is no file', async () => {
    const head = 'Content-Disposition: form-data; name="doc"; filename=""\r\nContent-Type: application/octet-stream';
    const answer = await org.request('POST', `/v1/agents/run/${pdf.id}/`, `--x\r\n${head}\r\n\r\n\r\n--x--\r\n`, {
      'content-type': 'multipart/form-data; boundary=x',
    });
    assert.deepEqual([answer.status, answer.body], [400, ["Required input 'doc' was not supplied."]]);
  });

  test('a refused run keeps no file, and its content is gone with the answer', async () => {
    const inputs = [{ key: 'doc', data_type: 'application/pdf' }, { key: 'title' }];
    const agent = await createAgent(org, 'EchoEngine', { inputs });
    const poor = await harness.org({ credits: 0 });
    const poorAgent = await createAgent(poor, 'EchoEngine', { inputs: [inputs[0]!] });
    const path = `/v1/agents/run/${agent.id}/async/`;
    const doc = (content: string): [string, File] => ['doc', file(content)];
    const title: [string, string] = ['title', 'a'];
    const used = await org.expect(200, 'POST', path, form(doc('%PDF first'), title), { 'idempotency-key': 'files' });
    const [rows, blobs] = [await countFiles(), await listBlobs()];
    const again = await org.request('POST', path, form(doc('%PDF first'), title), { 'idempotency-key': 'files' });
    assert.equal(again.body, used);
    const ways: [number, () => Promise<{ status: number }>][] = [
      [400, () => org.request('POST', path, form(doc('%PDF no title')))],
      [400, () => org.request('POST', path, form(doc('%PDF metadata'), title, ['metadata', 'none']))],
      [400, () => org.request('POST', path, form(doc('%PDF empty'), ['title', ''], ['doc', file('%PDF too many')]))],
      [409, () => org.request('POST', path, form(doc('%PDF other'), title), { 'idempotency-key': 'files' })],
      [403, () => poor.request('POST', `/v1/agents/run/${poorAgent.id}/async/`, form(doc('%PDF poor')))],
      [403, () => poor.request('POST', `/v1/agents/run/${poorAgent.id}/`, form(doc('%PDF poor and waiting')))],
      [
        400,
        () =>
          org.request(
            'POST',
            path,
            '--x\r\nContent-Disposition: form-data; name="doc"; filename="a"\r\n\r\n%PDF cut\r\n--x\r\ncut',
            { 'content-type': 'multipart/form-data; boundary=x' },
          ),
      ],
    ];
    for (const [status, way] of ways) assert.equal((await way()).status, status, String(way));
    assert.equal(await countFiles(), rows);
    assert.deepEqual(await listBlobs(), blobs);
    const left = await org.request('POST', path, form(doc('%PDF first'), title), { 'x-skip-cache': 'true' });
    assert.equal((await untilFinal(org, left.body)).status_code, 3, 'content that others use stays');
  });
});

test('while the storage cannot be used, uploads are refused with a 500 that says so; other runs continue', async () => {
  const folder = join(harness.dataDir, 'storage');
  await rename(folder, `${folder}.away`);
  await writeFile(folder, 'in the way');
  try {
    for (const path of [`/v1/agents/run/${pdf.id}/`, `/v1/agents/run/${pdf.id}/async/`]) {
      const answer = await org.request('POST', path, form(['doc', file('%PDF')]));
      assert.deepEqual([answer.status, Object.keys(answer.body)], [500, ['detail', 'code']]);
      assert.match(answer.body.detail, /could not be stored, so no job was created/);
    }
    const upload = await org.request('POST', '/v1/datasets/files/upload/', form(['file', file('%PDF')]));
    assert.deepEqual([upload.status, upload.body.error], [500, 'The storage cannot be used right now.']);
    await until(async () => (await org.request('GET', '/ready/')).body.storage === 'failed', '/ready/ tells');
    const ready = await org.request('GET', '/ready/');
    assert.deepEqual([ready.status, ready.body.status], [200, 'degraded'], 'the process stays in service');
    assert.equal(await outputOf(pdf, { doc: 'https://a.invalid/' }), 'https://a.invalid/');
  } finally {
    await rm(folder);
    await rename(`${folder}.away`, folder);
  }
  assert.equal(await outputOf(pdf, form(['doc', file('again')])), 'again');
});

describe('files by id', () => {
  test('in every spelling: bare, file_, without dashes, in upper case', async () => {
    const id = await uploadFile(org, 'the content');
    const spellings = [id, `file_${id}`, id.replaceAll('-', ''), id.toUpperCase(), ` ${id} `];
    for (const spelling of spellings) {
      assert.equal(await outputOf(pdf, { doc: spelling }), 'the content', spelling);
      assert.equal(await outputOf(pdf, new URLSearchParams({ doc: spelling })), 'the content', spelling);
    }
    assert.equal(await outputOf(pdf, form(['doc', `file_${id}`])), 'the content');
    const job = await untilFinal(org, await startJob(org, pdf.id, { doc: id.toUpperCase() }));
    assert.equal(job.job_inputs[0].value, `file_${id}`);
  });

  test('several as a list, as repeated fields, or in one text', async () => {
    const [one, two] = [await uploadFile(org, 'one'), await uploadFile(org, 'two')];
    assert.equal(await outputOf(pdfs, { doc: [one, `file_${two}`] }), 'one|two');
    const repeated = new URLSearchParams([
      ['doc', two],
      ['doc', one],
    ]);
    assert.equal(await outputOf(pdfs, repeated), 'two|one');
    assert.equal(await outputOf(pdfs, { doc: `file_${one}, file_${two}` }), 'one|two');
    await refused(pdf, { doc: [one, two] }, /^Input 'doc' must be of type application\/pdf/);
  });

  test('an unknown id and one of another organization are refused, with their key and id', async () => {
    const unknown = '3f0c1d7e-0000-4000-8000-000000000000';
    await refused(pdf, { doc: unknown }, new RegExp(`^Input 'doc': no file with id ${unknown} in this organization`));
    const foreign = await uploadFile(await harness.org(), 'secret');
    await refused(pdf, { doc: `file_${foreign}` }, new RegExp(`^Input 'doc': no file with id ${foreign}`));
  });

  test('for a text input an id is just a text', async () => {
    const agent = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }] });
    assert.equal(
      await outputOf(agent, { text: '3f0c1d7e-0000-4000-8000-000000000000' }),
      '3f0c1d7e-0000-4000-8000-000000000000',
    );
  });
});

describe('addresses and other text', () => {
  test('an http(s) URL is kept and not fetched when the job is made', async () => {
    const urls = ['https://example.invalid/a.pdf?x=1', 'http://127.0.0.1:1/never', 'HTTPS://EXAMPLE.INVALID/B'];
    for (const url of urls) assert.equal(await outputOf(pdf, { doc: url }), url);
    assert.equal(
      await outputOf(pdfs, { doc: ['https://a.invalid/x,y', 'https://b.invalid/'] }),
      'https://a.invalid/x,y,https://b.invalid/',
    );
  });

  test('other text for a file input is refused', async () => {
    for (const text of ['hello', 'ftp://example.com/a', 'file:///etc/passwd', 'http://', '', '3f0c1d7e-0000']) {
      await refused(pdf, { doc: text }, /^Input 'doc' must be of type application\/pdf/);
    }
    await refused(pdfs, { doc: ['https://a.invalid/', 'hello'] }, /^Input 'doc' must be of type application\/pdf/);
  });
});

test('an upload that is refused for its organization leaves the connection to the next request', async () => {
  const identity = await createIdentity({ database: harness.database });
  const [member] = await harness.database.system.query<{ user_id: number }>(
    'select user_id from memberships where org_id = $1',
    [org.orgId],
  );
  const { token } = await identity.openSession({ userId: member!.user_id, hours: 1, userAgent: 'test' });
  for (const orgId of [undefined, 'nonsense', UNKNOWN]) {
    const named =
      orgId === undefined ? '' : `--b\r\nContent-Disposition: form-data; name="organization_id"\r\n\r\n${orgId}\r\n`;
    const body = `${named}--b\r\nContent-Disposition: form-data; name="doc"; filename="a.pdf"\r\n\r\n${'x'.repeat(3_000_000)}\r\n--b--\r\n`;
    const client = await connectRaw(harness.baseUrl);
    await client.send(
      `POST /v1/agents/run/${pdf.id}/ HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    void client.send(`${body}GET /health/ HTTP/1.1\r\nHost: a\r\n\r\n`);
    await until(async () => client.received().includes('"status":"ok"'), 'the next answer');
    assert.match(client.received(), orgId === UNKNOWN ? /^HTTP\/1\.1 404 / : /^HTTP\/1\.1 400 /);
    client.destroy();
  }
});

/** Lists everything in storage, including temporary objects. */
async function listBlobs(): Promise<string[]> {
  const found = await readdir(join(harness.dataDir, 'storage'), { recursive: true, withFileTypes: true });
  return found.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).toSorted();
}

async function countFiles(): Promise<number> {
  const rows = await harness.database.system.query<{ count: number }>('select count(*) as count from files');
  return rows[0]!.count;
}
