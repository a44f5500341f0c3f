import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptedDb } from '../../../test/scripted-db.ts';
import { checkCorrection } from './check-correction.ts';
import type { NewReview } from './reviews.ts';

const disagrees: NewReview = { agrees: false, correctedVerdict: null, correctedOutputs: null, comment: '' };
const json = [{ key: 'result', data_type: 'application/json', description: '', value: '{"total":1}' }];

function check(job: object, review: Partial<NewReview>) {
  const db = scriptedDb({ 'from jobs j': [{ policy_version_id: null, verdict: null, outputs: null, ...job }] });
  return checkCorrection(db, 'org', 'job', { ...disagrees, ...review });
}

const field = (name: string) => (error: { code: string; options: { fields: object } }) =>
  error.code === 'invalid_fields' && name in error.options.fields;

test('who agrees corrects nothing, whatever was sent along', async () => {
  assert.deepEqual(await check({ verdict: 'clear' }, { agrees: true, correctedVerdict: 'suspicious' }), {
    correctedVerdict: null,
    correctedOutputs: null,
  });
});

test('who disagrees with a verdict has to name the right one, and blanks are no name', async () => {
  await assert.rejects(check({ verdict: 'clear' }, { comment: 'wrong' }), field('corrected_verdict'));
  await assert.rejects(check({ verdict: 'clear' }, { correctedVerdict: '  ' }), field('corrected_verdict'));
  const given = await check({ verdict: 'clear' }, { correctedVerdict: 'suspicious' });
  assert.equal(given.correctedVerdict, 'suspicious');
});

test('without a verdict, words or values are enough, and one of them is needed', async () => {
  await assert.rejects(check({ outputs: json }, { comment: ' ' }), field('corrected_outputs'));
  await assert.rejects(check({ outputs: json }, { correctedOutputs: {} }), field('corrected_outputs'));
  assert.equal((await check({ outputs: json }, { comment: 'The total is wrong.' })).correctedOutputs, null);
  const given = await check({ outputs: json }, { correctedOutputs: { '/total': 2 } });
  assert.deepEqual(given.correctedOutputs, { '/total': 2 });
});

test('a pointer into nothing is refused by name', async () => {
  await assert.rejects(
    check({ outputs: json }, { correctedOutputs: { '/total': 2, '/lines/0': 1 } }),
    (error: { options: { fields: { corrected_outputs: string[] } } }) => {
      const { corrected_outputs: problems } = error.options.fields;
      return problems.length === 1 && problems[0]!.includes("'/lines/0'");
    },
  );
  await assert.rejects(check({ outputs: [] }, { correctedOutputs: { '/total': 2 } }), field('corrected_outputs'));
});
