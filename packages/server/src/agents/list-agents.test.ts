import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { Type } from 'typebox';
import { defineEngine } from '#engines/engine/engine.ts';
import { insertApiKey } from '#orgs/api-keys.ts';
import { addMember } from '#orgs/members.ts';
import { pluck, request, startHarness, stopAtEnd } from '../../test/harness.ts';

const otherEngine = defineEngine({
  id: 'OtherEngine',
  name: 'Peculiar Display',
  description: 'For tests.',
  inputs: [],
  configSchema: Type.Object({}),
  run: async () => ({ outputs: [] }),
});

// Four agents that differ in creation and change times, creators, jobs and tags.
const agents: Record<string, string> = {};
const tags: Record<string, string> = {};
let ownerId = 0;

const harness = stopAtEnd(await startHarness({ engines: [otherEngine] }));
const org = await harness.org();
const { system } = harness.database;
const ada = {
  orgId: org.orgId,
  role: 'member' as const,
  email: 'ada@example.com',
  firstName: 'Zada',
  lastName: 'Love',
};
const adaId = (await addMember(system, ada, 'operator')).user_id;
const adaKey = await insertApiKey(system, { orgId: org.orgId, userId: adaId, role: 'member', name: 'ada' });
const rows: [name: string, engine: string, key: string][] = [
  ['alpha_1', 'TemplateEngine', org.apiKey],
  ['Beta 100%', 'OtherEngine', org.apiKey],
  ['gamma', 'TemplateEngine', adaKey.apiKey],
  ['Delta\\', 'OtherEngine', org.apiKey],
];
for (const [index, [name, engine_class_id, key]] of rows.entries()) {
  const { body } = await request(harness.baseUrl, key, 'POST', '/v1/agents/', { name, engine_class_id });
  agents[name.slice(0, 1).toLowerCase()] = body.id;
  ownerId = index === 0 ? body.creator.id : ownerId;
  await system.run('update agents set created_at = $2, updated_at = $3 where id = $1', [
    body.id,
    `2026-01-0${index + 1}T10:00:00.120Z`,
    `2026-02-0${4 - index}T10:00:00.120Z`,
  ]);
}
for (const name of ['Red One', 'blue']) {
  tags[name] = (await org.request('POST', '/v1/agents/tags/', { name, color: 'red' })).body.id;
}
await org.request('PUT', `/v1/agents/${agents.a}/tags/`, { tag_ids: [tags['Red One'], tags.blue] });
await org.request('PUT', `/v1/agents/${agents.b}/tags/`, { tag_ids: [tags.blue] });
// alpha: 5 folded and 2 fresh; gamma: 3 fresh; beta and delta: none.
await system.run(
  `insert into agent_job_counts (agent_id, org_id, job_count, most_recent_job) values ($1, $2, 5, '2026-03-01T00:00:00.5Z')`,
  [agents.a, org.orgId],
);
await system.run(
  `insert into agent_job_deltas (agent_id, org_id, job_count, most_recent_job)
   values ($1, $3, 2, '2026-03-02T00:00:00.5Z'), ($2, $3, 1, '2026-03-05T00:00:00.5Z'), ($2, $3, 2, '2026-03-04T00:00:00.5Z')`,
  [agents.a, agents.g, org.orgId],
);
// Agents of another organization must never show.
const stranger = await harness.org({ name: 'Stranger' });
await stranger.request('POST', '/v1/agents/', { name: 'alpha_1', engine_class_id: 'TemplateEngine' });

const list = (query: string) => org.request('GET', `/v1/agents/?${query}`);
async function letters(query: string): Promise<string> {
  const { status, body, text } = await list(query);
  assert.equal(status, 200, text);
  assert.equal(body.count, body.results.length);
  const byId = Object.fromEntries(Object.entries(agents).map(([letter, id]) => [id, letter]));
  return body.results.map((agent: { id: string }) => byId[agent.id] ?? '?').join('');
}

// Without an ordering, the newest comes first: d g b a.
const filters: [why: string, query: () => string, wanted: string][] = [
  ['nothing', () => '', 'dgba'],
  [
    'parameters that are only sent empty',
    () => 'name=&search=&tags=&creator_id=&engine_class_id=&created_from=&ordering=',
    'dgba',
  ],
  ['part of a name in any case', () => 'name=TA', 'db'],
  ['a per cent sign in the name', () => 'name=%25', 'b'],
  ['an underscore in the name', () => 'name=_', 'a'],
  ['a backslash in the name', () => 'name=%5C', 'd'],
  ['a quote', () => "name='", ''],
  ['search by name', () => 'search=gam', 'g'],
  ['search by wildcard', () => 'search=%25', 'b'],
  ['search by id', () => `search=${agents.g!.toUpperCase()}`, 'g'],
  ['search by the end of an id', () => `search=${agents.g!.slice(-12)}`, 'g'],
  ['search by engine id', () => 'search=templateeng', 'ga'],
  ['search by engine name', () => 'search=peculiar', 'db'],
  ['search by creator e-mail', () => 'search=ADA@', 'g'],
  ['search by creator name', () => 'search=zada%20lo', 'g'],
  ['search by tag', () => 'search=red%20o', 'a'],
  ['search by nothing known', () => 'search=nothing-known', ''],
  ['one engine', () => 'engine_class_id=TemplateEngine', 'ga'],
  ['several engines', () => 'engine_class_id=TemplateEngine&engine_class_id=OtherEngine', 'dgba'],
  ['an unknown engine', () => 'engine_class_id=None', ''],
  ['an excluded engine', () => 'exclude_engine_class_id=TemplateEngine', 'db'],
  ['one creator', () => `creator_id=${adaId}`, 'g'],
  ['several creators', () => `creator_id=${adaId}&creator_id=${ownerId}`, 'dgba'],
  ['an unknown creator', () => 'creator_id=999999999999', ''],
  ['one tag', () => `tags=${tags.blue}`, 'ba'],
  ['any of several tags', () => `tags=${tags['Red One']}&tags=${tags.blue}`, 'ba'],
  ['an unknown tag', () => `tags=${randomUUID()}`, ''],
  ['a tag or none', () => `tags=${tags['Red One']}&include_untagged=true`, 'dga'],
  ['a tag and not none', () => `tags=${tags['Red One']}&include_untagged=0`, 'a'],
  ['untagged ones too, without a tag', () => 'include_untagged=1', 'dgba'],
  ['created from, inclusive', () => 'created_from=2026-01-03T10:00:00.120Z', 'dg'],
  ['created from, one ms later', () => 'created_from=2026-01-03T10:00:00.121Z', 'd'],
  ['created from, one µs later', () => 'created_from=2026-01-03T10:00:00.120001Z', 'd'],
  ['created at the end of time', () => 'created_from=9999-12-31T23:59:59.999999Z', ''],
  ['created to, inclusive', () => 'created_to=2026-01-02T10:00:00.120Z', 'ba'],
  ['created to, one ms earlier', () => 'created_to=2026-01-02T10:00:00.119Z', 'a'],
  ['created within another time zone', () => 'created_to=2026-01-02T12:00:00.120%2B02:00', 'ba'],
  ['created since the first year', () => 'created_from=0001-01-01T00:00:00Z', 'dgba'],
  ['updated from', () => 'updated_from=2026-02-03T10:00:00.120Z', 'ba'],
  ['updated to', () => 'updated_to=2026-02-02T10:00:00.120Z', 'dg'],
  ['last job from, inclusive', () => 'most_recent_job_from=2026-03-02T00:00:00.500Z', 'ga'],
  ['last job from, one ms later', () => 'most_recent_job_from=2026-03-02T00:00:00.501Z', 'g'],
  ['last job to, inclusive', () => 'most_recent_job_to=2026-03-02T00:00:00.500Z', 'a'],
  ['at least so many jobs', () => 'job_count_min=3', 'ga'],
  ['more jobs', () => 'job_count_min=4', 'a'],
  ['at most so many jobs', () => 'job_count_max=3', 'dgb'],
  ['no jobs', () => 'job_count_max=0', 'db'],
  [
    'a range of jobs, without statistics in the answer',
    () => 'job_count_min=1&job_count_max=6&include_job_stats=false',
    'g',
  ],
  ['several filters', () => 'name=a&engine_class_id=OtherEngine&created_to=2026-01-02T23:00:00Z&job_count_max=5', 'b'],
];
for (const [why, query, wanted] of filters) {
  test(`list by ${why}`, async () => assert.equal(await letters(query()), wanted));
}

test('search finds an agent by the id of any of its versions', async () => {
  const first = (await org.request('GET', `/v1/agents/${agents.b}/`)).body.current_version_id;
  await org.request('POST', `/v1/agents/${agents.b}/versions/`, {});
  await harness.database.system.run(`update agents set updated_at = '2026-02-03T10:00:00.120Z' where id = $1`, [
    agents.b,
  ]);
  assert.equal(await letters(`search=${first}`), 'b');
  assert.equal(await letters(`search=${first.slice(-8)}`), 'b');
});

const orderings: [ordering: string, wanted: string][] = [
  ['name', 'abdg'],
  ['created_at', 'abgd'],
  ['updated_at', 'dgba'],
  ['most_recent_job', 'bdag'],
  ['job_count', 'bdga'],
  ['engine_class_id', 'bdag'],
  ['creator', 'abdg'],
];
for (const [ordering, wanted] of orderings) {
  test(`order by ${ordering}, and the other way round`, async () => {
    assert.equal(await letters(`ordering=${ordering}`), wanted);
    assert.equal(await letters(`ordering=-${ordering}`), [...wanted].reverse().join(''));
    assert.equal(await letters(`ordering=${ordering}&include_job_stats=false`), wanted);
  });
}

const refused: [query: string, field: string][] = [
  ['ordering=unknown', 'ordering'],
  ['ordering=--name', 'ordering'],
  ['ordering=name,created_at', 'ordering'],
  ['include_job_stats=maybe', 'include_job_stats'],
  ['include_untagged=2', 'include_untagged'],
  ['creator_id=ada', 'creator_id'],
  ['creator_id=1&creator_id=-', 'creator_id'],
  ['tags=x', 'tags'],
  ['tags=urn:uuid:01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d', 'tags'],
  ['tags=%7B01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d%7D', 'tags'],
  ['created_from=yesterday', 'created_from'],
  ['created_to=2026-02-30T00:00:00Z', 'created_to'],
  ['updated_from=2026-01-01T23:59:60Z', 'updated_from'],
  ['most_recent_job_to=1', 'most_recent_job_to'],
  ['job_count_min=many', 'job_count_min'],
  ['job_count_min=1.5', 'job_count_min'],
  ['job_count_max=99999999999999999999', 'job_count_max'],
  ['name=%00', 'name'],
  ['search=%00', 'search'],
];
for (const [query, field] of refused) {
  test(`${query} is refused under ${field}`, async () => {
    const answer = await list(query);
    assert.equal(answer.status, 400, answer.text);
    assert.deepEqual(Object.keys(answer.body), [field]);
    assert.ok(Array.isArray(answer.body[field]));
  });
}

test('statistics add what is folded and what is not, and are null when not asked for', async () => {
  const stats = async (query: string) => {
    const { body } = await list(query);
    return body.results.map((agent: { job_count: number; most_recent_job: string }) => [
      agent.job_count,
      agent.most_recent_job,
    ]);
  };
  const wanted = [
    [7, '2026-03-02T00:00:00.500Z'],
    [0, null],
    [3, '2026-03-05T00:00:00.500Z'],
    [0, null],
  ];
  assert.deepEqual(await stats('ordering=created_at'), wanted);
  assert.deepEqual(await stats('ordering=created_at&include_job_stats=False'), Array(4).fill([null, null]));
});

test('listed agents are complete: the same as when read one by one', async () => {
  for (const agent of (await list('')).body.results) {
    assert.deepEqual((await org.request('GET', `/v1/agents/${agent.id}/`)).body, agent);
  }
  const alpha = (await list('name=alpha')).body.results[0];
  assert.deepEqual(pluck(alpha.tags, 'name', 'usage_count'), [
    ['blue', 2],
    ['Red One', 1],
  ]);
});

test('pages follow each other and keep the other parameters', async () => {
  const first = (await list('page_size=3&name=A&ordering=name')).body;
  assert.deepEqual([first.count, first.results.length, first.previous], [4, 3, null]);
  assert.equal(first.next, `${harness.baseUrl}/v1/agents/?page_size=3&name=A&ordering=name&page=2`);
  const second = (await request(first.next, org.apiKey, 'GET', '')).body;
  assert.deepEqual([second.count, second.results.length, second.next], [4, 1, null]);
  assert.equal(second.previous, `${harness.baseUrl}/v1/agents/?page_size=3&name=A&ordering=name&page=1`);
  const names = [...first.results, ...second.results].map((agent: { name: string }) => agent.name);
  assert.deepEqual(names, ['alpha_1', 'Beta 100%', 'Delta\\', 'gamma']);
  const exact = (await list('page=2&page_size=2')).body;
  assert.deepEqual([exact.count, exact.results.length, exact.next], [4, 2, null]);
});

test('a page that does not exist is not found; an empty set has one empty page', async () => {
  for (const query of [
    'page=0',
    'page=-1',
    'page=x',
    'page=1.5',
    'page=2',
    'page=3&page_size=2',
    'page=999999999',
    'page=2&name=nobody',
  ]) {
    const answer = await list(query);
    assert.deepEqual([answer.status, Object.keys(answer.body)], [404, ['detail', 'code']], query);
  }
  const { body } = await list('name=nobody&page=1');
  assert.deepEqual(body, { count: 0, next: null, previous: null, results: [] });
});

test('an unusable page size falls back to 20, a large one to 100', async () => {
  const crowd = await harness.org();
  for (let n = 0; n < 101; n += 1) {
    await crowd.request('POST', '/v1/agents/', { name: `n${n}`, engine_class_id: 'TemplateEngine' });
  }
  for (const [size, wanted] of [
    ['', 20],
    ['x', 20],
    ['0', 20],
    ['-5', 20],
    ['7', 7],
    ['100', 100],
    ['1000', 100],
  ] as const) {
    const { body } = await crowd.request('GET', `/v1/agents/?page_size=${size}`);
    assert.deepEqual([body.count, body.results.length], [101, wanted], size);
  }
});

test('job statistics are told for all agents or the named ones; unknown and foreign ids are left out', async () => {
  const stranger = await harness.org();
  const foreign = (await stranger.request('POST', '/v1/agents/', { name: 'x', engine_class_id: 'TemplateEngine' })).body
    .id;
  for (const path of ['/v1/agents/job-stats/', '/agents/job-stats/', '/agents/job-stats']) {
    const all = await org.expect(200, 'GET', path);
    assert.equal(all.length, 4);
    const some = await org.request(
      'GET',
      `${path}?agent_id=${agents.a}&agent_id=${agents.b}&agent_id=${foreign}&agent_id=${randomUUID()}`,
    );
    assert.deepEqual(some.body, [
      { id: agents.b, job_count: 0, most_recent_job: null },
      { id: agents.a, job_count: 7, most_recent_job: '2026-03-02T00:00:00.500Z' },
    ]);
    const bad = await org.request('GET', `${path}?agent_id=x`);
    assert.deepEqual([bad.status, Object.keys(bad.body)], [400, ['agent_id']]);
    assert.equal((await request(harness.baseUrl, undefined, 'GET', path)).status, 401);
    assert.equal((await org.request('GET', `${path}?organization_id=${stranger.orgId}`)).status, 403);
  }
});
