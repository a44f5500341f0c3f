import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { pluck, request, startHarness, stopAtEnd } from '../../test/harness.ts';

const harness = stopAtEnd(await startHarness());
const org = await harness.org();
const other = await harness.org();

const createAgent = async (owner = org) =>
  (await owner.request('POST', '/v1/agents/', { name: 'A', engine_class_id: 'TemplateEngine' })).body;
async function createTag(name: string, owner = org) {
  return owner.expect(201, 'POST', '/v1/agents/tags/', { name, color: 'blue' });
}

test('a tag has every member and is listed by name, whatever its case', async () => {
  const owner = await harness.org();
  const [b, a] = [await createTag('beta', owner), await createTag('Alpha', owner)];
  assert.deepEqual(Object.keys(b), ['id', 'name', 'color', 'created_at', 'creator', 'usage_count']);
  assert.deepEqual([b.color, b.usage_count, typeof b.creator], ['blue', 0, 'number']);
  assert.deepEqual((await owner.request('GET', '/v1/agents/tags/')).body, [a, b]);
  assert.deepEqual((await (await harness.org()).request('GET', '/v1/agents/tags/')).body, []);
});

test('a tag changes its name or color and is deleted from its agents', async () => {
  const tag = await createTag('first');
  const agent = await createAgent();
  await org.request('PUT', `/v1/agents/${agent.id}/tags/`, { tag_ids: [tag.id] });
  const named = await org.request('PATCH', `/v1/agents/tags/${tag.id}/`, { name: 'FIRST' });
  assert.deepEqual([named.status, named.body.name, named.body.color], [200, 'FIRST', 'blue']);
  const colored = await org.request('PATCH', `/v1/agents/tags/${tag.id}/`, { color: 'pink' });
  assert.deepEqual([colored.body.name, colored.body.color, colored.body.usage_count], ['FIRST', 'pink', 1]);
  assert.deepEqual((await org.request('GET', `/v1/agents/${agent.id}/`)).body.tags, [colored.body]);
  const gone = await org.request('DELETE', `/v1/agents/tags/${tag.id}/`);
  assert.deepEqual([gone.status, gone.text], [204, '']);
  assert.deepEqual((await org.request('GET', `/v1/agents/${agent.id}/`)).body.tags, []);
  const actions = await harness.database.system.query<{ action: string }>(
    'select action from audit_log where target_id = $1 order by id',
    [tag.id],
  );
  assert.deepEqual(pluck(actions, 'action'), ['tag.created', 'tag.updated', 'tag.updated', 'tag.deleted']);
});

test('a name that is taken, in whatever case, is a conflict, in this organization only', async () => {
  const tag = await createTag('Taken');
  const second = await createTag('free');
  for (const answer of [
    await org.request('POST', '/v1/agents/tags/', { name: 'tAKEN', color: 'red' }),
    await org.request('PATCH', `/v1/agents/tags/${second.id}/`, { name: 'taken' }),
  ]) {
    assert.deepEqual([answer.status, Object.keys(answer.body)], [409, ['error', 'code']]);
  }
  assert.equal((await org.request('PATCH', `/v1/agents/tags/${tag.id}/`, { name: 'taken' })).status, 200);
  await createTag('Taken', other);
  const racing = await Promise.all(
    Array.from({ length: 5 }, () => org.request('POST', '/v1/agents/tags/', { name: 'race' })),
  );
  assert.deepEqual(racing.map((answer) => answer.status).sort(), [201, 409, 409, 409, 409]);
});

test('wrong fields of a tag are refused under their name', async () => {
  const tag = await createTag('valid');
  for (const [body, field] of [
    [{ name: '' }, 'name'],
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(51) }, 'name'],
    [{ name: 5 }, 'name'],
    [{ name: 'ok', color: 'black' }, 'color'],
    [{ name: 'ok', color: null }, 'color'],
  ] as const) {
    for (const [method, path] of [
      ['POST', '/v1/agents/tags/'],
      ['PATCH', `/v1/agents/tags/${tag.id}/`],
    ] as const) {
      const answer = await org.request(method, path, body);
      assert.deepEqual([answer.status, Object.keys(answer.body)], [400, [field]], JSON.stringify(body));
    }
  }
  assert.deepEqual(Object.keys((await org.request('POST', '/v1/agents/tags/', { color: 'red' })).body), ['name']);
  assert.equal((await org.request('POST', '/v1/agents/tags/', '[]')).status, 400);
});

test('tags of others do not exist, and viewers and strangers change nothing', async () => {
  const tag = await createTag('ours');
  const viewer = await org.keyWithRole('viewer');
  for (const method of ['PATCH', 'DELETE']) {
    const path = `/v1/agents/tags/${tag.id}/`;
    assert.equal((await other.request(method, path, {})).status, 404);
    assert.equal((await org.request(method, `/v1/agents/tags/${randomUUID()}/`, {})).status, 404);
    assert.equal((await org.request(method, '/v1/agents/tags/x/', {})).status, 404);
    assert.equal((await request(harness.baseUrl, viewer, method, path, {})).status, 403);
    assert.equal((await request(harness.baseUrl, undefined, method, path, {})).status, 401);
  }
  for (const method of ['GET', 'POST']) {
    const body = method === 'POST' ? { name: 'x' } : undefined;
    assert.equal((await request(harness.baseUrl, undefined, method, '/v1/agents/tags/', body)).status, 401);
  }
  assert.equal((await request(harness.baseUrl, viewer, 'POST', '/v1/agents/tags/', { name: 'x' })).status, 403);
});

test('the tags of an agent are replaced as a whole, and updated_at stays', async () => {
  const agent = await createAgent();
  const [a, b, c] = [await createTag('set a'), await createTag('set b'), await createTag('set c')];
  const set = async (ids: string[]) => {
    const body = await org.expect(200, 'PUT', `/v1/agents/${agent.id}/tags/`, { tag_ids: ids });
    assert.equal(body.updated_at, agent.updated_at);
    return body.tags.map((tag: { name: string }) => tag.name);
  };
  assert.deepEqual(await set([b.id, a.id, a.id.toUpperCase()]), ['set a', 'set b']);
  assert.deepEqual(await set([b.id, c.id]), ['set b', 'set c']);
  assert.deepEqual(await set([]), []);
});

test('unknown and foreign tags are refused and leave the tags as they were', async () => {
  const agent = await createAgent();
  const [tag, foreign] = [await createTag('kept'), await createTag('foreign', other)];
  await org.request('PUT', `/v1/agents/${agent.id}/tags/`, { tag_ids: [tag.id] });
  for (const body of [
    { tag_ids: [foreign.id] },
    { tag_ids: [tag.id, randomUUID()] },
    { tag_ids: ['x'] },
    { tag_ids: tag.id },
    { tag_ids: null },
    { tag_ids: Array(101).fill(tag.id) },
    {},
  ]) {
    const answer = await org.request('PUT', `/v1/agents/${agent.id}/tags/`, body);
    assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['tag_ids']]);
  }
  const { tags } = (await org.request('GET', `/v1/agents/${agent.id}/`)).body;
  assert.deepEqual(pluck(tags, 'id'), [tag.id]);
});
