import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createErrand } from '@errand/sdk';
import { startHarness, stopAtEnd } from '../../../server/test/harness.ts';
import { addAgentVersion, addPolicyVersion } from './apply-versions.ts';
import type { Step } from './plan.ts';

// Promotions by apply against a real service, with somebody else who promotes in between.

const harness = stopAtEnd(await startHarness());
const org = await harness.org();
const errand = createErrand({ baseUrl: harness.baseUrl, apiKey: org.apiKey });
const step = (definition: object): Step => ({ slug: 'mine', definition, action: 'update', changes: [] }) as never;
const reasons = async (id: string): Promise<unknown[]> => {
  const { results } = await org.expect(200, 'GET', `/v1/organizations/${org.orgId}/audit/?target_id=${id}`);
  return results.flatMap(({ detail }: { detail: { reason?: string } }) => detail.reason ?? []);
};

test('apply --promote never replaces an agent’s version that somebody else has made current meanwhile', async () => {
  const made = await errand.agents.create({
    name: 'Guarded',
    engine_class_id: 'TemplateEngine',
    engine_config: { template: 'One' },
  });
  const read = await errand.agents.get(made.id);
  const theirs = await errand.versions.create(made.id, { engine_config: { template: 'Theirs' } });
  const { engine_config: config, input_definitions: inputs } = await errand.versions.current(made.id);
  const wanted = { name: 'mine', inputs, config: { ...config, template: 'Mine' } } as never;
  const apply = (agent: typeof read) =>
    addAgentVersion(errand, step({ kind: 'agent' }), agent, wanted, { promotes: true });
  const current = async () => (await errand.agents.get(made.id)).current_version_id;
  await assert.rejects(apply(read), { status: 409 });
  assert.equal(await current(), theirs.id);
  assert.equal(await apply(await errand.agents.get(made.id)), undefined);
  assert.equal((await errand.versions.current(made.id)).version_name, 'mine');
  assert.equal((await errand.versions.list(made.id)).count, 3, 'the version that was refused is used again');
  assert.deepEqual(await reasons(made.id), ['errand apply --promote']);
});

test('… nor a policy’s', async () => {
  const made = await errand.policies.create({ name: 'Guarded', content: { instructions: 'One.' } });
  const read = await errand.policies.get(made.id);
  const theirs = await errand.policyVersions.create(made.id, {
    content: { instructions: 'Theirs.' },
    base_version_id: read.current_version_id,
  });
  const wanted = { content: { instructions: 'Mine.' }, version_name: 'mine' };
  const apply = (policy: typeof read) =>
    addPolicyVersion(errand, step({ kind: 'policy' }), policy, wanted, { promotes: true });
  await assert.rejects(apply(read), { status: 409 });
  const after = await errand.policies.get(made.id);
  assert.equal(after.current_version_id, theirs.id);
  assert.equal(await apply(after), undefined);
  assert.notEqual((await errand.policies.get(made.id)).current_version_id, theirs.id);
  assert.deepEqual(await reasons(made.id), ['errand apply --promote']);
});
