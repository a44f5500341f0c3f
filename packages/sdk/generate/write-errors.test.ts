import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeErrors } from './write-errors.ts';

test('an error is written with its code, its cause and its remedy, and with nothing of its transport', () => {
  const entry = { code: 'errand.jobs.timeout', cause: "It's late.", remedy: 'Wait.', status: 400 } as const;
  const text = writeErrors([entry]);
  assert.match(text, /"errand\.jobs\.timeout": \{"cause":"It's late\.","remedy":"Wait\."\},/);
  assert.match(text, /export type ErrorCode/);
});
