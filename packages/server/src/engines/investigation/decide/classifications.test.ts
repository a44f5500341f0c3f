import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PolicyRule } from '#policies/model.ts';
import { pluck } from '../../../../test/pluck.ts';
import { cautiousVerdict, isCautious, isFavourable, verdictFromFindings, verdictsOf } from './classifications.ts';
import type { Finding } from './findings.ts';

const named = (...names: string[]) => names.map((name) => ({ name, description: '', prompt: '' }));
const finding = (flag: PolicyRule['flag'], hit: boolean): Finding => ({
  rule: { id: '', category: '', categoryDescription: '', title: '', description: '', flag, subRules: [] },
  hit,
  reasoning: '',
  quotes: [],
  unsupported: [],
});

test('a red flag that is hit speaks against the case, in the words of the policy; a green one for it', () => {
  const red = [finding('RED_FLAG', true), finding('GREEN_FLAG', true)];
  const none = [finding('RED_FLAG', false), finding('GREEN_FLAG', true)];
  for (const [favourable, adverse, names] of [
    ['approved', 'rejected', ['rejected', 'approved']],
    ['compliant', 'non-compliant', ['non-compliant', 'compliant']],
    ['false_positive', 'true_positive', ['true_positive', 'false_positive']],
    ['LOW', 'HIGH', ['HIGH', 'MEDIUM', 'LOW']],
    ['close', 'file_sar', ['close', 'file_sar']],
    ['no_report', 'report', ['no_report', 'report']],
    ['no_report', 'suspicious', ['no_report', 'suspicious']],
    ['erste', 'letzte', ['erste', 'letzte']],
  ] as const) {
    assert.equal(verdictFromFindings(named(...names), none), favourable);
    assert.equal(verdictFromFindings(named(...names), red), adverse);
  }
});

test('a case that cannot be decided goes to people, or is not approved', () => {
  assert.equal(cautiousVerdict(named('approved', 'rejected', 'manual_review')), 'manual_review');
  assert.equal(cautiousVerdict(named('approved', 'rejected')), 'rejected');
  assert.equal(cautiousVerdict(named('erste', 'letzte')), 'letzte');
  assert.deepEqual(pluck(verdictsOf({}), 'name'), ['approved', 'rejected']);
});

test('names are read as words: what ends like a word, or has one inside, is not that word', () => {
  for (const [name, tone] of [
    ['cleared', 'favourable'],
    ['autoApproved', 'favourable'],
    ['Safe to list', 'favourable'],
    ['no_further_action', 'favourable'],
    ['no_report', 'favourable'],
    ['no_sar_filed', 'favourable'],
    ['not_suspicious', 'favourable'],
    ['not_reported', 'favourable'],
    ['report', 'cautious'],
    ['file_sar', 'cautious'],
    ['suspicious', 'cautious'],
    ['disapproved', 'cautious'],
    ['disallowed', 'cautious'],
    ['not cleared', 'cautious'],
    ['cannot be approved', 'cautious'],
    ['non-compliant', 'cautious'],
    ['red', 'cautious'],
    ['on_hold', 'cautious'],
    ['follow-up review', 'cautious'],
  ] as const) {
    const verdicts = named('approved', name, 'rejected');
    assert.equal(isFavourable(verdicts[1]!, verdicts), tone === 'favourable', name);
    assert.equal(isCautious(name, verdicts), tone === 'cautious', name);
  }
  const silent = named('erste', 'zweite', 'letzte');
  assert.deepEqual(
    silent.map((one) => isFavourable(one, silent)),
    [true, false, false],
  );
  assert.deepEqual(
    silent.map(({ name }) => isCautious(name, silent)),
    [false, false, true],
  );
});
