import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOutputSchemaProblems } from './output-schema.ts';

test('a schema may be an object, JSON text, or a text with placeholders', () => {
  assert.deepEqual(findOutputSchemaProblems({ type: 'object' }), []);
  assert.deepEqual(findOutputSchemaProblems('{"type": "object"}'), []);
  assert.deepEqual(findOutputSchemaProblems('${schema}'), []);
  assert.deepEqual(findOutputSchemaProblems(undefined), []);
  assert.equal(findOutputSchemaProblems('{"type"').length, 1);
});
