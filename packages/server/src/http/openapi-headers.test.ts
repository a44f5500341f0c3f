import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Operation } from '@errand/contract/operation.ts';
import { Type } from 'typebox';
import { headerComponents, headerRefs } from './openapi-headers.ts';

const operation = (over: Partial<Operation>) => ({ responses: { 200: null }, ...over }) as Operation;
const names = (status: number, over: Partial<Operation> = {}) =>
  Object.keys(headerRefs(status, operation(over))).sort();

describe('headers of an answer', () => {
  for (const [status, wanted] of [
    [200, ['X-Request-ID']],
    [400, ['X-Error-Code', 'X-Request-ID']],
    [401, ['WWW-Authenticate', 'X-Error-Code', 'X-Request-ID']],
    [405, ['Allow', 'X-Error-Code', 'X-Request-ID']],
    [429, ['Retry-After', 'X-Error-Code', 'X-Request-ID']],
  ] as const)
    test(`with status ${status}`, () => assert.deepEqual(names(status), wanted));

  test('a download that takes ranges says so', () => {
    assert.ok(names(200, { responses: { 200: null, 206: null } }).includes('Accept-Ranges'));
  });

  test('those of the operation come with success and with 400, since a failed run names its job too', () => {
    const answerHeaders = Type.Object({ 'X-Job-ID': Type.String({ description: 'The job.' }) });
    assert.ok(names(200, { answerHeaders }).includes('X-Job-ID'));
    assert.ok(names(400, { answerHeaders }).includes('X-Job-ID'));
    assert.ok(!names(404, { answerHeaders }).includes('X-Job-ID'));
  });
});

test('every header that is referred to is described', () => {
  for (const status of [200, 206, 400, 401, 405, 416, 429, 503])
    for (const ref of Object.values(headerRefs(status, undefined)))
      assert.ok(Object.hasOwn(headerComponents, (ref as { $ref: string }).$ref.split('/').at(-1)!));
});
