import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppError } from '#platform/errors.ts';
import { readJobQuery } from './read-query.ts';

type Given = Parameters<typeof readJobQuery>[2];
const read = (q: string, given: Given = {}) => readJobQuery<Given>({} as never, 'org', { ...given, q });
const problem = (q: string) =>
  read(q).then(
    () => assert.fail('accepted'),
    (error: AppError) => error.options.fields!.q![0] as string,
  );

test('terms that a filter of the list says as well become that filter', async () => {
  const query = await read('status:failure,cancelled from:2026-01-02 review:untrusted');
  assert.deepEqual(query.terms, []);
  assert.deepEqual(
    [query.status_code, query.created_from, query.needs_review],
    ['4,5', '2026-01-02T00:00:00.000Z', true],
  );
  assert.equal('q' in query, false);
});

test('since is a time before now', async () => {
  const before = Date.now();
  const { created_from: from } = await read('since:24h');
  assert.ok(Math.abs(before - 86_400_000 - Date.parse(from!)) < 60_000);
});

test('a negated term never becomes a filter', async () => {
  const query = await read('-status:failure');
  assert.deepEqual([query.status_code, query.terms.length], [undefined, 1]);
});

test('a filter that is set already stays, and the term is applied beside it', async () => {
  const query = await read('status:failure', { status_code: '3' });
  assert.deepEqual([query.status_code, query.terms.length], ['3', 1]);
  const twice = await read('status:failure status:success');
  assert.deepEqual([twice.status_code, twice.terms.length], ['4', 1]);
});

test('a batch is a filter only when one whole id is given', async () => {
  const id = '01900000-0000-7000-8000-000000000000';
  assert.equal((await read(`batch:${id}`)).batch_id, id);
  for (const q of ['batch:0190*', `batch:${id},${id}`]) {
    const query = await read(q);
    assert.deepEqual([query.batch_id, query.terms.length], [undefined, 1]);
  }
});

test('an unreadable query is refused with the position, counted from one', async () => {
  assert.match(await problem('status:failure colour:red'), /\(character 16\)/);
  assert.match(await problem('statsu:failure'), /status.*\(character 1\)/);
});
