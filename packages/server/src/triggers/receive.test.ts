import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connections } from '#connections/use-connection.ts';
import { AppError } from '#platform/errors.ts';
import { scriptedDatabase, scriptedDb } from '../../test/scripted-db.ts';
import { findConnectionProblem } from './connection-uses.ts';
import { receiveEvent } from './receive.ts';
import { checkSettings } from './rules.ts';
import type { NewRun } from './runs-store.ts';
import { createStartEvent } from './start-event.ts';
import type { ListeningTrigger, TriggerSettings } from './store.ts';
import { testTrigger } from './test-trigger.ts';
import { watchStorage } from './watch-storage.ts';

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

type Outcome = Awaited<ReturnType<ReturnType<typeof createStartEvent>>>;
/** `earlier`: the run of an earlier delivery of the same event. */
async function receive(
  of: ListeningTrigger,
  {
    headers = {},
    earlier = undefined as object | undefined,
    outcome = { outcome: 'started', reason: null } as Outcome,
    exists = false,
    isOut = false,
  } = {},
) {
  const runs: NewRun[] = [];
  const started: Record<string, unknown>[] = [];
  const db = scriptedDb({
    'insert into trigger_runs': ([json]) => {
      runs.push(JSON.parse(String(json)));
      return [earlier ?? runs.at(-1)!];
    },
    'select id from jobs': ([ids]) => (exists ? (ids as string[]).map((id) => ({ id })) : []),
  });
  const startEvent = createStartEvent(async (run) => {
    started.push(run);
    return isOut ? undefined : outcome;
  });
  const deps = { database: scriptedDatabase(db), box: {} as never, startEvent };
  const result = await receiveEvent(deps, of, { body: Buffer.from(''), headers }, () => event).catch(
    (error: AppError) => error,
  );
  return { result, run: runs[0], started, recorded: db.sentTo('update trigger_runs').length };
}

test('an event starts the job that was recorded with it, with the inputs of the mapping', async () => {
  const { result, run, started } = await receive(trigger());
  assert.deepEqual(result, { job_id: run!.job_id });
  assert.deepEqual([started[0]!.jobId, started[0]!.inputs, started[0]!.userId], [run!.job_id, { text: 'hello' }, 7]);
});

test('a trigger that is off, and a condition that does not hold, start nothing and say which', async () => {
  const off = await receive(trigger({ enabled: false }));
  assert.deepEqual([off.result, off.started], [{ job_id: null, skipped: 'disabled' }, []]);
  const condition = [{ path: '/body/total', op: 'gt', value: 10 }];
  const small = await receive(trigger({ condition }));
  assert.deepEqual([small.result, small.started], [{ job_id: null, skipped: 'condition' }, []]);
  assert.match(small.run!.reason!, /\/body\/total gt/);
});

test('the same delivery again gets the job of the first, and starts none', async () => {
  const { result, started } = await receive(trigger(), { earlier: { outcome: 'started', job_id: 'first' } });
  assert.deepEqual([result, started], [{ job_id: 'first' }, []]);
});

test('deliveries are known by their id, from whichever header has it', async () => {
  const keyOf = async (headers: object, over: object = {}) =>
    (await receive(trigger(over), { headers })).run!.delivery_key;
  assert.equal(await keyOf({ 'webhook-id': 'w', 'idempotency-key': 'i' }), 'w');
  assert.equal(await keyOf({ 'x-delivery': 'x' }, { id_header: 'X-Delivery' }), 'x');
  assert.equal((await keyOf({ 'webhook-id': 'l'.repeat(300) })).length, 64);
  assert.notEqual(await keyOf({}), await keyOf({}));
});

test('a request with a wrong signature is refused before anything of it is read or recorded', async () => {
  const { result, run } = await receive(trigger({ verify: { kind: 'hmac_sha256' } }));
  assert.ok(result instanceof AppError && result.code === 'not_authenticated');
  assert.equal(run, undefined);
});

test('a refused start is recorded and told, one that an outage prevents is tried again', async () => {
  const error = new AppError('organization_paused');
  const refused = await receive(trigger(), { outcome: { outcome: 'skipped', reason: 'paused', error } });
  assert.deepEqual([refused.result, refused.recorded], [error, 1]);
  const off = await receive(trigger({ agents_enabled: false }));
  assert.ok(off.result instanceof AppError && off.result.code === 'feature_disabled');
  const out = await receive(trigger(), { isOut: true });
  assert.ok(out.result instanceof AppError && out.result.code === 'unavailable');
  assert.equal(out.recorded, 0);
});

test('a job that another process has started for the event counts, whatever came of this try', async () => {
  const { result, run } = await receive(trigger(), { isOut: true, exists: true });
  assert.deepEqual(result, { job_id: run!.job_id });
});

const sample = (of: object, given: object, problems: string[] = []) =>
  testTrigger(trigger(of), given as Record<string, unknown>, async () => problems);

test('a sample tells what it would do: conditions, inputs and why the agent would refuse them', async () => {
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

async function watch(objects: object[], { of = {}, fails = false } = {}) {
  const storage = { ...trigger({ mapping: { file: '${event.url}' }, connection_id: 'c', prefix: 'in/', ...of }) };
  const db = scriptedDb({
    'from triggers': [storage],
    'update triggers': [storage],
    'returning id': [{ outcome: 'failed' }],
  });
  async function* list() {
    if (fails) throw new Error('access denied');
    yield* objects;
  }
  const driver = { files: { list } };
  const connections = {
    open: async () => ({
      row: { name: 'My store' },
      use: (work: (one: object, system: object) => unknown) => work(driver, {}),
    }),
  } as unknown as Connections;
  await watchStorage({ database: scriptedDatabase(db), connections, signal: new AbortController().signal });
  return db.sentTo('insert into trigger_runs').flatMap(({ values }) => JSON.parse(String(values[0])) as NewRun[]);
}
const object = (path: string, over: object = {}) => ({ path, size: 1, etag: 'e1', modifiedAt: new Date(), ...over });

test('a new object is one event by path and etag, with an address that a job can open', async () => {
  const [run] = await watch([object('in/a b.pdf')]);
  assert.deepEqual(run!.inputs, { file: 'connection://My%20store/in/a%20b.pdf' });
  assert.equal(run!.delivery_key, 'in/a b.pdf e1');
  const [changed] = await watch([object('in/a b.pdf', { etag: 'e2' })]);
  assert.notEqual(changed!.delivery_key, run!.delivery_key);
});

test('objects from before the trigger are not new', async () => {
  const created_at = new Date(Date.now() - 60_000);
  const runs = await watch([object('old', { modifiedAt: new Date(Date.now() - 120_000) }), object('new')], {
    of: { created_at },
  });
  assert.deepEqual(
    runs.map(({ delivery_id }) => delivery_id),
    ['new'],
  );
});

test('a listing that fails is told once an hour', async () => {
  const [first] = await watch([], { fails: true });
  assert.equal(first!.outcome, 'failed');
  assert.match(first!.reason!, /access denied/);
  assert.match(first!.delivery_key, /^look \d{4}-\d\d-\d\dT\d\d$/);
});

test('a storage trigger watches a connection that has objects', async () => {
  const problem = (rows: object[], driver: object | undefined) =>
    findConnectionProblem(scriptedDb({ 'from connections': rows }), { findDriver: () => driver } as never, 'org', 'c');
  assert.equal(await problem([{ connector_type: 's3' }], { files: {} }), undefined);
  assert.match((await problem([{ connector_type: 'slack' }], {}))!, /slack/);
  assert.ok(await problem([], { files: {} }));
});

const settings = {
  name: 'Orders',
  kind: 'http',
  agent_id: 'a',
  agent_version_id: null,
  mapping: { text: 'x' },
  condition: null,
  verify: { kind: 'none' },
  id_header: null,
  source_agent_id: null,
  connection_id: null,
};
const agent = {
  agent_id: 'a',
  org_id: 'org',
  input_definitions: [{ key: 'text', data_type: 'text/plain' }],
  approval: null,
  current_approval: null,
};
async function fields(over: object, secret: string | true | null = null): Promise<string[]> {
  const system = scriptedDb({ 'union all': ([id]) => (id === 'a' ? [agent] : []) });
  const given = {
    system,
    orgId: 'org',
    settings: { ...settings, ...over } as unknown as TriggerSettings,
    secret,
    withAgents: true,
  };
  return checkSettings(given).then(
    () => [],
    (error: AppError) => Object.keys(error.options.fields!),
  );
}

test('the settings of a trigger fit its kind, its sender and its agent', async () => {
  assert.deepEqual(await fields({}), []);
  assert.deepEqual(await fields({ name: ' ' }), ['name']);
  assert.deepEqual(await fields({ kind: 'agent' }), ['source_agent_id']);
  assert.deepEqual(await fields({ kind: 'storage' }), ['connection_id']);
  assert.deepEqual(await fields({ source_agent_id: 'gone' }), ['source_agent_id']);
  assert.deepEqual(await fields({ agent_id: 'gone' }), ['agent_id']);
  assert.deepEqual(await fields({ agent_version_id: 'gone' }), ['agent_version_id']);
  assert.deepEqual(await fields({ mapping: {} }), ['mapping']);
  assert.deepEqual(await fields({ mapping: { text: 'x', txet: 'y' } }), ['mapping']);
});

test('a trigger that verifies has a secret, and its headers have names', async () => {
  const verify = { kind: 'hmac_sha256' };
  assert.deepEqual(await fields({ verify }), ['verify']);
  assert.deepEqual(await fields({ verify }, true), []);
  assert.deepEqual(await fields({ verify }, 'a secret'), []);
  assert.deepEqual(await fields({ verify: { ...verify, header: 'no header' } }, true), ['verify']);
  assert.deepEqual(await fields({ id_header: 'no header' }), ['id_header']);
});
