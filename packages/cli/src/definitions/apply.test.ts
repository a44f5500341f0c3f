import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Errand } from '@errand/sdk';
import { UsageError } from '../terminal/errors.ts';
import { applyStep } from './apply.ts';
import { applyGate, applyWorksheet } from './apply-checks.ts';
import { applyConnection } from './apply-sources.ts';
import { applyTrigger } from './apply-starts.ts';
import { addAgentVersion } from './apply-versions.ts';
import type { Definition, TriggerDefinition } from './definition.ts';
import type { Step } from './plan.ts';
import type { Organization } from './read-organization.ts';

type Call = [name: string, ...given: unknown[]];

/** A client that notes its calls. `answers` by `resource.method`; the others answer with the id `new`. */
function recording(answers: Record<string, unknown> = {}): { errand: Errand; calls: Call[] } {
  const calls: Call[] = [];
  const method =
    (name: string) =>
    async (...given: unknown[]) => {
      calls.push([name, ...given]);
      return name in answers ? answers[name] : { id: 'new' };
    };
  const resource = (name: string) => new Proxy({}, { get: (_target, key) => method(`${name}.${String(key)}`) });
  return { errand: new Proxy({}, { get: (_target, key) => resource(String(key)) }) as Errand, calls };
}
const organization = (over: object = {}): Organization =>
  ({
    connections: [],
    skills: [],
    policies: [],
    agents: [],
    webhooks: [],
    schedules: [],
    triggers: [],
    playbooks: [],
    reportTemplates: [],
    screeningLists: [],
    caseQueues: [],
    screeningWatches: [],
    evaluations: [],
    gates: [],
    worksheets: [],
    ids: new Map([
      ['agent:reader', 'a1'],
      ['agent:old', 'a0'],
      ['policy:rules', 'p1'],
      ['evaluation_set:set', 's1'],
    ]),
    ...over,
  }) as unknown as Organization;
const step = (slug: string, definition: object, changes: string[] = []): Step =>
  ({ slug, definition, action: 'update', changes: changes.map((path) => ({ path })) }) as unknown as Step;
const namesOf = (calls: Call[]): string[] => calls.map(([name]) => name);

async function apply(definition: object, { of = organization(), changes = [] as string[], answers = {} } = {}) {
  const { errand, calls } = recording(answers);
  const note = await applyStep(errand, of, step('mine', definition, changes), { promotes: true });
  return { calls, note, of };
}

const agent = {
  kind: 'agent',
  name: 'Mine',
  engine: 'chat',
  tags: [],
  version: { config: { model: 'policy:rules' }, inputs: [] },
};

test('a new agent is created with ids in the place of names, and later steps find it', async () => {
  const { calls, of } = await apply(agent);
  const [, body] = calls[0]!;
  assert.deepEqual((body as { engine_config: object }).engine_config, { model: 'p1' });
  assert.deepEqual(namesOf(calls), ['agents.create', 'agents.update']);
  assert.equal(of.ids.get('agent:mine'), 'new');
});

const existing = (version = {}) =>
  organization({ agents: [{ slug: 'mine', agent: { id: 'a7' }, definition: { ...agent, version } }] });

test('an agent gets a new version only when its version has changed', async () => {
  const answers = { 'gates.ofAgent': { evaluation_set_id: null }, 'versions.list': [] };
  const renamed = await apply(agent, { of: existing(), changes: ['name'], answers });
  assert.deepEqual(namesOf(renamed.calls), ['agents.update']);
  const changed = await apply(agent, { of: existing(), changes: ['version.config.model'], answers });
  assert.ok(namesOf(changed.calls).includes('versions.create'));
  assert.equal(changed.note, undefined);
});

test('tags are matched regardless of case, and created when they are new', async () => {
  const answers = { 'tags.list': [{ id: 't1', name: 'Finance' }], 'tags.create': { id: 't2' } };
  const { calls } = await apply({ ...agent, tags: ['finance', 'new'] }, { answers });
  assert.deepEqual(
    calls.find(([name]) => name === 'agents.setTags'),
    ['agents.setTags', 'new', { tag_ids: ['t1', 't2'] }],
  );
});

test('the engine of an agent does not change, and a masked secret creates no agent', async () => {
  const of = organization({ agents: [{ slug: 'mine', agent: { id: 'a7' }, definition: { ...agent, engine: 'web' } }] });
  await assert.rejects(apply(agent, { of }), UsageError);
  const masked = { ...agent, version: { config: { password: '********' }, inputs: [] } };
  await assert.rejects(apply(masked), UsageError);
});

test('a policy gets a new version only when its content or its name of the version differs', async () => {
  const policy = { kind: 'policy', name: 'Rules', description: '', version_name: '', content: { a: 1 } };
  const stored = { slug: 'mine', policy: { id: 'p9', current_version_id: 'v1' }, definition: policy };
  const answers = { 'gates.ofPolicy': { evaluation_set_id: null }, 'policyVersions.list': { results: [] } };
  const of = () => organization({ policies: [stored] });
  assert.deepEqual(namesOf((await apply({ ...policy, name: 'Other' }, { of: of(), answers })).calls), [
    'policies.update',
  ]);
  const changed = await apply({ ...policy, content: { a: 2 } }, { of: of(), answers });
  assert.deepEqual(changed.calls.slice(-2), [
    ['policyVersions.create', 'p9', { content: { a: 2 }, base_version_id: 'v1', make_current: false }],
    ['policyVersions.setCurrent', 'p9', 'new', { reason: 'errand apply --promote', expected_current: 'v1' }],
  ]);
});

test('a version that waits at its gate is found again instead of being made twice', async () => {
  const version = { name: '2', description: '', inputs: [], config: { a: 1 }, post_actions: [], approval: null };
  const stored = {
    id: 'v2',
    version_name: '2',
    description: '',
    input_definitions: [],
    engine_config: { a: 1 },
    post_actions: [],
    approval: null,
  };
  const add = async (config: object) => {
    const { errand, calls } = recording({ 'gates.ofAgent': { evaluation_set_id: 's1' }, 'versions.list': [stored] });
    const note = await addAgentVersion(
      errand,
      step('mine', { kind: 'agent' }),
      { id: 'a7', current_version_id: 'v1' },
      { ...version, config } as never,
      { promotes: true },
    );
    return { note, made: namesOf(calls).includes('versions.create') };
  };
  const again = await add({ a: 1 });
  assert.deepEqual([again.made, again.note!.includes('v2')], [false, true]);
  assert.equal((await add({ a: 2 })).made, true);
});

test('without --promote a version waits, is told with what to do, and is promoted as it is later', async () => {
  const version = { name: '2', description: '', inputs: [], config: { a: 1 }, post_actions: [], approval: null };
  const stored = { ...version, id: 'v2', version_name: '2', input_definitions: [], engine_config: { a: 1 } };
  const add = async (list: object[], promotes: boolean) => {
    const { errand, calls } = recording({ 'gates.ofAgent': { evaluation_set_id: null }, 'versions.list': list });
    const of = { id: 'a7', current_version_id: 'v1' };
    const note = await addAgentVersion(errand, step('mine', { kind: 'agent' }), of, version as never, { promotes });
    return { note, changes: calls.filter(([name]) => /create|setCurrent/.test(name)) };
  };
  const staged = await add([], false);
  assert.equal((staged.changes[0]![2] as { make_current: boolean }).make_current, false);
  assert.match(staged.note!, /errand agents promote a7 new --expect v1/);
  assert.deepEqual((await add([stored], false)).changes, []);
  const { changes, note } = await add([stored], true);
  assert.deepEqual(changes, [
    ['versions.setCurrent', 'a7', 'v2', { reason: 'errand apply --promote', expected_current: 'v1' }],
  ]);
  assert.equal(note, undefined);
});

const webhook = { kind: 'webhook', name: 'Ops', url: 'https://x/', agents: ['reader'], headers: ['x-key'] };

test('a webhook keeps the values of its headers, which files do not have', async () => {
  const stored = {
    slug: 'mine',
    webhook: { id: 'w1', headers: { 'x-key': 'hush', 'x-old': 'o' } },
    definition: { agents: ['old'] },
  };
  const { calls } = await apply(webhook, {
    of: organization({ webhooks: [stored] }),
    answers: { 'webhooks.update': { id: 'w1' } },
  });
  assert.deepEqual((calls[0]![2] as { headers: object }).headers, { 'x-key': 'hush' });
  assert.deepEqual(calls.slice(1), [
    ['webhooks.link', 'w1', { agent_ids: ['a1'] }],
    ['webhooks.unlink', 'w1', 'a0'],
  ]);
  await assert.rejects(apply(webhook), /x-key/);
});

test('masked members of a connection stay what the server has, and its type does not change', async () => {
  const wanted = {
    kind: 'connection',
    name: 'C',
    type: 's3',
    config: {},
    auth: { user: 'u' },
    secrets: ['password'],
  } as never;
  const { errand, calls } = recording();
  await applyConnection(errand, organization(), step('mine', wanted), wanted);
  assert.deepEqual((calls[0]![1] as { auth_config: object }).auth_config, { user: 'u', password: '********' });
  const of = organization({ connections: [{ slug: 'mine', connection: { id: 'c1' }, definition: { type: 'smtp' } }] });
  await assert.rejects(applyConnection(errand, of, step('mine', wanted), wanted), UsageError);
});

test('a skill set gets a new version when a file differs, in whatever order files are', async () => {
  const set = { kind: 'skill_set', name: 'S', description: '', version_name: '', files: { a: '1', b: '2' } };
  const of = () =>
    organization({
      skills: [
        {
          slug: 'mine',
          set: { id: 'k1', current_version_id: 'v1' },
          definition: { ...set, files: { b: '2', a: '1' } },
        },
      ],
    });
  assert.deepEqual(namesOf((await apply(set, { of: of() })).calls), []);
  const { calls } = await apply({ ...set, files: { a: '1' } }, { of: of() });
  assert.equal((calls[0]![2] as { expected_current: string }).expected_current, 'v1');
});

const trigger = {
  kind: 'trigger',
  name: 'T',
  on: 'http',
  agent: 'a1',
  mapping: {},
  verify: { kind: 'hmac_sha256' },
} as unknown as TriggerDefinition;

test('a signed trigger needs a secret that the server already has', async () => {
  const { errand, calls } = recording();
  await assert.rejects(applyTrigger(errand, organization(), step('mine', trigger), trigger), UsageError);
  const of = organization({ triggers: [{ slug: 'mine', trigger: { id: 't1', verify: { secret: '********' } } }] });
  await applyTrigger(errand, of, step('mine', trigger), trigger);
  assert.deepEqual(namesOf(calls), ['triggers.update']);
});

test('a trigger is pinned by the name of a version, else by its id, and an unknown one is refused', async () => {
  const versions = [
    { id: 'v2', version_name: 'stable' },
    { id: 'v1', version_name: 'stable' },
  ];
  const pinned = async (version: string | null) => {
    const { errand, calls } = recording({ 'versions.list': versions });
    await applyTrigger(errand, organization(), step('mine', trigger), { ...trigger, verify: null, version });
    return (calls.at(-1)![1] as { agent_version_id: string | null }).agent_version_id;
  };
  assert.deepEqual([await pinned('stable'), await pinned('v1'), await pinned(null)], ['v2', 'v1', null]);
  await assert.rejects(pinned('gone'), UsageError);
});

test('gates and worksheets find what they are about by its name', async () => {
  const { errand, calls } = recording();
  const gate = { kind: 'gate', of: 'policy:rules', set: 'evaluation_set:set' } as never;
  await assert.rejects(applyGate(errand, organization(), step('other', gate), gate), UsageError);
  const { gateSlug } = await import('./define-checks.ts');
  await applyGate(errand, organization(), step(gateSlug('policy:rules'), gate), gate);
  assert.deepEqual(calls[0], [
    'gates.setOfPolicy',
    'p1',
    { evaluation_set_id: 's1', min_accuracy: null, no_regressions: false, four_eyes: false },
  ]);
  const sheet = { kind: 'worksheet', name: 'W', content: 'select 1' } as Definition & { kind: 'worksheet' };
  await applyWorksheet(
    errand,
    organization({ worksheets: [{ slug: 'mine', worksheet: { id: 'ws' } }] }),
    step('mine', sheet),
    sheet,
  );
  assert.deepEqual(calls[1], ['worksheets.update', 'ws', { name: 'W', content: 'select 1' }]);
});
