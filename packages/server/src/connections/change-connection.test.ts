import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connector } from '@errand/contract/connections.ts';
import type { Caller } from '#platform/caller.ts';
import { AppError } from '#platform/errors.ts';
import { createRedactor } from '#secrets/redact.ts';
import { connectionItem } from './answers.ts';
import { type ChangeDeps, checkParts, createConnection } from './change-connection.ts';
import { MASK } from './credentials.ts';
import { DriverFailure, defineDriver } from './model/driver.ts';
import { object, secret, url } from './model/schema.ts';
import { cleanFailure, openSystem } from './open-system.ts';
import type { Connectors } from './registry.ts';
import type { ConnectionRow } from './store.ts';

const text = {
  id: 'demo',
  display_name: 'Demo',
  config_schema: object({ base: url('Base'), region: { type: 'string', default: 'eu' } }, ['base']),
  policy_schema: { type: 'object' },
  auth_schema: object({ type: { type: 'string' }, token: secret('Token') }),
  dynamic_input_fields: { config: ['base'] },
} as unknown as Connector;
const driver = defineDriver({
  connector: text,
  check: ({ base }) => (base === 'http://wrong/' ? { config: ['Not this one.'] } : {}),
  test: async () => 'It answers.',
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
const caller: Caller = { orgId: 'org', userId: 1, keyId: null, role: 'member', via: 'session' };

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
  policy: {},
  status: 'active',
  test_message: null,
  tested_at: null,
  last_used_at: null,
  creator_id: 1,
  created_at: at,
  updated_at: at,
  ...over,
});
const parts = { connectorType: 'demo', config: row().config, auth: { token: 'x' }, dynamicInputs: {}, policy: {} };
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

test('a blank name, and a mask where there is no secret yet, are refused', async () => {
  const refused = (over: object) =>
    assert.rejects(createConnection({} as never, deps, caller, { ...body, ...over }), { code: 'invalid_fields' });
  await refused({ name: ' ' });
  await refused({ auth_config: { token: MASK } });
});

const openDeps = { db: {} as never, box, outbound: {} as never, connectors };
const signal = new AbortController().signal;
const opened = (over: object) =>
  openSystem(openDeps, { key: 'k', orgId: 'org', name: 'Mine', ...parts, ...over }, { signal });

test('an opened connection has defaults, and its secrets are hidden in whatever comes back', async () => {
  const { system, redactor } = await opened({ auth: { token: 'hunter22' } });
  assert.deepEqual(system.config, { region: 'eu', base: 'https://api.example/' });
  assert.equal(redactor.text('token=hunter22'), `token=${MASK}`);
  assert.equal((await opened({ config: { base: 'b', region: 'us' } })).system.config.region, 'us');
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

test('credentials count as configured by their values, not by their type', () => {
  const item = (auth_config: object, connector_type = 'demo') =>
    connectionItem(connectors, row({ auth_config, connector_type } as never), { useCount: 2, signIn: undefined });
  assert.equal(item({ type: 'token', token: MASK }).credentials_configured, true);
  assert.equal(item({ type: 'token', token: '' }).credentials_configured, false);
  assert.equal(item({ type: 'none' }).credentials_configured, false);
  // Its driver is gone.
  assert.equal(item({}, 'removed').connector_display_name, 'removed');
});
