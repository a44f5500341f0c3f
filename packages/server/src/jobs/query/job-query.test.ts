import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertApiKey } from '#orgs/api-keys.ts';
import { testEngines } from '../../../test/engines.ts';
import { request, startHarness, stopAtEnd, type TestOrg } from '../../../test/harness.ts';
import { createAgent, createVersion, startJob, untilFinal } from '../../../test/runs.ts';

/** Oldest first; see before(). */
const ids: string[] = [];

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const org = await harness.org();
const echo = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }, { key: 'order', required: false }] });
const cost = await createAgent(org, 'CostEngine');
const fail = await createAgent(org, 'FailEngine');
await org.request('PATCH', `/v1/agents/${echo.id}/`, { name: 'Invoice reader' });
await org.request('PATCH', `/v1/agents/${cost.id}/`, { name: 'Spender' });
const run = async (agentId: string, body: unknown) => {
  ids.push(await startJob(org, agentId, body));
  await untilFinal(org, ids.at(-1)!);
};
await run(echo.id, { text: '{"total": 700, "lines": [{"sku": "A"}]}', metadata: { case: 'A-17', 'odd key': 'x' } });
await run(echo.id, { text: '{"total": 40.5}', order: '{"no": "7"}', metadata: { case: 'B-18' } });
await run(echo.id, { text: '{"total": "none", broken', metadata: { case: 'a-17', deep: { er: 5 } } });
await run(cost.id, { steps: '2', cost: '0.5' });
await run(fail.id, { message: 'No pages here.' });
await createVersion(org, echo.id, { name: 'second' });
const made = await org.request('POST', `/v1/organizations/${org.orgId}/api-keys/`, { name: 'CI robot' });
const ofRobot = await request(harness.baseUrl, made.body.api_key, 'POST', `/v1/agents/run/${echo.id}/async/`, {
  text: '100% \\u0000 acme',
});
ids.push(ofRobot.body);
await untilFinal(org, ids.at(-1)!);

const list = (q: string, rest = '', caller = org) =>
  caller.request('GET', `/v1/agents/jobs/?q=${encodeURIComponent(q)}${rest}`);

async function found(q: string): Promise<number[]> {
  const answer = await list(q);
  assert.equal(answer.status, 200, `${q}: ${answer.text}`);
  return answer.body.results.map(({ id }: { id: string }) => ids.indexOf(id)).reverse();
}

test('every field finds its jobs, and a minus the others', async () => {
  for (const [q, expected] of [
    ['', [0, 1, 2, 3, 4, 5]],
    ['status:failure', [4]],
    ['-status:failure', [0, 1, 2, 3, 5]],
    ['status:failure,success agent:Spender', [3]],
    ['agent:"Invoice reader" -version:second', [0, 1, 2]],
    ['agent:inv*', [0, 1, 2, 5]],
    ['agent:Spender,"Invoice reader"', [0, 1, 2, 3, 5]],
    ['-agent:spender -agent:inv*', [4]],
    ['version:second', [5]],
    ['model:test-model', [3]],
    ['model:TEST*', [3]],
    ['-model:test-model', [0, 1, 2, 4, 5]],
    ['cost:>0.5', [3]],
    ['cost:<=$0.5', [0, 1, 2, 4, 5]],
    ['tokens:30', [3]],
    ['input_tokens:>=20 output_tokens:<11', [3]],
    ['attempt:>5', []],
    ['duration:>1h', []],
    ['duration:<10m', [0, 1, 2, 3, 4, 5]],
    ['origin:api', [0, 1, 2, 3, 4, 5]],
    ['has:error', [4]],
    ['has:verdict,review', []],
    ['-has:metadata', [3, 4, 5]],
    ['error:errand.*', [4]],
    ['review:unreviewed status:failure', [4]],
    ['review:approved', []],
    ['metadata.case:A-17', [0, 2]],
    ['-metadata.case:A-17', [1, 3, 4, 5]],
    ['metadata."odd key":x', [0]],
    ['metadata.deep.er:>4', [2]],
    ['metadata:b-1', [1]],
    ['input.order.no:7', [1]],
    ['input.text:*broken', [2]],
    ['input:acme', [5]],
    ['output.total:>500', [0]],
    ['output.total:>40 output.total:<41', [1]],
    ['output.total:40.50', [1]],
    ['output.text.total:700', [0]],
    ['output.text.lines.0.sku:a', [0]],
    ['output:broken', [2]],
    ['since:24h', [0, 1, 2, 3, 4, 5]],
    ['-since:24h', []],
    ['from:2020-01-01 to:2020-01-02', []],
    ['"100%"', [5]],
    ['-"100%" acme', []],
    ['batch:0', []],
    ['tag:none', []],
    ['key:"CI robot"', [5]],
    ['key:ci*', [5]],
    ['-key:"ci robot"', [0, 1, 2, 3, 4]],
    ['key:test,"CI robot" status:failure', [4]],
    ['has:key', [0, 1, 2, 3, 4, 5]],
  ] as const) {
    assert.deepEqual(await found(q), expected, q);
  }
  assert.deepEqual(await found(`id:${ids[2]}`), [2]);
  assert.deepEqual(await found(ids[3]!), [3]);
  const [spent] = (await list(`id:${ids[3]}`)).body.results;
  assert.deepEqual(await found(`version:${spent.agent_version_id}`), [3]);
});

test('a query joins the other filters, and works in the list of one agent and in facets', async () => {
  const answer = await list('metadata.case:a-17', '&status_code=3&page_size=1');
  assert.equal(answer.body.results.length, 1);
  assert.ok(answer.body.next_cursor);
  const agentId = answer.body.results[0].agent_id;
  const ofAgent = await org.request('GET', `/v1/agents/${agentId}/jobs/?q=output.total:%3E500`);
  assert.deepEqual([ofAgent.body.count, ofAgent.body.results[0].id], [1, ids[0]]);
  const facets = await org.request('GET', `/v1/agents/jobs/facets/?q=${encodeURIComponent('-status:failure cost:0')}`);
  assert.equal(facets.body.counted, 4);
  const ofKey = await org.request('GET', `/v1/agents/jobs/facets/?q=${encodeURIComponent('key:ci*')}`);
  assert.equal(ofKey.body.counted, 1);
});

test('a mistake is a 400 with its place and the nearest word', async () => {
  for (const [q, message] of [
    ['cost:1 statsu:failure', /'statsu'.*Did you mean 'status'\? \(character 8\)/],
    ['status:failed', /'failed' is not a valid status.*failure.*\(character 8\)/],
    ['agent:"Invoce reader"', /No agent.*Did you mean 'Invoice reader'\? \(character 1\)/],
    ['key:"CI robt"', /No API key.*Did you mean 'CI robot'\? \(character 1\)/],
    ['cost:>lots', /not a number.*\(character 7\)/],
    ['agent:"open', /not closed.*\(character 7\)/],
  ] as const) {
    const answer = await list(q);
    assert.equal(answer.status, 400, q);
    assert.deepEqual(Object.keys(answer.body), ['q']);
    assert.match(answer.body.q[0], message);
  }
});

test('columns bring values by path along', async () => {
  const answer = await list('agent:inv*', '&columns=output.total&columns=metadata.case');
  const columns = answer.body.results.map((job: any) => job.columns);
  assert.deepEqual(columns.reverse(), [
    { 'output.total': '700', 'metadata.case': 'A-17' },
    { 'output.total': '40.5', 'metadata.case': 'B-18' },
    { 'output.total': null, 'metadata.case': 'a-17' },
    { 'output.total': null, 'metadata.case': null },
  ]);
  const wrong = await list('', '&columns=cost');
  assert.deepEqual([wrong.status, Object.keys(wrong.body)], [400, ['columns']]);
});

test('the summary counts the list, sums its cost and spreads it over time', async () => {
  const summary = async (query: string) => (await org.request('GET', `/v1/agents/jobs/summary/?${query}`)).body;
  for (const query of [
    '',
    'q=since:48h',
    'q=-status:failure',
    'q=status:failure',
    'q=cost:%3E0.5',
    `agent_id=${ids[0]}`,
  ]) {
    const listed = (await org.request('GET', `/v1/agents/jobs/?${query}`)).body.results;
    const found = await summary(query);
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    assert.deepEqual([found.count, found.complete], [listed.length, true], query);
    assert.equal(found.cost, sum(listed.map((job: any) => job.cost)), query);
    assert.equal(sum(found.buckets.map((bucket: any) => bucket.jobs)), listed.length, query);
  }
  assert.equal((await summary('q=has:error')).buckets[0].failed, 1);
});

test('suggestions are fields, and values that exist', async () => {
  const suggest = async (q: string, at?: number) => {
    const path = `/v1/agents/jobs/suggestions/?q=${encodeURIComponent(q)}${at === undefined ? '' : `&at=${at}`}`;
    const { from, to, suggestions } = (await org.request('GET', path)).body;
    return [from, to, ...suggestions.map((one: any) => one.text)];
  };
  assert.deepEqual(await suggest('cost:1 stat'), [7, 11, 'status:']);
  assert.deepEqual(await suggest('status:fa'), [0, 9, 'status:failure']);
  assert.deepEqual(await suggest('-status:failure,su'), [0, 18, '-status:failure,success']);
  assert.deepEqual(await suggest('agent:inv'), [0, 9, 'agent:"Invoice reader"']);
  assert.deepEqual(await suggest('agent:"Invoice re'), [0, 17, 'agent:"Invoice reader"']);
  assert.deepEqual(await suggest('-key:ci'), [0, 7, '-key:"CI robot"']);
  assert.deepEqual(await suggest('model:'), [0, 6, 'model:test-model']);
  assert.deepEqual(await suggest('metadata.ca'), [0, 11, 'metadata.case:']);
  assert.deepEqual(await suggest('output.to'), [0, 9, 'output.total:']);
  assert.deepEqual((await suggest('metadata.case:')).slice(2).sort(), [
    'metadata.case:A-17',
    'metadata.case:B-18',
    'metadata.case:a-17',
  ]);
  assert.deepEqual(await suggest('stat cost:1', 4), [0, 4, 'status:']);
  assert.equal((await suggest('')).length, 14);
});

test('views are private until they are shared, and nobody deletes those of others but an admin', async () => {
  const path = '/v1/agents/job-views/';
  const as = async (email: string): Promise<Pick<TestOrg, 'request'>> => {
    const member = { email, role: 'member' };
    const { user_id: userId } = (await org.request('POST', `/v1/organizations/${org.orgId}/members/`, member)).body;
    const key = { orgId: org.orgId, userId, role: 'member', name: email } as const;
    const { apiKey } = await insertApiKey(harness.database.system, key);
    return { request: (method, at, body) => request(harness.baseUrl, apiKey, method, at, body) };
  };
  const [ada, ben] = [await as('ada@example.com'), await as('ben@example.com')];
  type Person = typeof ada;
  const save = (caller: Person, body: object) => caller.request('POST', path, { search: { q: 'has:error' }, ...body });
  const own = await save(ada, { name: 'Mine' });
  assert.equal(own.status, 201, own.text);
  const shared = (await save(ada, { name: 'Ours', shared: true })).body;
  const names = async (caller: Person) =>
    (await caller.request('GET', path)).body.map((view: any) => [view.name, view.mine]);
  assert.deepEqual(await names(ada), [
    ['Mine', true],
    ['Ours', true],
  ]);
  assert.deepEqual(await names(ben), [['Ours', false]]);
  await save(ada, { name: 'mine', search: { q: 'cost:>1' } });
  assert.deepEqual(await names(ada), [
    ['mine', true],
    ['Ours', true],
  ]);
  assert.equal((await ben.request('DELETE', `${path}${shared.id}/`)).status, 403);
  assert.equal((await ben.request('DELETE', `${path}${own.body.id}/`)).status, 404);
  assert.equal((await org.request('DELETE', `${path}${shared.id}/`)).status, 204);
  assert.equal((await save(ada, { name: ' ' })).status, 400);
  assert.deepEqual(await names(await harness.org()), []);
});

test('failures are grouped by code with cause, remedy, times and agents; nobody sees those of others', async () => {
  const groups = (await org.request('GET', '/v1/agents/jobs/errors/')).body.results;
  assert.equal(groups.length, 1);
  const [group] = groups;
  assert.deepEqual([group.count, group.complete, group.last_job_id], [1, true, ids[4]]);
  assert.deepEqual(group.messages, [{ message: 'No pages here.', count: 1 }]);
  assert.deepEqual([group.agents[0].count, group.first_seen], [1, group.last_seen]);
  assert.ok(group.cause && group.remedy);
  const [cause] = group.causes;
  assert.deepEqual([cause.message, cause.count, cause.last_job_id], ['No pages here.', 1, ids[4]]);
  assert.ok(cause.remedy);
  const short = group.code.split('.').at(-1);
  for (const text of [group.code, group.code.toUpperCase(), short, `${short},nothing`, `*${short.slice(1)}`])
    assert.deepEqual(await found(`error:${text}`), [4], text);
  assert.deepEqual(await found(`-error:${short} status:failure`), []);
  assert.deepEqual(await found(`error:${short.slice(1)}`), [], 'a part of a word is none');
  const agentId = group.agents[0].agent_id;
  assert.equal((await org.request('GET', `/v1/agents/jobs/errors/?agent_id=${agentId}`)).body.results.length, 1);
  for (const query of [`agent_id=${ids[0]}`, 'created_to=2020-01-01T00:00:00Z&created_from=2019-01-01T00:00:00Z'])
    assert.deepEqual((await org.request('GET', `/v1/agents/jobs/errors/?${query}`)).body.results, []);
  assert.deepEqual((await (await harness.org()).request('GET', '/v1/agents/jobs/errors/')).body.results, []);
});
