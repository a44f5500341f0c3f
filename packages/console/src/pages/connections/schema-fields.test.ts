import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listFields, readFields } from './schema-fields.ts';

const schema = {
  properties: {
    host: { type: 'string', title: 'Host' },
    port: { type: 'integer', default: 587 },
    secure: { type: 'boolean' },
    mode: { type: 'string', enum: ['a', 'b'] },
    password: { type: 'string', writeOnly: true },
    headers: { type: 'object' },
    paths: { type: 'array', items: { type: 'string' } },
  },
  required: ['host'],
};

test('a schema becomes fields with what is stored, and a mask stays a mask', () => {
  const fields = listFields(schema, {
    host: 'mail.example.com',
    password: '********',
    headers: { a: 'b' },
    paths: ['/a', '/b'],
  });
  assert.deepEqual(
    fields.map(({ name, kind, required, initial }) => [name, kind, required, initial]),
    [
      ['host', 'text', true, 'mail.example.com'],
      ['port', 'number', false, '587'],
      ['secure', 'flag', false, ''],
      ['mode', 'choice', false, ''],
      ['password', 'secret', false, '********'],
      ['headers', 'json', false, '{"a":"b"}'],
      ['paths', 'list', false, '/a\n/b'],
    ],
  );
});

test('the form is read by the types of the schema; what is empty is left out, and broken JSON is told', () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    host: 'h',
    port: '25',
    secure: 'true',
    mode: '',
    headers: '{"x":1}',
    paths: '/a\n\n /b ',
  }))
    form.set(`config.${name}`, value);
  assert.deepEqual(readFields(listFields(schema), 'config', form), {
    host: 'h',
    port: 25,
    secure: true,
    headers: { x: 1 },
    paths: ['/a', '/b'],
  });
  form.set('config.headers', '{');
  assert.throws(() => readFields(listFields(schema), 'config', form), /headers is not JSON/);
});
