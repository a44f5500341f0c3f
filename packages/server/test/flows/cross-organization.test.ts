import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Role, roles } from '@errand/contract/roles.ts';
import { newId } from '#platform/ids.ts';
import { readOperations } from '../../src/docs/samples/operation.ts';
import { testEngines } from '../engines.ts';
import { request, startHarness, stopAtEnd, type TestOrg, until } from '../harness.ts';
import { createPerson } from '../people.ts';
import { createWorld, fillPath, paramsOf } from '../world.ts';

// Every operation of the contract, with the ids of another organization in path, query, headers and body, by every role
// and every kind of caller. Nothing of the other organization comes back, and none of its rows is different afterwards.

const CANARY = 'canary-of-the-victim';

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const { system } = harness.database;
const { endpoints } = harness.service.app;
const own = await harness.org({ name: 'Attacker' });
const victim = await harness.org({ name: CANARY });
const world = await createWorld(harness, own);
const target = await createWorld(harness, victim);
await nameAll(victim);

const samples = new Map(
  readOperations((await own.request('GET', '/openapi.json')).body).map((one) => [
    `${one.method} ${one.path.replace(/\{(\w+)\}/g, ':$1')}`,
    one,
  ]),
);

/** Texts that the other organization wrote, so that a response with one is noticed whatever its status. */
async function nameAll(org: TestOrg): Promise<void> {
  for (const path of [
    `/v1/agents/${target.agent_id}/`,
    `/v1/policies/${target.policy_id}/`,
    `/v1/skills/${target.skill_set_id}/`,
    `/v1/connections/${target.connection_id}/`,
    `/v1/schedules/${target.schedule_id}/`,
    `/v1/triggers/${target.trigger_id}/`,
    `/webhooks/${target.webhook_id}/`,
    `/v1/evaluation-sets/${target.set_id}/`,
  ])
    await org.expect(200, 'PATCH', path, { name: `${CANARY} ${newId()}` });
}

type Caller = { kind: string; role: Role; credential: string; headers: Record<string, string> };

/** A person of this role with a session and a personal key, and a key of the organization. */
async function callersOf(role: Role): Promise<Caller[]> {
  const person = await createPerson(harness, own, role);
  const at = (kind: string, credential: string, headers = {}): Caller => ({ kind, role, credential, headers });
  return [
    at('session', person.token, { 'x-organization-id': own.orgId }),
    at('session that names the other organization', person.token, { 'x-organization-id': victim.orgId }),
    at('personal key', await person.personalKey()),
    at('key of the organization', await person.organizationKey()),
  ];
}

/** The example of the description, with ids of the other organization wherever it has ids. */
function bodyFor(example: unknown, name = ''): unknown {
  if (Array.isArray(example)) return example.map((one) => bodyFor(one, name.replace(/s$/, '')));
  if (typeof example === 'object' && example !== null)
    return Object.fromEntries(Object.entries(example).map(([key, value]) => [key, bodyFor(value, key)]));
  if (typeof example !== 'string' || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(example)) return example;
  return name === 'organization_id' || name === 'organization' ? victim.orgId : (target[name] ?? target.agent_id!);
}

/** Whoever has such an address may use it, in whatever organization; the others are the same for everybody. */
const OPEN = new Set(['token', 'hook_token', 'connector_type', 'seq', 'name', 'interaction']);
/** Makes what the path names, in the caller's organization, because a name is free in each. */
const MAKES = new Set(['PUT /v1/secrets/:secret_name/', 'PUT /v1/case-templates/:template_name/']);
/** Sign out and the like would end the caller instead of trying something. */
const ENDS_CALLER = /sign-out|sessions?\/|auth\//;

type Endpoint = (typeof endpoints)[number];
type Attempt = { path: string; isForeign: boolean };

/** Everything foreign; and what is the caller's own with a body that names what is foreign. */
function attemptsOf({ method, path }: Endpoint, body: unknown, example: unknown): Attempt[] {
  const open = Object.fromEntries([...OPEN].map((name) => [name, world[name] ?? 'x']));
  if (MAKES.has(`${method} ${path}`)) return [{ path: fillPath(path, world), isForeign: false }];
  const isNamed = paramsOf(path).some((name) => !OPEN.has(name));
  const foreign = { path: fillPath(path, { ...target, ...open }), isForeign: isNamed };
  const isMixed = isNamed && JSON.stringify(body) !== JSON.stringify(example);
  return isMixed ? [foreign, { path: fillPath(path, world), isForeign: false }] : [foreign];
}

/** Returns what is wrong with the answers to one caller at one endpoint. */
async function findFaults(caller: Caller, endpoint: Endpoint): Promise<string[]> {
  const { method } = endpoint;
  const sample = samples.get(`${method} ${endpoint.path}`);
  const body = method === 'GET' || sample?.body === undefined ? undefined : bodyFor(sample.body);
  const query = new URLSearchParams(sample?.query ?? {});
  if (caller.kind.startsWith('session')) query.set('organization_id', victim.orgId);
  const faults: string[] = [];
  for (const { path, isForeign } of attemptsOf(endpoint, body, sample?.body)) {
    const to = query.size > 0 ? `${path}?${query}` : path;
    const { status, text } = await request(harness.baseUrl, caller.credential, method, to, body, caller.headers);
    const isMine = text.includes(CANARY) || status >= 500 || (isForeign && endpoint.scope !== 'none' && status < 400);
    if (isMine)
      faults.push(`${method} ${to} by a ${caller.role} with a ${caller.kind}: ${status} ${text.slice(0, 200)}`);
  }
  return faults;
}

/** What the background makes when it has time: sums of jobs, whose rows are compared, and the chain of the audit log. */
const MOVING = /figure|^agent_job_(counts|deltas)$|^audit_(heads|seals)$/;
const MOVING_COLUMNS: Record<string, string[]> = {
  budgets: ['checked_at', 'spent'],
  audit_log: ['seq', 'hash', 'previous_hash'],
};

async function stateOf(orgId: string): Promise<Map<string, string>> {
  const tables = await system.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  const state = new Map<string, string>();
  for (const { name } of tables.filter((one) => !MOVING.test(one.name))) {
    const rows = await system.query<{ text: string }>(
      `select (to_jsonb(t) - $2::text[])::text as text from "${name}" t where org_id = $1::uuid order by 1`,
      [orgId, MOVING_COLUMNS[name] ?? []],
    );
    state.set(name, rows.map((row) => row.text).join('\n'));
  }
  const [organization] = await system.query<{ text: string }>(
    'select to_jsonb(o)::text as text from organizations o where id = $1::uuid',
    [orgId],
  );
  return state.set('organizations', organization!.text);
}

/** Longer than anything that follows the end of a job takes. */
const QUIET_MS = 2_000;

/** Waits until the background has finished with what the world began. */
async function untilQuiet(orgId: string): Promise<void> {
  let last = { text: '', at: 0 };
  await until(async () => {
    const text = JSON.stringify([...(await stateOf(orgId))]);
    if (text !== last.text) last = { text, at: performance.now() };
    return performance.now() - last.at > QUIET_MS;
  }, 'rows that stay as they are');
}

test('the matrix covers every operation, and every body of the contract is known', () => {
  assert.ok(endpoints.length > 200, `${endpoints.length} operations`);
  const unknown = endpoints.filter((one) => one.body && !samples.has(`${one.method} ${one.path}`));
  assert.deepEqual(
    unknown.map(({ method, path }) => `${method} ${path}`),
    [],
  );
});

before(() => untilQuiet(victim.orgId));

for (const role of roles) {
  test(`a caller with the role ${role} gets nothing from another organization and changes nothing there`, async () => {
    const before = await stateOf(victim.orgId);
    const filled = [...before.values()].filter((text) => text !== '').length;
    assert.ok(filled > 40, 'there is something to see and to change');
    const faults: string[] = [];
    for (const caller of await callersOf(role))
      for (const endpoint of endpoints.filter(({ path }) => !ENDS_CALLER.test(path)))
        faults.push(...(await findFaults(caller, endpoint)));
    assert.deepEqual(faults, []);
    const after = await stateOf(victim.orgId);
    for (const [table, rows] of before) assert.equal(after.get(table), rows, `${table} of the other organization`);
  });
}

test('no row of the callers names anything of the other organization', async () => {
  const ids = Object.entries(target).filter(([name]) => !OPEN.has(name) && name !== 'user_id');
  const state = [...(await stateOf(own.orgId))];
  const found = ids.flatMap(([name, id]) =>
    state.filter(([, rows]) => rows.includes(id)).map(([table]) => `${name} in ${table}`),
  );
  assert.deepEqual(found, []);
});
