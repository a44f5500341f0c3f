import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Defined, PolicyDefinition, WebhookDefinition } from './definition.ts';
import { plan } from './plan.ts';
import type { Organization } from './read-organization.ts';

const policy = (slug: string, change: Partial<PolicyDefinition> = {}): Defined<PolicyDefinition> => ({
  slug,
  definition: { kind: 'policy', name: slug, description: '', version_name: '', content: { a: 1 }, ...change },
});
const webhook = (agents: string[]): Defined<WebhookDefinition> => ({
  slug: 'ops',
  definition: {
    kind: 'webhook',
    name: 'ops',
    url: 'https://x',
    is_active: true,
    events: [],
    alerts: [],
    headers: [],
    agents,
  },
});
const organization = {
  connections: [],
  skills: [],
  policies: [policy('kept'), policy('other')],
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
    ['policy:kept', '1'],
    ['policy:other', '2'],
  ]),
} as unknown as Organization;

test('what is new is created, what differs is updated, what is left out of a file or folder stays', () => {
  const { name, kind, content } = policy('kept').definition;
  const partial = { slug: 'kept', definition: { kind, name, content } as PolicyDefinition };
  assert.deepEqual(
    plan(organization, [partial]).steps.map(({ action }) => action),
    ['none'],
  );
  const { steps, unmanaged } = plan(organization, [policy('kept', { content: { a: 2 } }), policy('fresh')]);
  assert.deepEqual(
    steps.map(({ slug, action, changes }) => [slug, action, changes]),
    [
      ['kept', 'update', [{ path: 'content.a', from: 1, to: 2 }]],
      ['fresh', 'create', []],
    ],
  );
  assert.deepEqual(unmanaged, ['policies/other.yaml']);
});

test('a reference to nothing is refused before anything is done', () => {
  assert.throws(() => plan(organization, [webhook(['nobody'])]), /webhooks\/ops\.yaml: agent:nobody/);
  assert.throws(() => plan(organization, [policy('kept', { content: { a: 'policy:gone' } })]), /policy:gone/);
  assert.equal(plan(organization, [policy('kept', { content: { a: 'policy:other' } })]).steps.length, 1);
});
