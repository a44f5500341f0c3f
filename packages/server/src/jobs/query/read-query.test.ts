import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppError } from '#platform/errors.ts';
import { scriptedDb } from '../../../test/scripted-db.ts';
import { readJobQuery } from './read-query.ts';

const agents = { 'select id from agents': [{ id: 'a1' }, { id: 'a2' }] };
type Given = Parameters<typeof readJobQuery>[2];
const read = (q: string, given: Given = {}, answers: Record<string, object[]> = agents) =>
  readJobQuery<Given>(scriptedDb(answers), 'org', { ...given, q });
const problem = (q: string, answers: Record<string, object[]> = {}) =>
  read(q, {}, answers).then(
    () => assert.fail('accepted'),
    (error: AppError) => error.options.fields!.q![0] as string,
  );

test('terms that a filter of the list says as well become that filter', async () => {
  const query = await read('status:failure,cancelled agent:Invoice* from:2026-01-02 review:untrusted');
  assert.deepEqual(query.terms, []);
  assert.deepEqual(
    [query.status_code, query.agent_id, query.created_from, query.needs_review],
    ['4,5', ['a1', 'a2'], '2026-01-02T00:00:00.000Z', true],
  );
  assert.equal('q' in query, false);
});

test('since is a time before now', async () => {
  const before = Date.now();
  const { created_from: from } = await read('since:24h');
  assert.ok(Math.abs(before - 86_400_000 - Date.parse(from!)) < 60_000);
});

test('a negated term never becomes a filter', async () => {
  const query = await read('-status:failure -agent:Invoice');
  assert.deepEqual([query.status_code, query.agent_id, query.terms.length], [undefined, undefined, 2]);
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

test('a term with a code looks at failures only, with the codes that the organization has', async () => {
  const query = await read('error:timeout', {}, { 'from codes': [{ code: 'errand.models.timeout' }] });
  assert.equal(query.status_code, '4');
  assert.deepEqual(query.terms[0]!.codes, ['errand.models.timeout']);
});

test('what cannot be read is refused with its place, counted from one', async () => {
  assert.match(await problem('status:failure colour:red'), /\(character 16\)/);
  assert.match(await problem('statsu:failure'), /status.*\(character 1\)/);
});

test('a name that nobody has is refused, with the nearest that there is', async () => {
  const names = { 'as name from agents': [{ name: 'Invoice reader' }, { name: 'Other' }] };
  const text = await problem('cost:>1 agent:"Invoice raeder"', names);
  assert.match(text, /'Invoice raeder'.*'Invoice reader'.*\(character 9\)/);
  assert.match(await problem('key:nothing'), /API key/);
});
