import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareVersions, readSchema } from './compare-versions.ts';

const input = { key: 'a', data_type: 'text/plain', description: '' };
const withSchema = (output_schema: unknown) => ({ input_definitions: [], engine_config: { output_schema } as never });

test('differences between versions name what breaks callers', () => {
  const schema = { type: 'object', properties: { x: { type: 'string' }, y: { type: 'string' } } };
  const from = { input_definitions: [input], engine_config: { model: 'one', output_schema: JSON.stringify(schema) } };
  assert.deepEqual(compareVersions(from, { ...from, engine_config: { output_schema: schema, model: 'one' } }), []);
  const to = {
    input_definitions: [
      { ...input, required: true, description: 'new' },
      { ...input, key: 'b' },
      { ...input, key: 'c', required: false },
    ],
    engine_config: {
      model: 'two',
      output_schema: { type: 'object', properties: { x: { type: 'number' }, z: { type: 'string' } } },
    },
  };
  assert.deepEqual(
    compareVersions(from, to).map(({ area, path, kind, breaking }) => [area, path, kind, breaking]),
    [
      ['Inputs', 'a', 'changed', false],
      ['Inputs', 'b', 'added', true],
      ['Inputs', 'c', 'added', false],
      ['Output schema', 'x', 'changed', true],
      ['Output schema', 'y', 'removed', true],
      ['Output schema', 'z', 'added', false],
      ['Configuration', 'model', 'changed', false],
    ],
  );
});

test('an output member that may now be missing breaks callers; the order of members does not count', () => {
  const member = { type: 'object', properties: { x: { type: 'string' } } };
  const [change] = compareVersions(withSchema({ ...member, required: ['x'] }), withSchema(member));
  assert.equal(change?.breaking, true);
  assert.deepEqual(
    compareVersions(withSchema({ type: 'string', title: 't' }), withSchema({ title: 't', type: 'string' })),
    [],
  );
});

test('members inside lists are compared by their path', () => {
  const list = (type: string) => withSchema({ type: 'array', items: { type: 'object', properties: { n: { type } } } });
  assert.deepEqual(
    compareVersions(list('string'), list('integer')).map(({ path }) => path),
    ['[].n'],
  );
});

test('a member with a name that every object has is added like any other', () => {
  const from = withSchema({ type: 'object', properties: {} });
  const to = withSchema({ type: 'object', properties: { constructor: { type: 'string' } } });
  assert.deepEqual(
    compareVersions(from, to).map(({ path, kind }) => [path, kind]),
    [['constructor', 'added']],
  );
  const config = (engine_config: Record<string, unknown>) => ({ input_definitions: [], engine_config }) as never;
  assert.deepEqual(
    compareVersions(config({}), config({ toString: 'a' })).map(({ path, kind }) => [path, kind]),
    [['toString', 'added']],
  );
});

test('a schema may be text; what is no schema is none', () => {
  assert.deepEqual(readSchema('{"type":"string"}'), { type: 'string' });
  for (const given of ['{', '[]', 'null', null, 7, undefined]) assert.equal(readSchema(given), undefined);
});
