import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppliedPolicy } from '#policies/model.ts';
import { createTestContext } from '../../../test/engine-context.ts';
import type { FrozenCase } from '../engine/frozen.ts';
import { readSettings } from './ask/settings.ts';
import { createEvidence } from './evidence/evidence.ts';
import { seekMore } from './seek-more.ts';

const policy = {
  policyId: 'p',
  versionId: 'v',
  content: { guidelines: { categories: [{ title: 'Goods', rules: [{ title: 'Weapons', flag: 'RED_FLAG' }] }] } },
} as unknown as AppliedPolicy;

test('all rules are new to a case of which nobody knows what its evidence was gathered for', async () => {
  const frozen = {
    plan: '',
    items: [],
    gathering: { tools: [{ name: 'query_tables', description: '', inputSchema: {} }], uses: [] },
    sources: { hosts: [], tables: '*' },
  } as unknown as FrozenCase;
  const { context, asked } = createTestContext(['It cannot be found.']);
  const settings = readSettings(context, { model: 'some-model' });
  const evidence = createEvidence(context);
  await evidence.add({ name: 'listing', description: '', source: 'input', text: 'A knife.', isCase: true });
  await seekMore(context, { settings, policy, evidence, frozen, anew: false });
  assert.deepEqual([asked.length, JSON.stringify(asked[0]?.prompt).includes('Weapons')], [1, true]);
});
