import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import type { SdkOperation } from './operations.ts';
import type { Schema } from './schemas.ts';
import { createTypeWriter } from './types.ts';
import { writeCalls } from './write-calls.ts';

const operation = (more: Partial<SdkOperation>): SdkOperation => ({
  name: 'get',
  method: 'GET',
  path: '/v1/things/',
  params: [],
  summary: 'Read a thing',
  description: undefined,
  body: undefined,
  query: undefined,
  takesKey: false,
  takesSkipCache: false,
  isPaged: false,
  gives: 'nothing',
  answers: [],
  ...more,
});
const write = (more: Partial<SdkOperation>): string =>
  writeCalls({ bigThings: [operation(more)] }, [], createTypeWriter([])).get('calls/big-things.ts')!;

test('a resource has a file, an interface and rows in the table of calls', () => {
  const files = writeCalls({ bigThings: [operation({ takesKey: true })] }, [], createTypeWriter([]));
  assert.deepEqual([...files.keys()], ['calls/big-things.ts', 'calls/calls.ts', 'operations.ts']);
  assert.match(files.get('calls/calls.ts')!, /bigThings: BigThingsCalls;/);
  assert.match(
    files.get('operations.ts')!,
    /get: \{"method":"GET","path":"\/v1\/things\/","gives":"nothing","takesKey":true\}/,
  );
});

test('arguments are path, body, query and options; none that may be left out stands before one that may not', () => {
  const body = { schema: Type.Object({}) as Schema, isForm: false, isOptional: true };
  const params = [
    { name: 'thing_id', isUuid: true },
    { name: 'key', isUuid: false },
  ];
  assert.match(
    write({ params }),
    /get\(thingId: string, key: string \| number, options\?: CallOptions\): Promise<void>/,
  );
  const optional = Type.Object({ a: Type.Optional(Type.String()) }) as Schema;
  const required = Type.Object({ a: Type.String() }) as Schema;
  assert.match(write({ body, query: optional }).replace(/\s+/g, ' '), /get\(body\?: \{ \}, query\?: QueryOf/);
  assert.match(write({ body, query: required }).replace(/\s+/g, ' '), /get\(body: \{ \}, query: QueryOf/);
});

test('each kind of response has its type', () => {
  const answers = [{ type: 'string' }];
  const cases: [SdkOperation['gives'], string][] = [
    ['json', 'Promise<string>'],
    ['text', 'Promise<string>'],
    ['bytes', 'Promise<Blob>'],
    ['lines', 'AsyncGenerator<string>'],
    ['events', 'AsyncGenerator<ServerEvent>'],
  ];
  for (const [gives, type] of cases) assert.ok(write({ gives, answers }).includes(`): ${type};`), gives);
});

test('a page of a list has a call for all of its pages', () => {
  const text = write({ isPaged: true, gives: 'json', answers: [{ type: 'string' }] });
  assert.match(text, /get: PagedCall<\(options\?: CallOptions\) => Promise<string>>;/);
  assert.match(text, /import type \{ PagedCall \}/);
});
