import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ErrorCode, errorTable } from '@errand/contract/errors.ts';
import { AppError } from '#platform/errors.ts';
import { errorBody } from './error-answer.ts';

const codesOf = (shape: string): ErrorCode[] =>
  (Object.keys(errorTable) as ErrorCode[]).filter((code) => errorTable[code].shape === shape);

test('an error has the shape that the table gives its code', () => {
  const shapes: Record<string, (code: ErrorCode) => unknown> = {
    list: (code) => errorBody(new AppError(code, { messages: ['a', 'b'] })),
    fields: (code) => errorBody(new AppError(code, { fields: { name: ['a'] } })),
    error: (code) => errorBody(new AppError(code, { detail: 'a', extra: { more: 1 } })),
    message: (code) => errorBody(new AppError(code, { detail: 'a', extra: { more: 1 } })),
    detail: (code) => errorBody(new AppError(code, { detail: 'a', extra: { more: 1 } })),
  };
  const expected: Record<string, (code: string) => unknown> = {
    list: () => ['a', 'b'],
    fields: () => ({ name: ['a'] }),
    error: (code) => ({ error: 'a', code, more: 1 }),
    message: (code) => ({ message: 'a', code, more: 1 }),
    detail: (code) => ({ detail: 'a', code, more: 1 }),
  };
  for (const [shape, make] of Object.entries(shapes)) {
    for (const code of codesOf(shape)) assert.deepEqual(make(code), expected[shape]!(errorTable[code].code), code);
  }
  assert.ok(codesOf('fields').length > 0 && codesOf('list').length > 0);
});

test('the cause of an error never reaches its body', () => {
  for (const code of Object.keys(errorTable) as ErrorCode[]) {
    const body = JSON.stringify(errorBody(new AppError(code, { cause: new Error('password=hunter2') })));
    assert.doesNotMatch(body, /hunter2/);
  }
});

test('every code of the table is one of its own', () => {
  const codes = Object.values(errorTable).map(({ code }) => code);
  assert.equal(new Set(codes).size, codes.length);
  for (const code of codes) assert.match(code, /^errand\.[a-z_]+\.[a-z_]+$/);
});
