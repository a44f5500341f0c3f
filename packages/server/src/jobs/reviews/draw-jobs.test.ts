import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptedDb } from '../../../test/scripted-db.ts';
import { drawJobs } from './draw-jobs.ts';

const [from, to] = [new Date('2026-01-02T03:00:00Z'), new Date('2026-01-02T04:00:00Z')];
const dbWith = (span: object[]) =>
  scriptedDb({
    'from review_plans limit 1': [{}],
    'for update skip locked': [{}],
    'with settled': span,
  });

test('without a plan a pass is one look', async () => {
  const db = scriptedDb();
  assert.equal(await drawJobs(db), false);
  assert.equal(db.sent.length, 1);
});

test('while another process has the mark, nothing is drawn', async () => {
  const db = scriptedDb({ 'from review_plans limit 1': [{}] });
  assert.equal(await drawJobs(db), false);
  assert.equal(db.sentTo('insert into review_tasks').length, 0);
});

test('the mark moves to the end of what was looked at, and tells whether there is more', async () => {
  for (const more of [true, false]) {
    const db = dbWith([{ from, to, more }]);
    assert.equal(await drawJobs(db), more);
    assert.deepEqual(db.sentTo('insert into review_tasks')[0]!.values, [from, to]);
    assert.deepEqual(db.sentTo('update review_mark')[0]!.values, [to]);
  }
});

test('a mark never goes back, even if the clock does', async () => {
  const db = dbWith([{ from: to, to: from, more: false }]);
  assert.equal(await drawJobs(db), false);
  assert.equal(db.sentTo('update review_mark').length, 0);
});
