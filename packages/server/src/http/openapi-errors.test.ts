import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorTable } from '@errand/contract/errors.ts';
import type { Operation } from '@errand/contract/operation.ts';
import { Type } from 'typebox';
import { describeErrors, errorResponses } from './openapi-errors.ts';

const operation = (over: Partial<Operation>): Operation => ({
  method: 'GET',
  path: '/v1/things/',
  summary: '',
  tag: '',
  responses: { 200: Type.Object({}) },
  ...over,
});
const statuses = (over: Partial<Operation>) => Object.keys(describeErrors(operation(over)));

test('the credentials and parameters of an operation decide which errors it can return', () => {
  const open = statuses({ scope: 'none' });
  assert.ok(!open.includes('401') && !open.includes('403') && open.includes('405') && open.includes('500'));
  const closed = statuses({});
  for (const status of ['400', '401', '403', '404', '429', '503']) assert.ok(closed.includes(status), status);
  assert.ok(!closed.includes('413') && !closed.includes('415'));
  const posted = statuses({ method: 'POST', body: Type.Object({}) });
  for (const status of ['413', '415', '408', '507']) assert.ok(posted.includes(status), status);
});

test('a status that the operation describes itself is not described again', () => {
  assert.ok(!statuses({ responses: { 200: null, 404: Type.Object({}) } }).includes('404'));
});

test('one error of a status is a reference; several are reported with their shapes and an example each', () => {
  const errors = describeErrors(
    operation({ method: 'POST', body: Type.Object({ name: Type.String() }), errors: ['invalid_inputs'] }),
  ) as any;
  assert.deepEqual(errors['401'], { $ref: '#/components/responses/not_authenticated' });
  const { schema, examples } = errors['400'].content['application/json'];
  assert.ok(schema.anyOf.length >= 2);
  assert.ok(Array.isArray(examples.invalid_inputs.value));
  assert.deepEqual(examples.invalid_fields.value, { name: ['This field is required.'] });
});

test('every error of the table has a response of its own', () => {
  assert.deepEqual(Object.keys(errorResponses).sort(), Object.keys(errorTable).sort());
});
