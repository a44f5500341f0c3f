import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppliedPolicy } from '#policies/model.ts';
import { createTestContext } from '../../../test/engine-context.ts';
import type { FrozenCase } from '../engine/frozen.ts';
import { applyInputChanges, findInputChange } from './change-inputs.ts';
import { redecide } from './decide-again.ts';

const { signal } = new AbortController();

const policy: AppliedPolicy = {
  policyId: 'p',
  name: 'Goods',
  versionId: 'v',
  versionName: '1',
  content: {
    guidelines: {
      categories: [
        {
          title: 'Prohibited goods',
          rules: [
            { title: 'Weapons', description: 'Weapons or knives with a fixed blade.', flag: 'RED_FLAG' },
            { title: 'Tobacco', description: 'Tobacco, cigars or cigarettes.', flag: 'RED_FLAG' },
            { title: 'Return policy', description: 'The seller takes goods back within 30 days.', flag: 'GREEN_FLAG' },
          ],
        },
      ],
    },
    dispositions: { classifications: [{ name: 'approved' }, { name: 'manual_review' }, { name: 'rejected' }] },
  },
};

const SENTENCES = [
  'A knife with a fixed blade, one of our weapons.',
  'Weapons for hunters, with a fixed blade.',
  'Cigars and cigarettes of fine tobacco.',
  'Tobacco from Cuba, cigarettes by the box.',
  'Soft wool from the north.',
  'Ships within two days.',
  'The seller takes goods back within 30 days.',
  'Made of oak and brass.',
  'Washable at low heat.',
];

/** The same cases on every machine. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

const frozenOf = (text: string, more: Partial<FrozenCase['items'][number]> = {}): FrozenCase => ({
  engine: 'ProductPolicyEngine',
  settings: { model: 'baseline', effort: 'medium', baselineVerdicts: true },
  plan: '',
  lessons: '',
  knowledge: undefined,
  queried: [],
  items: [
    {
      name: 'product_listing',
      description: 'The product listing.',
      source: 'input product_listing',
      text,
      isCut: false,
      isCase: true,
      saved: [],
      ...more,
    },
  ],
});

const verdictOf = async (frozen: FrozenCase): Promise<string> =>
  (await redecide(createTestContext().context, policy, frozen)).verdict.verdict;

test('of 200 cases, an input without the named passages gives the named verdict every time, and with any of them it does not', async () => {
  const random = createRandom(11);
  let named = 0;
  for (let number = 0; number < 200; number += 1) {
    const text = Array.from({ length: 1 + random(5) }, () => SENTENCES[random(SENTENCES.length)]!).join('\n');
    const frozen = frozenOf(text);
    const before = await verdictOf(frozen);
    const found = await findInputChange(policy, frozen, signal);
    if (before === 'approved') assert.equal(found, undefined);
    if (found === undefined || found === 'too long') continue;
    named += 1;
    assert.notEqual(found.verdict, before);
    assert.equal(await verdictOf(applyInputChanges(frozen, found.changes)), found.verdict, text);
    for (const change of found.changes) {
      const fewer = found.changes.filter((one) => one !== change);
      if (fewer.length > 0) assert.notEqual(await verdictOf(applyInputChanges(frozen, fewer)), found.verdict, text);
    }
  }
  assert.ok(named > 60, `only ${named} changes`);
});

test('nothing is said of what nobody wrote, of data, of a case that would be empty, or where a model or a person decides', async () => {
  const [weapons] = SENTENCES as [string];
  const wool = `${weapons}\nSoft wool from the north.`;
  assert.notEqual(await findInputChange(policy, frozenOf(wool), signal), undefined);
  assert.equal(await findInputChange(policy, frozenOf(weapons), signal), undefined);
  assert.equal(await findInputChange(policy, frozenOf(wool, { source: 'https://shop.example/' }), signal), undefined);
  assert.equal(await findInputChange(policy, frozenOf(JSON.stringify({ note: wool })), signal), undefined);
  for (const settings of [{ model: 'some-model' }, { baselineVerdicts: false }]) {
    const frozen = frozenOf(wool);
    const other = { ...frozen, settings: { ...frozen.settings, ...settings } };
    assert.equal(await findInputChange(policy, other, signal), undefined);
  }
});

test('a case that is too long to be tried is reported as such', async () => {
  const long = Array.from({ length: 200 }, (_, at) => `Sentence ${at} about wool.`).join('\n');
  assert.equal(await findInputChange(policy, frozenOf(long), signal), 'too long');
});
