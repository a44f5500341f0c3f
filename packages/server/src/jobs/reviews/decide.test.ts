import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '#platform/caller.ts';
import type { AppError } from '#platform/errors.ts';
import { scriptedDb } from '../../../test/scripted-db.ts';
import { jobStatus } from '../record/model.ts';
import type { JobState } from '../record/store.ts';
import { contestJob } from './contest.ts';
import { decideTask, reviewJob } from './decide.ts';
import { openSecond } from './second.ts';
import type { TaskRow } from './tasks-store.ts';

const ada: Caller = { orgId: 'org', userId: 1, keyId: null, role: 'member' };
const bob: Caller = { ...ada, userId: 2 };
const who = { userId: 1, keyId: null, name: 'ada@example.com' };
const agrees = { agrees: true, correctedVerdict: null, correctedOutputs: null, comment: '', secondsSpent: 3 };
const task = (over: Partial<TaskRow> = {}): TaskRow =>
  ({ id: 't', orgId: 'org', jobId: 'job', agentId: 'a', round: 1, firstId: null, state: 'open', ...over }) as TaskRow;
const job = { id: 'job', agentId: 'a', status: jobStatus.success } as JobState;

/** `drawn`: the plan asks for a second review. */
function desk(tasks: TaskRow[], { drawn = false } = {}) {
  return scriptedDb({
    second_review_rate: drawn ? 1 : 0,
    't.id = $2': ([, id]) => tasks.filter((row) => row.id === id),
    't.org_id = $1 and t.job_id = $2 order by': tasks,
    "'feedback'": [{ id: 'unasked' }],
    'from users': [{ email: 'me@b.c', key: null }],
  });
}
type Desk = ReturnType<typeof desk>;
const closed = (db: Desk): unknown[] => db.sentTo("set status = 'done'").map(({ values }) => values[1]);
const counts = (db: Desk): boolean => db.sentTo('insert into job_reviews').length > 0;
const audited = (db: Desk) => JSON.parse(String(db.sentTo('insert into audit_log')[0]!.values.at(-1)));

test('a decision counts at once unless a second review is drawn, and until then the log does not tell it', async () => {
  const single = desk([task()]);
  await decideTask(single, ada, task(), agrees);
  assert.deepEqual([closed(single), counts(single), audited(single).status], [['t'], true, 'approved']);
  const double = desk([task()], { drawn: true });
  await decideTask(double, ada, task(), agrees);
  assert.deepEqual([closed(double), counts(double), audited(double)], [['t'], false, { job_id: 'job', round: 1 }]);
});

test('a second review is the last word: no third one is drawn', async () => {
  assert.equal(await openSecond(desk([], { drawn: true }), task({ round: 2 })), false);
  assert.equal(await openSecond(desk([], { drawn: true }), task()), true);
});

test('only jobs that have ended are reviewed', async () => {
  const running = { ...job, status: jobStatus.started };
  await assert.rejects(reviewJob(desk([]), ada, running, agrees), { code: 'job_not_final' });
});

test('an opinion that nobody asked for counts, and is kept as a task of its own', async () => {
  const db = desk([]);
  await reviewJob(db, ada, job, agrees);
  assert.deepEqual([closed(db), counts(db)], [['unasked'], true]);
});

test('an opinion about a job with an open task answers that task', async () => {
  const db = desk([task()]);
  await reviewJob(db, ada, job, agrees);
  assert.deepEqual([closed(db), counts(db)], [['t'], true]);
});

test('who reviewed first may change their mind while the second is open, without deciding for the second', async () => {
  const first = task({ id: 'first', state: 'done', decidedBy: who });
  const second = task({ id: 'second', round: 2, firstId: 'first' });
  const db = desk([second, first]);
  assert.equal(await reviewJob(db, ada, job, agrees), undefined);
  assert.deepEqual([closed(db), counts(db)], [['first'], false]);
  const others = desk([second, first]);
  await reviewJob(others, bob, job, agrees);
  assert.deepEqual([closed(others), counts(others)], [['second'], true]);
});

test('a later opinion replaces that of the same person and stands beside that of another', async () => {
  const done = task({ state: 'done', decidedBy: who });
  const own = desk([done]);
  await reviewJob(own, ada, job, agrees);
  assert.deepEqual(closed(own), ['t']);
  const others = desk([done]);
  await reviewJob(others, bob, job, agrees);
  assert.deepEqual(closed(others), ['unasked']);
});

test('contesting a job turns its open task into a contested one, or opens one', async () => {
  const open = desk([task()]);
  assert.equal((await contestJob(open, ada, job, {})).id, 't');
  assert.equal(open.sentTo('insert into review_tasks').length, 0);
  const rows: TaskRow[] = [];
  const none = scriptedDb({
    't.org_id = $1 and t.job_id': [],
    'insert into review_tasks': ([, , id]) => rows.push(task({ id: String(id) })),
    't.id = $2': rows,
  });
  assert.equal((await contestJob(none, ada, job, {})).id, rows[0]!.id);
});

test('a job is not contested twice, nor while a second review is open', async () => {
  for (const open of [task({ reason: 'contested' }), task({ round: 2 })])
    await assert.rejects(contestJob(desk([open]), ada, job, {}), (error: AppError) => {
      return error.code === 'conflict' && error.options.extra?.review_id === 't';
    });
});
