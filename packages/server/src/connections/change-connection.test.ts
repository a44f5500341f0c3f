import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connector } from '@errand/contract/connections.ts';
import type { Caller } from '#platform/caller.ts';
import { AppError } from '#platform/errors.ts';
import { createRedactor } from '#secrets/redact.ts';
import { scriptedDatabase, scriptedDb } from '../../test/scripted-db.ts';
import { connectionItem } from './answers.ts';
import {
  type ChangeDeps,
  changeConnection,
  checkParts,
  createConnection,
  deleteConnection,
} from './change-connection.ts';
import { MASK } from './credentials.ts';
import { DriverFailure, defineDriver } from './model/driver.ts';
import { object, secret, url } from './model/schema.ts';
import { cleanFailure, openSystem } from './open-system.ts';
import type { Connectors } from './registry.ts';
import type { ConnectionRow } from './store.ts';
import { testConnection } from './test-connection.ts';
import { createConnections } from './use-connection.ts';

const text = {
  id: 'demo',
  display_name: 'Demo',
  config_schema: object({ base: url('Base'), region: { type: 'string', default: 'eu' } }, ['base']),
  auth_schema: object({ type: { type: 'string' }, token: secret('Token') }),
  dynamic_input_fields: { config: ['base'] },
} as unknown as Connector;
let tested: () => Promise<string> = async () => 'It answers.';
const driver = defineDriver({
  connector: text,
  check: ({ base }) => (base === 'http://wrong/' ? { config: ['Not this one.'] } : {}),
  test: () => tested(),
});
const connectors = {
  list: () => [text],
  find: (type: string) =>
    type === 'demo' || type === 'later' ? { ...text, unavailable_reason: 'Not here yet.' } : undefined,
  get: () => text,
  findDriver: (type: string) => (type === 'demo' ? driver : undefined),
} as unknown as Connectors;
/** Seals by writing a word before the value. */
const box = {
  seal: async (_place: string, value: string) => `sealed ${value}`,
  open: async (_place: string, sealed: string) => sealed.slice(7),
};
const deps: ChangeDeps = { box, connectors, uses: { list: async () => [] } as never };
const caller: Caller = { orgId: 'org', userId: 1, keyId: null, role: 'member' };

const at = new Date('2026-01-02T03:04:05Z');
const row = (over: Partial<ConnectionRow> = {}): ConnectionRow => ({
  id: 'c',
  org_id: 'org',
  connector_type: 'demo',
  name: 'Mine',
  description: '',
  config: { base: 'https://api.example/' },
  auth_config: { token: MASK },
  sealed: 'sealed {"token":"hunter22"}',
  secret_names: [],
  dynamic_inputs: {},
  status: 'active',
  test_message: null,
  tested_at: null,
  last_used_at: null,
  creator_id: 1,
  created_at: at,
  updated_at: at,
  ...over,
});
const parts = { connectorType: 'demo', config: row().config, auth: { token: 'x' }, dynamicInputs: {} };
const fieldOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return Object.keys((error as AppError).options.fields!).join();
  }
  return '';
};

test('a connection fits its connector: type, schemas, then what only the driver knows', () => {
  const check = (over: object) => fieldOf(() => checkParts(connectors, { ...parts, ...over }));
  assert.equal(check({}), '');
  assert.equal(check({ connectorType: 'unknown' }), 'connector_type');
  assert.equal(check({ connectorType: 'later' }), 'connector_type');
  assert.equal(check({ config: {}, auth: { other: 1 } }), 'config,auth_config');
  assert.equal(check({ config: 'text' }), 'config');
  assert.equal(check({ config: { base: 'http://wrong/' } }), 'config');
  assert.equal(check({ config: { base: 'https://${tenant}/' } }), 'config');
});

const body = { connector_type: 'demo', name: 'New', config: row().config, auth_config: { token: 'hunter22' } };
const stored = (answers: Parameters<typeof scriptedDb>[0] = {}) => scriptedDb(answers);

test('secrets of a new connection are sealed, and masked where people read them', async () => {
  const db = stored();
  await createConnection(db, deps, caller, body);
  const flat = JSON.stringify(db.sentTo('insert into connections')[0]!.values);
  assert.equal(flat.match(/hunter22/g)!.length, 1);
  assert.match(flat, /sealed .*hunter22/);
  assert.doesNotMatch(JSON.stringify(db.sentTo('audit_log')), /hunter22/);
});

test('a name that is taken, the same connection twice and an unknown secret are refused', async () => {
  const refused = (db: ReturnType<typeof stored>, over: object = {}) =>
    assert.rejects(createConnection(db, deps, caller, { ...body, ...over }), AppError);
  await refused(stored({ 'c.name = $2': [row()] }));
  await assert.rejects(createConnection(stored({ 'c.config = $3': [row()] }), deps, caller, body), {
    code: 'connection_exists',
  });
  await createConnection(
    stored({ 'c.config = $3': [row({ sealed: 'sealed {"token":"another"}' })] }),
    deps,
    caller,
    body,
  );
  await assert.rejects(
    createConnection(stored(), deps, caller, { ...body, auth_config: { token: '${secret.GONE}' } }),
    { code: 'invalid_fields' },
  );
  await refused(stored(), { auth_config: { token: MASK } });
});

const change = async (given: object, current = row()) => {
  const db = stored({ 'for update': [current], 'c.config = $3': [current] });
  await changeConnection(db, deps, caller, 'c', given);
  const [audit] = db.sentTo('audit_log');
  return audit === undefined ? [] : JSON.parse(String(audit.values.at(-1))).changed;
};

test('a change names what it changed, a mask keeps the stored secret, and nothing new writes nothing', async () => {
  assert.deepEqual(await change({ name: 'Other' }), ['name']);
  assert.deepEqual(await change({ auth_config: { token: MASK } }), []);
  assert.deepEqual(await change({ auth_config: { token: 'another' }, description: 'd' }), [
    'description',
    'auth_config',
  ]);
  assert.deepEqual(await change({ config: { base: 'https://api.example/' } }), []);
});

test('an edit of an older state is refused, and so is one of credentials that nobody can open', async () => {
  await assert.rejects(change({ name: 'x', expected_updated_at: '2026-01-01T00:00:00Z' }), { code: 'conflict' });
  assert.deepEqual(await change({ name: 'x', expected_updated_at: at.toISOString() }), ['name']);
  await assert.rejects(change({ name: 'x' }, row({ sealed: 'broken' })), { code: 'connection_unreadable' });
});

test('a connection in use is not deleted, and says by what it is used', async () => {
  const uses = {
    list: async () => [
      { kind: 'agent', name: 'Reader' },
      { kind: 'agent', name: 'Reader' },
    ],
  } as never;
  const db = stored({ 'for update': [row()] });
  await assert.rejects(deleteConnection(db, { ...deps, uses }, caller, 'c'), (error: AppError) => {
    assert.match(error.message, /agent Reader/);
    return error.code === 'connection_in_use' && error.message.split('Reader').length === 2;
  });
  assert.equal(db.sentTo('delete from connections').length, 0);
  await assert.rejects(deleteConnection(stored(), deps, caller, 'c'), { code: 'not_found' });
});

const openDeps = (db = stored()) => ({ db, box, outbound: {} as never, connectors });
const signal = new AbortController().signal;
const opened = (over: object, db = stored()) =>
  openSystem(openDeps(db), { key: 'k', orgId: 'org', name: 'Mine', ...parts, ...over }, { signal });

test('an opened connection has defaults, and its secrets are hidden in whatever comes back', async () => {
  const { system, redactor } = await opened({ auth: { token: 'hunter22' } });
  assert.deepEqual(system.config, { region: 'eu', base: 'https://api.example/' });
  assert.equal(redactor.text('token=hunter22'), `token=${MASK}`);
  assert.equal((await opened({ config: { base: 'b', region: 'us' } })).system.config.region, 'us');
});

test('references to secrets are filled, and a missing one is named', async () => {
  const db = stored({ 'from secrets': [{ name: 'TOKEN', sealed: 'sealed hush-token' }] });
  const { system, redactor } = await opened({ auth: { token: '${secret.TOKEN}' } }, db);
  assert.equal(system.auth.token, 'hush-token');
  assert.doesNotMatch(redactor.text('hush-token'), /hush-token/);
  await assert.rejects(opened({ auth: { token: '${secret.GONE}' } }), /GONE/);
});

test('a failure of a driver is shown without secrets and cut; an unknown error may be tried again', () => {
  const redactor = createRedactor();
  redactor.add('hunter22', MASK);
  const clean = (error: unknown) => cleanFailure(redactor, error) as DriverFailure;
  assert.equal(clean(new DriverFailure('hunter22 is wrong')).message, `${MASK} is wrong`);
  assert.equal(clean(new DriverFailure('no')).retry, false);
  assert.equal(clean(new DriverFailure('busy', { retry: true })).retry, true);
  const unknown = clean(new Error(`socket hunter22 ${'x'.repeat(5_000)}`));
  assert.ok(unknown instanceof DriverFailure && unknown.retry && unknown.message.length === 2_000);
  assert.doesNotMatch(unknown.message, /hunter22/);
  const refusal = new AppError('conflict');
  assert.equal(clean(refusal), refusal);
});

test('a test is recorded as the status of the connection, with the words of the other side', async () => {
  const outcome = async (work: () => Promise<string>, over: Partial<ConnectionRow> = {}) => {
    tested = work;
    const db = stored();
    const result = await testConnection(db, openDeps(db), row(over)).catch((error: AppError) => error);
    return { result, recorded: JSON.stringify(db.sentTo('update connections').map(({ values }) => values)) };
  };
  const good = await outcome(async () => 'Hello hunter22');
  assert.match(good.recorded, /active/);
  assert.doesNotMatch(JSON.stringify(good), /hunter22/);
  const bad = await outcome(() => Promise.reject(new DriverFailure('401 for hunter22')));
  assert.match(bad.recorded, /error.*401 for/);
  assert.ok(bad.result instanceof AppError && bad.result.code === 'connection_test_failed');
  const untestable = await outcome(async () => '', { dynamic_inputs: { tenant: '' } });
  assert.ok(untestable.result instanceof AppError && /tenant/.test(untestable.result.message));
  assert.equal(untestable.recorded, '[]');
});

test('a connection is opened by id or by name, and work with it fails without secrets', async () => {
  const id = '01900000-0000-7000-8000-000000000000';
  const db = stored({ 'c.id = $2': [row({ id })], 'c.name = $2': ([, name]) => (name === 'Mine' ? [row()] : []) });
  const connections = createConnections({ database: scriptedDatabase(db), box, outbound: {} as never, connectors });
  assert.equal((await connections.open('org', id, { signal })).row.id, id);
  const mine = await connections.open('org', 'Mine', { signal });
  await assert.rejects(
    mine.use(() => Promise.reject(new Error('hunter22'))),
    (error: Error) => !error.message.includes('hunter22'),
  );
  assert.equal(await mine.use(async () => 5), 5);
  await assert.rejects(connections.open('org', 'Nobody', { signal }), /Nobody/);
});

test('credentials count as configured by their values, not by their type', () => {
  const item = (auth_config: object, connector_type = 'demo') =>
    connectionItem(connectors, row({ auth_config, connector_type } as never), 2);
  assert.equal(item({ type: 'token', token: MASK }).credentials_configured, true);
  assert.equal(item({ type: 'token', token: '' }).credentials_configured, false);
  assert.equal(item({ type: 'none' }).credentials_configured, false);
  // Its driver is gone.
  assert.equal(item({}, 'removed').connector_display_name, 'removed');
});
