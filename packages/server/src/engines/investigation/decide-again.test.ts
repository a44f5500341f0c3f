import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppliedPolicy } from '#policies/model.ts';
import { createTestContext } from '../../../test/engine-context.ts';
import type { FrozenCase } from '../engine/frozen.ts';
import { redecide } from './decide-again.ts';
import { jsonLines, splitInput } from './evidence/case-tables.ts';

const rows = Array.from({ length: 3 }, (_, index) => ({ id: `T-${index}`, note: 'Bread.' }));
const value = JSON.stringify({ remarks: 'quiet', transactions: rows });

const policy = {
  policyId: 'p',
  versionId: 'v',
  content: {
    guidelines: { categories: [{ title: 'Goods', rules: [{ title: 'Weapons', flag: 'RED_FLAG' }] }] },
    dispositions: { classifications: [{ name: 'approved' }, { name: 'manual_review' }, { name: 'rejected' }] },
  },
} as unknown as AppliedPolicy;

function frozenOf(text: string): FrozenCase {
  const cut = { isCut: true, isCase: true, saved: [], source: 'input data', name: 'data', description: '' };
  return {
    engine: 'AMLInvestigationEngine',
    settings: { model: 'baseline', effort: 'low', baselineVerdicts: true },
    plan: '',
    lessons: '',
    knowledge: undefined,
    queried: [],
    items: [{ ...cut, text, tables: ['data'] }],
    inputs: [{ key: 'data', value }],
  };
}

async function unsupportedOf(text: string): Promise<string[]> {
  const { context } = createTestContext();
  return (await redecide(context, policy, frozenOf(text))).verdict.unsupported;
}

test('a stored case has its tables again, whether the rest stood with them or apart', async () => {
  for (const text of [splitInput('data', value).rows, jsonLines(value)])
    assert.deepEqual(await unsupportedOf(text.slice(0, 40)), []);
});

test('a stored case whose input was changed has no tables', async () => {
  assert.match((await unsupportedOf('{"id":"another row"')).join(), /read in part only/);
});
