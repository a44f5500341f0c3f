import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectInputs, type StoredFile, toJobInputs } from './inputs.ts';
import { emptyRequest, formObject, readRunRequest } from './run-request.ts';

const definition = (key: string, data_type = 'text/plain', more: Record<string, unknown> = {}) => ({
  key,
  data_type,
  description: '',
  ...more,
});
const fileId = '3f0c1d7e-0000-4000-8000-00000000000a';
const otherId = '3f0c1d7e-0000-4000-8000-00000000000b';
const thirdId = '3f0c1d7e-0000-4000-8000-00000000000c';
const noFiles = { byId: new Map(), byUpload: new Map() };

function collect(definitions: ReturnType<typeof definition>[], body: Record<string, unknown>, form = false) {
  return collectInputs(definitions, readRunRequest(body, { form, defined: () => true }));
}

test('inputs come in the order of the definitions, whatever the order of the body', () => {
  const { inputs } = collect([definition('a'), definition('b')], { b: '2', a: '1' });
  assert.deepEqual(toJobInputs(inputs, noFiles).jobInputs, [
    { key: 'a', value: '1' },
    { key: 'b', value: '2' },
  ]);
});

test('the same bytes under another file id are the same content; a moved file and a text that looks like it are not', () => {
  const docs = [definition('a', 'application/pdf'), definition('b', '*/*')];
  const stored = (id: string, sha256: string): [string, StoredFile] => [id, { id, sha256 }];
  const byId = new Map([stored(fileId, 'aa'), stored(otherId, 'aa'), stored(thirdId, 'bb')]);
  const content = (body: Record<string, unknown>) =>
    toJobInputs(collect(docs, body).inputs, { byId, byUpload: new Map() }).content;
  assert.equal(content({ a: fileId, b: 'x' }), content({ b: 'x', a: otherId }));
  assert.notEqual(content({ a: fileId, b: 'x' }), content({ a: thirdId, b: 'x' }));
  assert.notEqual(content({ a: fileId, b: thirdId }), content({ a: thirdId, b: fileId }));
  assert.notEqual(content({ a: fileId, b: 'faa' }), content({ a: fileId, b: otherId }));
});

test('inputs without files are their own content', () => {
  assert.equal(toJobInputs(collect([definition('a')], { a: 'x' }).inputs, noFiles).content, null);
});

test('members of the prototype are no values', () => {
  const { problems } = collect([definition('constructor'), definition('toString')], {});
  assert.equal(problems.length, 2);
});

test('a field that comes several times in a form is several values, a JSON list is one', () => {
  const fields = formObject([
    ['a', '1'],
    ['a', '2'],
  ]);
  assert.equal(collect([definition('a')], fields, true).problems.length, 1);
  const list = collect([definition('a')], { a: ['1', '2'] });
  assert.deepEqual(toJobInputs(list.inputs, noFiles).jobInputs, [{ key: 'a', value: '["1","2"]' }]);
});

test('file ids in every spelling name the same file', () => {
  const doc = definition('doc', 'application/pdf');
  for (const text of [fileId, `file_${fileId}`, fileId.replaceAll('-', ''), fileId.toUpperCase(), ` ${fileId}\n`]) {
    const { inputs } = collect([doc], { doc: text });
    assert.equal(inputs[0]!.values[0]!.kind, 'file', text);
    assert.equal((inputs[0]!.values[0] as { fileId: string }).fileId, fileId);
  }
});

test('the value of a job with several files reads back as the same files', () => {
  const docs = definition('docs', 'image/*', { accepts_multiple_files: true });
  const stored = `file_${fileId},https://example.com/a,b.png,file_${fileId}`;
  assert.equal(collect([docs], { docs: `file_${fileId},file_${fileId}` }).inputs[0]!.values.length, 2);
  assert.equal(collect([docs], { docs: 'https://example.com/a,b.png' }).inputs[0]!.values.length, 1);
  assert.equal(collect([docs], { docs: stored }).problems.length, 1, 'a part that is neither id nor address');
});

test('nothing is read from a request without inputs', () => {
  assert.deepEqual(collectInputs([definition('a', 'text/plain', { required: false })], emptyRequest), {
    inputs: [],
    problems: [],
    isMissing: false,
  });
});

test('inputs that could not be read are named when something is missing', () => {
  const definitions = [{ key: 'a', data_type: 'text/plain', description: '' }];
  const problemsOf = (body: Record<string, unknown>) =>
    collectInputs(definitions, readRunRequest(body, { form: false, defined: (name) => name === 'a' })).problems;
  assert.deepEqual(problemsOf({ inputs: [1] }), [
    "Required input 'a' was not supplied.",
    '`inputs` was ignored: it must be an object that maps input keys to values.',
  ]);
  assert.deepEqual(problemsOf({}), ["Required input 'a' was not supplied."]);
  assert.deepEqual(problemsOf({ a: 'x', inputs: [1] }), []);
});

test('more files than a run may have are one message, however many inputs they are for', () => {
  const files = (count: number) => Array.from({ length: count }, () => fileId);
  const several = { accepts_multiple_files: true };
  const definitions = [definition('a', 'application/pdf', several), definition('b', 'application/pdf', several)];
  assert.deepEqual(collect(definitions, { a: files(500), b: files(500) }).problems, []);
  const { problems } = collect(definitions, { a: files(500), b: files(501) });
  assert.deepEqual(problems, ['At most 1000 files are allowed, but there are 1001.']);
});
