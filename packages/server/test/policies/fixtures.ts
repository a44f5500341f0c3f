import assert from 'node:assert/strict';
import { Type } from 'typebox';
import { defineEngine, type Engine } from '#engines/engine/engine.ts';
import type { TestOrg } from '../harness.ts';

// Policies for tests, and an engine that just says which one it was given.

export type TestPolicy = { id: string; versionId: string };

export const rule = (title: string, more: Record<string, unknown> = {}) => ({ title, ...more });

export const contentWith = (...titles: string[]) => ({
  guidelines: { categories: [{ title: 'Category', rules: titles.map((title) => rule(title, { flag: 'RED_FLAG' })) }] },
  dispositions: { classifications: [{ name: 'approved' }, { name: 'rejected' }] },
});

export async function createPolicy(org: TestOrg, content: unknown = contentWith('Rule'), name = 'Policy') {
  const answer = await org.expect(201, 'POST', '/v1/policies/', { name, content });
  return { id: answer.id, versionId: answer.current_version_id } as TestPolicy;
}

export async function addVersion(org: TestOrg, policyId: string, body: Record<string, unknown>): Promise<any> {
  return org.expect(201, 'POST', `/v1/policies/${policyId}/versions/`, body);
}

export async function promote(org: TestOrg, policyId: string, versionId: string): Promise<void> {
  const answer = await org.request('PATCH', `/v1/policies/${policyId}/set-current-version/${versionId}/`);
  assert.deepEqual([answer.status, answer.body.current_version_id], [200, versionId]);
}

/** Its output and its verdict name the version of the policy. */
export function createPolicyEngine(id = 'PolicyEngine', policy: 'required' | 'optional' = 'required'): Engine {
  return defineEngine({
    id,
    name: id,
    description: 'Says which policy it works with.',
    inputs: [{ key: 'text', data_type: 'text/plain', description: 'Anything.', required: false }],
    policy,
    configSchema: Type.Object({}, { additionalProperties: true }),
    async run(context, { inputs }) {
      const applied = await context.policy();
      const verdict = inputs.text === 'bad' ? 'rejected' : 'approved';
      const value = JSON.stringify({ result: { verdict }, version_id: applied?.versionId ?? null });
      return { outputs: [{ key: 'output', data_type: 'application/json', value }], uiFields: { verdict } };
    },
  });
}
