import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as errors from './errors.ts';
import { readError, readRetryAfter } from './read-error.ts';

const respond = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });

test('each status has a class of its own', async () => {
  const cases: [number, new (...args: never[]) => Error][] = [
    [400, errors.ValidationError],
    [413, errors.ValidationError],
    [422, errors.ValidationError],
    [401, errors.AuthenticationError],
    [403, errors.ForbiddenError],
    [404, errors.NotFoundError],
    [409, errors.ConflictError],
    [429, errors.RateLimitError],
    [500, errors.ServerError],
    [503, errors.ServerError],
  ];
  for (const [status, kind] of cases) {
    const error = await readError(respond(status, { detail: 'No.' }));
    assert.equal(error.constructor, kind, String(status));
    assert.equal(error.status, status);
  }
});

test('every shape of body gives a message, and messages by field where there are fields', async () => {
  const cases: [unknown, string, object][] = [
    [['One.', 'Two.'], 'One. Two.', {}],
    [{ detail: 'Gone.' }, 'Gone.', {}],
    [{ error: 'Not now.', more: 1 }, 'Not now.', {}],
    [{ message: 'No table.' }, 'No table.', {}],
    [
      { name: ['Long.', 'Odd.'], id: 'No UUID.' },
      'name: Long. Odd. id: No UUID.',
      { name: ['Long.', 'Odd.'], id: ['No UUID.'] },
    ],
    ['<h1>Bad gateway</h1>', '<h1>Bad gateway</h1>', {}],
  ];
  for (const [body, message, fields] of cases) {
    const error = await readError(respond(400, body));
    assert.equal(error.message, message);
    assert.deepEqual(error.fields, fields);
  }
  assert.match((await readError(respond(418, ''))).message, /418/, 'an empty body leaves at least the status');
});

test('code, request and job are read from headers; the code also from the body', async () => {
  const headers = { 'x-error-code': 'errand.jobs.failed', 'x-request-id': 'r', 'x-agent-job-id': 'j' };
  const error = await readError(respond(400, { error: 'No.', code: 'other' }, headers));
  assert.deepEqual([error.code, error.requestId, error.jobId], ['errand.jobs.failed', 'r', 'j']);
  const credits = await readError(respond(403, { detail: 'None.', code: 'errand.credits.insufficient' }));
  assert.ok(credits instanceof errors.InsufficientCreditsError);
});

test('Retry-After may be seconds or a date, and is at least a second', () => {
  const after = (value: string) => readRetryAfter(respond(429, '', { 'retry-after': value }));
  assert.deepEqual(['30', '0', 'soon', ''].map(after), [30, 1, 1, 1]);
  const inAMinute = after(new Date(Date.now() + 60_000).toUTCString());
  assert.ok(inAMinute > 30 && inAMinute <= 60, String(inAMinute));
  assert.equal(after(new Date(0).toUTCString()), 1);
});
