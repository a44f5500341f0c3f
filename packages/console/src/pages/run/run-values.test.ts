import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InputDefinition, JobInput } from '@errand/sdk';
import { provideStorages } from '../../../test/storage.ts';
import { checkValues, keepValues, readKept, readMetadata, toInputs, type Upload, valuesOf } from './run-values.ts';

const input = (key: string, type: string, more: Partial<InputDefinition> = {}): InputDefinition => ({
  key,
  data_type: type,
  description: '',
  ...more,
});
const upload = (more: Partial<Upload>): Upload => ({ key: 1, name: 'a.pdf', size: 1, progress: 1, ...more });

test('a missing, invalid or unfinished value is named by its input', () => {
  const definitions = [
    input('text', 'text/plain'),
    input('data', 'application/json', { required: false }),
    input('scan', 'application/pdf'),
    input('old', 'application/pdf'),
    input('more', 'text/plain', { required: false }),
  ];
  const problems = checkValues(definitions, {
    text: { text: '  ', uploads: [] },
    data: { text: '{', uploads: [] },
    scan: { text: '', uploads: [upload({})] },
    old: { text: '', uploads: [upload({ error: 'refused' })] },
  });
  assert.deepEqual(Object.keys(problems), ['text', 'data', 'scan', 'old']);
  assert.deepEqual(checkValues([definitions[2]!], { scan: { text: '', uploads: [upload({ fileId: 'f' })] } }), {});
});

test('text is sent as it was typed, addresses without blanks, files by their ids', () => {
  const definitions = [
    input('text', 'text/plain'),
    input('page', 'application/pdf'),
    input('many', 'application/pdf', { accepts_multiple_files: true }),
    input('none', 'text/plain'),
  ];
  assert.deepEqual(
    toInputs(definitions, {
      text: { text: ' two ', uploads: [] },
      page: { text: ' https://a.example ', uploads: [] },
      many: { text: 'ignored', uploads: [upload({ fileId: 'f1' }), upload({ fileId: 'f2' })] },
    }),
    { text: ' two ', page: 'https://a.example', many: ['f1', 'f2'] },
  );
});

test('the inputs of a job can be sent again', () => {
  const inputs = [
    { key: 'text', value: 'a', data_type: 'text/plain' },
    { key: 'scans', value: 'f1,f2', data_type: 'application/pdf', file_name: 'a.pdf' },
  ] as JobInput[];
  const definitions = [
    input('text', 'text/plain'),
    input('scans', 'application/pdf', { accepts_multiple_files: true }),
  ];
  assert.deepEqual(toInputs(definitions, valuesOf(inputs)), { text: 'a', scans: ['f1', 'f2'] });
});

test('a reload keeps texts and files that have arrived', (t) => {
  const { session } = provideStorages(t);
  keepValues('a', { x: { text: 'typed', uploads: [upload({ fileId: 'f' }), upload({ progress: 0.5 })] } });
  assert.deepEqual(readKept('a'), { x: { text: 'typed', uploads: [upload({ fileId: 'f' })] } });
  session.setItem('errand.run.a', '{cut');
  assert.deepEqual(readKept('a'), {});
});

test('metadata is a JSON object or nothing', () => {
  assert.equal(readMetadata(' \n'), undefined);
  assert.deepEqual(readMetadata('{"case": 1}'), { case: 1 });
  for (const text of ['{', '[]', 'null', '"a"', '7']) assert.throws(() => readMetadata(text), Error, text);
});
