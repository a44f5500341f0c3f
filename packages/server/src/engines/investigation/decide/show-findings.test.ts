import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppliedPolicy, PolicyRule } from '#policies/model.ts';
import { rulesOf } from '#policies/model.ts';
import { analysisBeginning, resultBeginning } from '../output.ts';
import type { Finding } from './findings.ts';
import { createShowFindings } from './show-findings.ts';

const category = (title: string, ...rules: string[]) => ({
  title,
  rules: rules.map((one) => ({ title: one, description: `${one}.`, flag: 'RED_FLAG' })),
});
const policy = {
  name: 'P',
  versionName: 'v1',
  versionId: 'id',
  content: { guidelines: { categories: [category('A', 'one', 'two'), category('B', 'three'), category('A', 'four')] } },
} as unknown as AppliedPolicy;
const rules = rulesOf(policy.content);
const [one, two, three, four] = rules as [PolicyRule, PolicyRule, PolicyRule, PolicyRule];

const finding = (rule: PolicyRule, reasoning = 'It ends with ]}]}'): Finding => ({
  rule,
  hit: true,
  reasoning,
  quotes: [{ reference: '$REF_1$', quote: 'x' }],
  unsupported: [],
});

/** What a watcher has after each begin. */
function watch(): { begun: string[]; show(key: string): (words: string) => void } {
  const begun: string[] = [];
  return {
    begun,
    show() {
      const at = begun.push('') - 1;
      return (words) => {
        begun[at] += words;
      };
    },
  };
}

test('findings are shown in the order of the output, as its beginning, whatever order they come in', () => {
  const all = rules.map((rule) => finding(rule));
  for (const beginning of [resultBeginning(policy, 'result'), analysisBeginning(policy, 'result')]) {
    const watcher = watch();
    const show = createShowFindings(watcher, rules, beginning);
    const whole = JSON.stringify(beginning.value(all));
    for (const rule of [three, two, one, four]) {
      show([finding(rule)]);
      assert.ok(whole.startsWith(watcher.begun[0] ?? ''), watcher.begun[0]);
    }
    assert.equal(watcher.begun.length, 1);
    assert.equal(whole.replace(/[\]}]+$/, ''), watcher.begun[0]!.replace(/[\]}]+$/, ''));
  }
});

test('nothing is shown before the first finding of the output, and a changed finding begins anew', () => {
  const watcher = watch();
  const show = createShowFindings(watcher, rules, resultBeginning(policy, 'result'));
  show([finding(two)]);
  assert.deepEqual(watcher.begun, []);
  show([finding(one)]);
  assert.match(watcher.begun[0]!, /"rule_title":"two"/);
  show([finding(one, 'Changed.')]);
  assert.equal(watcher.begun.length, 2);
  assert.match(watcher.begun[1]!, /Changed.*"rule_title":"two"/);
  show([finding(three)]);
  assert.equal(watcher.begun.length, 2, 'the next one continues');
});
