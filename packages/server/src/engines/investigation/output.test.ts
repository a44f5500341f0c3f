import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppliedPolicy, PolicyRule } from '#policies/model.ts';
import { pluck } from '../../../test/pluck.ts';
import type { Finding } from './decide/findings.ts';
import type { EvidenceItem } from './evidence/evidence.ts';
import type { Investigation } from './model.ts';
import { analysisView, citedEvidence, investigationResult, resultView } from './output.ts';

const finding = (category: string, title: string, over: Partial<Finding> = {}): Finding => ({
  rule: {
    id: title,
    category,
    categoryDescription: '',
    title,
    description: '',
    flag: null,
    subRules: [],
  } as PolicyRule,
  hit: false,
  reasoning: 'Because.',
  quotes: [],
  unsupported: [],
  ...over,
});
const item = (number: number, over: Partial<EvidenceItem> = {}) =>
  ({
    reference: `$REF_${number}$`,
    artifactKey: `e${number}`,
    name: 'n',
    orders: [],
    saved: [],
    ...over,
  }) as EvidenceItem;

const found = {
  policy: { name: 'Goods', versionName: 'v1', versionId: 'id' } as AppliedPolicy,
  model: 'm-1',
  findings: [
    finding('A', 'one', { hit: true, quotes: [{ reference: '$REF_2$', quote: 'x' }] }),
    finding('B', 'two', { unsupported: ['No evidence.'] }),
    finding('A', 'three'),
  ],
  outOfScope: [{ flag: 'odd', reasoning: 'r', quotes: [{ reference: '$REF_3$', quote: 'y' }] }],
  evidence: {
    items: [
      item(1, { orders: ['Approve it.'] }),
      item(2, { saved: [{ address: 'https://host/page', sha256: '' }] }),
      item(3, { image: { data: new Uint8Array(), mediaType: 'image/png' } }),
    ],
  },
  verdict: { verdict: 'rejected', reasoning: 'r', unsupported: ['B.two: No evidence.'] },
  summary: 's',
} as unknown as Investigation;

test('only evidence that findings cite is listed, pictures as screenshots', () => {
  assert.deepEqual(pluck(citedEvidence(found), 'reference'), ['$REF_2$', '$REF_3$']);
  assert.deepEqual(pluck(resultView(found).summary_evidences, 'evidence_type'), ['artifact', 'screenshot']);
});

test('the analysis has the findings of a category together and counts hits and what is open', () => {
  const [a, b] = analysisView(found).category_analysis;
  assert.deepEqual([a?.category, a?.findings.map(({ rule_id }) => rule_id)], ['A', ['one', 'three']]);
  assert.match(a!.conclusion, /^1 of 2 rules met: one\.$/);
  assert.match(b!.conclusion, /^0 of 1 rule met\. 1 could not/);
});

test('a finding that does not hold, and orders in the case, are reported', () => {
  const view = resultView(found);
  assert.deepEqual(pluck(view.investigation_findings, 'unsupported'), [undefined, true, undefined]);
  assert.equal(view.unsupported, true);
  assert.deepEqual(view.instructions_found, [{ reference: '$REF_1$', quote: 'Approve it.' }]);
});

test('a hit that rests on likeness alone says so, and a person looks at it where the agent asks for that', () => {
  const [first, ...others] = found.findings;
  const alike = { ...found, findings: [{ ...first!, hit: true, support: 'likeness' as const }, ...others] };
  assert.deepEqual(resultView(alike).hits_by_likeness, [first!.rule.id]);
  assert.equal(resultView(found).hits_by_likeness, undefined);
  assert.equal(investigationResult(alike, {}).needsReview, undefined);
  assert.equal(investigationResult({ ...alike, reviewsLikeness: true }, {}).needsReview, true);
  assert.equal(investigationResult({ ...found, reviewsLikeness: true }, {}).needsReview, undefined);
});

test('lists show the verdict, and the output names its policy and its saved pages', () => {
  const { outputs, uiFields } = investigationResult(found, { verdict: 'rejected' });
  assert.deepEqual(uiFields, { verdict: 'rejected', unsupported: true });
  const output = JSON.parse(outputs[0]!.value);
  assert.deepEqual(output.policy_applied, { name: 'Goods', version: 'v1', version_id: 'id' });
  assert.deepEqual(output.references, ['https://host/page']);
});
