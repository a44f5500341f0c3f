import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutputItem } from '@errand/sdk';
import { LOOK_INTO_BYTES, readOutput, resourceOf } from './read-output.ts';

const read = (value: unknown, type = 'application/json') =>
  readOutput(
    { key: 'result', data_type: type, value: typeof value === 'string' ? value : JSON.stringify(value) } as OutputItem,
    'j',
  );

test('a verdict has findings of all categories and evidence to open', () => {
  const { verdict } = read({
    aml_analysis: {
      verdict: 'rejected',
      summary: 'Two hits.',
      investigation_findings: [
        {
          rule_title: 'Sanctions',
          hit: true,
          evidence_references: ['$1$', 7],
          knowledge_citations: [{ typology_name: 'Detours', tactic_name: null, indicator: 'A third country' }, 7],
        },
      ],
      category_analysis: [
        {
          category: 'Goods',
          findings: [{ rule_title: 'Weapons', flag: 'GREEN_FLAG', hit: false, supported: false }],
          evidences: [{ reference: '$1$', evidence_type: 'web_link', evidence_data: 'https://a.example' }],
        },
      ],
      evidence: [{ reference: '$2$', evidence_type: 'unknown', evidence_data: 'key' }, 'nonsense'],
    },
  });
  assert.deepEqual(
    verdict?.findings.map(({ rule, category, hit, unsupported, evidence }) => [
      rule,
      category,
      hit,
      unsupported,
      evidence,
    ]),
    [
      ['Sanctions', '', true, false, ['$1$']],
      ['Weapons', 'Goods', false, true, []],
    ],
  );
  assert.deepEqual(
    verdict?.findings.map(({ knowledge, flag }) => [knowledge, flag]),
    [
      [['Detours · A third country'], 'none'],
      [[], 'green'],
    ],
  );
  assert.deepEqual(
    verdict?.evidence.map(({ kind, data }) => [kind, data]),
    [
      ['artifact', 'key'],
      ['web_link', 'https://a.example'],
    ],
  );
});

test('output of any other shape is shown without a verdict', () => {
  for (const value of [null, [], 'text', { aml_analysis: 'none' }, { aml_analysis: { verdict: 7 } }]) {
    assert.equal(read(value).verdict, undefined);
  }
  assert.deepEqual(read('plain words', 'text/plain').isJson, false);
  assert.deepEqual(read('{cut', 'text/plain').value, undefined);
});

test('artifacts of this job and saved pages are found wherever they stand', () => {
  const { artifacts, resources } = read({
    deep: [{ of: 'agent-job-j/a.json' }, 'agent-job-j/a.json', 'agent-job-other/b.json'],
    references: ['https://errand.example/v1/agents/jobs/j/references/r-1/', 'https://elsewhere.example/', 7],
  });
  assert.deepEqual(artifacts, ['agent-job-j/a.json']);
  assert.deepEqual(resources, ['r-1']);
  assert.equal(resourceOf('https://x.example/references/..%2F..%2Fsecret/'), undefined);
});

test('a very large output is text first', () => {
  const { value, isJson } = read(JSON.stringify(['x'.repeat(LOOK_INTO_BYTES)]));
  assert.deepEqual([value, isJson], [undefined, true]);
});
