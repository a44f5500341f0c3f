import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { Content, Download, JsonStream } from './content.ts';

const contentOf = (schema: unknown): Record<string, { schema: Record<string, unknown>; example?: string }> =>
  (schema as { content: Record<string, { schema: Record<string, unknown>; example?: string }> }).content;

test('text and bytes name their media types, each with an example', () => {
  assert.deepEqual(contentOf(Content('text/plain', 'Words.', 'hello')), {
    'text/plain': { schema: { type: 'string' }, example: 'hello' },
  });
  const files = contentOf(Download('A file.', { 'text/csv': 'a,b', 'application/json': '[]' }));
  assert.deepEqual(Object.keys(files), ['text/csv', 'application/json']);
  for (const { schema } of Object.values(files)) assert.equal(schema.format, 'binary');
});

test('a stream says what each of its values is', () => {
  const item = Type.Object({ a: Type.String() });
  assert.equal(
    contentOf(JsonStream('application/x-ndjson', 'Lines.', item))['application/x-ndjson']?.schema.contentSchema,
    item,
  );
});
