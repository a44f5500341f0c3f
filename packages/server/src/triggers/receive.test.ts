import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppError } from '#platform/errors.ts';
import type { AlertDoor } from './alert-door.ts';
import { receiveEvent } from './receive.ts';
import { checkSettings } from './rules.ts';
import type { ListeningTrigger, TriggerSettings } from './store.ts';
import { testTrigger } from './test-trigger.ts';

const trigger = (over: object = {}): ListeningTrigger =>
  ({
    id: 't',
    org_id: 'org',
    agent_id: 'a',
    agent_version_id: null,
    created_by: 7,
    created_at: new Date('2026-01-01T00:00:00Z'),
    mapping: { text: '${event.body.text}' },
    condition: null,
    enabled: true,
    verify: { kind: 'none' },
    id_header: null,
    secret_sealed: null,
    agents_enabled: true,
    ...over,
  }) as unknown as ListeningTrigger;
const event = { body: { text: 'hello', total: 5 }, headers: {}, query: {} };

test('a request with a wrong signature is refused before anything of it is read or recorded', async () => {
  const deps = { database: {} as never, box: {} as never, startEvent: () => assert.fail('started') };
  const received = receiveEvent(
    deps,
    trigger({ verify: { kind: 'hmac_sha256' } }),
    { body: Buffer.from(''), headers: {}, address: '192.0.2.1' },
    () => assert.fail('read'),
  );
  await assert.rejects(received, { code: 'not_authenticated' });
});

const alertDoor = { preview: () => assert.fail('previewed') } as unknown as AlertDoor;

const sample = (of: object, given: object, problems: string[] = []) =>
  testTrigger(trigger(of), given as Record<string, unknown>, {
    findInputProblems: async () => problems,
    alertDoor,
  });

test('a sample shows what it would do: conditions, inputs and why the agent would refuse them', async () => {
  assert.deepEqual(await sample({}, event), {
    starts: true,
    condition: { holds: true, failed: [] },
    inputs: { text: 'hello' },
    problems: [],
  });
  assert.equal((await sample({}, event, ['No text.'])).starts, false);
  const condition = [{ path: '/headers/x-kind', op: 'equals', value: 'order' }];
  assert.equal((await sample({ condition }, { headers: { 'X-Kind': 'order' } })).starts, true);
  const other = await sample({ condition }, { headers: { 'X-Kind': 'else' } });
  assert.deepEqual([other.starts, other.condition.failed[0]!.found], [false, 'else']);
});

const settings = {
  name: 'Orders',
  kind: 'http',
  agent_id: 'a',
  case_queue_id: null,
  agent_version_id: null,
  mapping: { text: 'x' },
  condition: null,
  verify: { kind: 'none' },
  id_header: null,
  source_agent_id: null,
  connection_id: null,
};
async function fields(over: object, secret: string | true | null = null): Promise<string[]> {
  const given = {
    system: {} as never,
    orgId: 'org',
    settings: { ...settings, ...over } as unknown as TriggerSettings,
    secret,
    withAgents: false,
    alertDoor,
  };
  return checkSettings(given).then(
    () => [],
    (error: AppError) => Object.keys(error.options.fields!),
  );
}

test('the settings of a trigger fit its kind', async () => {
  assert.deepEqual(await fields({}), []);
  assert.deepEqual(await fields({ name: ' ' }), ['name']);
  assert.deepEqual(await fields({ kind: 'agent' }), ['source_agent_id']);
  assert.deepEqual(await fields({ kind: 'storage' }), ['connection_id']);
});

test('a trigger that verifies has a secret, and its headers have names', async () => {
  const verify = { kind: 'hmac_sha256' };
  assert.deepEqual(await fields({ verify }), ['verify']);
  assert.deepEqual(await fields({ verify }, true), []);
  assert.deepEqual(await fields({ verify }, 'a secret'), []);
  assert.deepEqual(await fields({ verify: { ...verify, header: 'no header' } }, true), ['verify']);
  assert.deepEqual(await fields({ id_header: 'no header' }), ['id_header']);
});
