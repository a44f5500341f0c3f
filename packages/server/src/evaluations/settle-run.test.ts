import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobStatus } from '#jobs/record/model.ts';
import type { Caller } from '#platform/caller.ts';
import { scriptedDatabase, scriptedDb } from '../../test/scripted-db.ts';
import { compareRuns } from './compare-runs.ts';
import { cancelRun, resumeRun } from './resume-run.ts';
import type { RunRow } from './runs-store.ts';
import { settleRun } from './settle-run.ts';

const run = {
  id: 'run',
  org_id: 'org',
  set_id: 'set',
  batch_id: 'b',
  agent_id: 'a',
  repeats: 1,
  open: 0,
  cancel_asked_at: null,
};
const result = (position: number, expected: string) => ({
  position,
  case_id: `c${position}`,
  expected: { verdict: expected },
  weight: 1,
});
const answer = (batch_index: number, verdict: string | null, over: object = {}) => ({
  batch_index,
  status: verdict === null ? jobStatus.failure : jobStatus.success,
  ui_fields: verdict === null ? null : { verdict },
  outputs: [],
  error_message: verdict === null ? 'It broke.' : null,
  data_deleted: false,
  ...over,
});

/** `before`: results of the last run of the current version. */
function world({
  over = {} as object,
  answers = [] as object[],
  results = [result(0, 'clear'), result(1, 'clear')],
  before = [] as object[],
} = {}) {
  const db = scriptedDb({
    'for update of r skip locked': [{ ...run, ...over }],
    'distinct on (batch_index)': answers,
    'from evaluation_results': ([, id]) => (id === 'base' ? before : results),
    'from agents a join':
      before.length > 0 ? [{ agent_id: 'a', version_id: 'current', approval: null, current_approval: null }] : [],
    'order by finished_at desc': [{ id: 'base' }],
  });
  return { db, settle: () => settleRun(scriptedDatabase(db), 'org', 'run') };
}
type World = ReturnType<typeof world>;
const judged = ({ db }: World) => JSON.parse(String(db.sentTo('update evaluation_results')[0]!.values[2]));
const end = ({ db }: World) => {
  const [status, reason, scores, baseline, regressions] = db.sentTo('update evaluation_runs')[0]!.values.slice(2);
  return { status, reason, scores: scores && JSON.parse(String(scores)), baseline, regressions };
};

test('a run is scored when its last job has ended, not before', async () => {
  const early = world({ over: { open: 1 } });
  await early.settle();
  assert.equal(early.db.sentTo('update').filter(({ text }) => text.includes('update evaluation')).length, 0);
  const at = world({ answers: [answer(0, 'clear'), answer(1, 'suspicious')] });
  await at.settle();
  assert.deepEqual([end(at).status, end(at).scores.accuracy], ['done', 0.5]);
  assert.deepEqual(
    judged(at).map(({ correct }: { correct: boolean }) => correct),
    [true, false],
  );
});

test('a job without an answer is wrong, and its error is kept', async () => {
  const at = world({ answers: [answer(0, 'clear'), answer(1, null)] });
  await at.settle();
  assert.deepEqual([judged(at)[1].correct, judged(at)[1].error], [false, 'It broke.']);
});

test('of repeated answers the majority counts, and a minority of failures is forgiven', async () => {
  const answers = [
    answer(0, 'clear'),
    answer(1, null),
    answer(2, 'clear'),
    answer(3, 'a'),
    answer(4, 'a'),
    answer(5, 'clear'),
  ];
  const at = world({ over: { repeats: 3 }, answers });
  await at.settle();
  const [first, second] = judged(at);
  assert.deepEqual([first.correct, first.error, second.got], [true, null, { verdict: 'a' }]);
});

test('a case that the current version passes and this one fails is a regression', async () => {
  const before = [
    { ...result(0, 'clear'), correct: true, got: { verdict: 'clear' } },
    { ...result(1, 'clear'), correct: false },
  ];
  const at = world({ answers: [answer(0, 'x'), answer(1, 'x')], before });
  await at.settle();
  assert.deepEqual([end(at).baseline, end(at).regressions], ['base', 1]);
  assert.deepEqual(judged(at)[0].got_before, { verdict: 'clear' });
});

test('a run with cancelled jobs or deleted data is not scored', async () => {
  const cancelled = world({
    answers: [answer(0, 'clear'), answer(1, null, { status: jobStatus.cancelled, error_message: 'The limit.' })],
  });
  await cancelled.settle();
  assert.deepEqual(
    [end(cancelled).status, end(cancelled).reason, end(cancelled).scores],
    ['cancelled', 'The limit.', null],
  );
  const deleted = world({ answers: [answer(0, 'clear'), answer(1, 'clear', { data_deleted: true })] });
  await deleted.settle();
  assert.equal(end(deleted).status, 'failed');
});

test('comparing runs counts what became better and worse, on the cases that both have', async () => {
  const row = (id: string, got: string, correct: boolean) => ({
    case_id: id,
    expected: { verdict: 'clear' },
    got: { verdict: got },
    correct,
  });
  const results: Record<string, object[]> = {
    a: [row('same', 'clear', true), row('better', 'x', false), row('worse', 'clear', true), row('gone', 'x', false)],
    b: [row('same', 'clear', true), row('better', 'clear', true), row('worse', 'x', false), row('new', 'x', false)],
  };
  const db = scriptedDb({ 'from evaluation_results': ([, id]) => results[String(id)]! });
  const compared = await compareRuns(
    db,
    'org',
    { id: 'a', scores: null } as RunRow,
    { id: 'b', scores: null } as RunRow,
  );
  assert.deepEqual([compared.better, compared.worse, compared.only_a, compared.only_b], [1, 1, 1, 1]);
  assert.deepEqual(
    compared.changed.map((one) => one.case_id),
    ['worse', 'better'],
  );
});

const caller: Caller = { orgId: 'org', userId: 1, keyId: null, role: 'member' };

test('a run is cancelled once: whoever comes second cancels no jobs and writes no audit entry', async () => {
  for (const noted of [1, 0]) {
    const db = scriptedDb({ 'update evaluation_runs': noted });
    const cancelled: unknown[] = [];
    const canceller = { cancelBatchJobs: async (...given: unknown[]) => cancelled.push(given) } as never;
    await cancelRun({ database: scriptedDatabase(db), canceller }, caller, run as unknown as RunRow);
    assert.deepEqual([cancelled.length, db.sentTo('audit_log').length], [noted, noted]);
  }
});

test('only a cancelled run is resumed, with its cancelled places, and only once', async () => {
  const places = [{ batch_index: 4, inputs: [{ key: 'text', value: 'x' }], metadata: { a: 1 } }];
  const resume = (reopened: number, status = 'cancelled') => {
    const db = scriptedDb({ 'update evaluation_runs': reopened, 'from jobs': places, batch_index: places });
    const starter = {
      async start(
        requests: { nested: object; metadata: string }[],
        options: { batchIndexes: number[]; alongside(tx: object): Promise<void> },
      ) {
        assert.deepEqual(
          [requests[0]!.nested, requests[0]!.metadata, options.batchIndexes],
          [{ text: 'x' }, '{"a":1}', [4]],
        );
        await options.alongside(db);
      },
    } as never;
    return resumeRun(
      { database: scriptedDatabase(db), starter },
      caller,
      { ...run, status } as unknown as RunRow,
      undefined,
    );
  };
  await resume(1);
  await assert.rejects(resume(0), { code: 'conflict' });
  await assert.rejects(resume(1, 'done'), { code: 'conflict' });
});
