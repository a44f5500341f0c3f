import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeCurl } from './curl.ts';
import { readOperations, type SampleOperation } from './operation.ts';
import { writePython } from './python.ts';
import { writeTypeScript } from './typescript.ts';

const base: SampleOperation = {
  ...{ id: 'agents.get', tag: 'Agents', method: 'GET', path: '/v1/agents/{agent_id}/', summary: '', description: '' },
  ...{ parameters: [], query: {}, body: undefined, isForm: false, members: [], gives: 'json' },
  ...{ answer: undefined, errors: [] },
  needsCredential: true,
};

test('ids come from the environment, in every language', () => {
  assert.match(writeCurl(base), /"\$ERRAND_URL\/v1\/agents\/\$AGENT_ID\/"/);
  assert.equal(writePython(base), 'print(errand.agents.get(os.environ["AGENT_ID"]))');
  assert.equal(writeTypeScript(base), 'console.log(await errand.agents.get(process.env.AGENT_ID!));');
});

test('a quote in a body cannot end the argument of a shell or a text of a program', () => {
  const body = { name: "it's", note: 'say "hi"', on: true, none: null };
  const create = { ...base, id: 'agents.create', method: 'POST', path: '/v1/agents/', body };
  assert.ok(writeCurl(create).includes(`it'\\''s`));
  assert.ok(writePython(create).includes('"on": True, "none": None'));
  assert.ok(writeTypeScript(create).includes(`name: 'it\\'s', note: 'say "hi"'`));
});

test('the method is named only where curl would take another one, and a public operation sends no key', () => {
  assert.doesNotMatch(writeCurl(base), /-X/);
  assert.match(writeCurl({ ...base, method: 'DELETE' }), /-X DELETE/);
  assert.doesNotMatch(writeCurl({ ...base, needsCredential: false }), /Authorization/);
});

test('a call without output is awaited, one with lines is read line by line', () => {
  assert.match(writePython({ ...base, gives: 'nothing' }), /^errand\.agents\.get\(/);
  assert.match(
    writePython({ ...base, gives: 'lines', id: 'batches.resultLines' }),
    /^for item in errand\.batches\.result_lines\(/,
  );
  assert.match(writeTypeScript({ ...base, gives: 'nothing' }), /^await errand\.agents\.get\(/);
  assert.match(writeTypeScript({ ...base, gives: 'events' }), /^for await \(const item of /);
  assert.match(writeCurl({ ...base, gives: 'events' }), /curl -N /);
});

test('a form sends the file with its other fields', () => {
  const upload = { ...base, method: 'POST', path: '/v1/files/', isForm: true, body: { file: 'x', dataset_id: 'd1' } };
  assert.match(writeCurl(upload), /-F "file=@\$FILE"/);
  assert.match(writeCurl(upload), /-F 'dataset_id=d1'/);
  assert.match(
    writePython(upload),
    /form = \{"dataset_id": "d1", "file": \(os\.path\.basename\(file\.name\), file\.read\(\)\)\}/,
  );
  assert.match(writeTypeScript(upload), /form\.set\('dataset_id', 'd1'\)/);
});

test('an operation is read with its success, its errors and what its query needs', () => {
  const operation = {
    ...{ operationId: 'jobs.list', tags: ['Jobs'], summary: 's', description: 'd', security: [] },
    parameters: [
      { name: 'q', in: 'query', required: true, description: '', schema: { examples: ['tea'] } },
      { name: 'page', in: 'query', required: false, description: '', schema: {} },
    ],
    responses: {
      200: { content: { 'application/json': { example: { a: 1 } } } },
      404: { $ref: '#/components/responses/not_found' },
    },
  };
  const [read] = readOperations({ paths: { '/v1/jobs/': { get: operation } } });
  assert.deepEqual(
    [read!.method, read!.query, read!.gives, read!.needsCredential],
    ['GET', { q: 'tea' }, 'json', false],
  );
  assert.deepEqual(read!.errors, [{ status: '404', codes: ['not_found'] }]);
  assert.equal(read!.answer?.example, '{\n  "a": 1\n}');
});
