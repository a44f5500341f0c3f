import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeyPair } from '@errand/proofs/signature.ts';
import type { Signer } from '#signing/signer.ts';
import { memoryStorage } from '../../../test/memory-storage.ts';
import { scriptedDatabase, scriptedDb } from '../../../test/scripted-db.ts';
import { erase, lockExpired } from './erase.ts';
import { dropEmptyMonths } from './partitions.ts';
import { findRetention } from './settings.ts';
import { sweepRetention } from './sweep.ts';

const DAY_MS = 86_400_000;
const day = (number: number): Date => new Date(Date.UTC(2026, 0, number));
const key = createKeyPair();

/** One organization that keeps steps for some days. `jobs`: how many batches have something to remove. */
function world({
  mark = null as Date | null,
  first = day(1) as Date | null,
  cutoff = day(3),
  jobs = [] as string[][],
  mine = true,
} = {}) {
  const db = scriptedDb({
    'as cutoff': (_values, text) =>
      text.includes('steps_mark as mark') ? [{ org_id: 'org', mark, first, cutoff }] : [],
    'for update skip locked': mine ? [{}] : [],
    'for update of r': () => (jobs.shift() ?? []).map((job_id) => ({ job_id })),
  });
  const signer = { keyOf: async () => key } as unknown as Signer;
  const deps = { database: scriptedDatabase(db), storage: memoryStorage(), signer };
  const marks = () => db.sentTo('greatest(').map(({ values }) => values[1]);
  return { db, deps, marks };
}

test('retention goes a day at a time from the first job to the cutoff, and notes how far it came', async () => {
  const at = world();
  assert.equal(await sweepRetention(at.deps), 0);
  assert.deepEqual(at.marks(), [day(2), day(3)]);
});

test('a day is done when nothing of it is left', async () => {
  const at = world({ cutoff: day(2), jobs: [['j1', 'j2'], ['j3'], []] });
  assert.equal(await sweepRetention(at.deps), 3);
  assert.equal(at.db.sentTo('insert into erasure_certificates').length, 2);
  assert.equal(at.marks().length, 1);
});

test('the next pass begins a day before its mark, and never beyond the cutoff', async () => {
  const at = world({ mark: day(3), cutoff: new Date(day(3).getTime() + 1_000) });
  await sweepRetention(at.deps);
  const spans = at.db.sentTo('for update of r').map(({ values }) => values.slice(1, 3));
  assert.deepEqual(spans[0], [new Date(day(3).getTime() - DAY_MS), day(3)]);
  assert.deepEqual(at.marks().at(-1), new Date(day(3).getTime() + 1_000));
});

test('an organization without jobs, or that another process sweeps, is left alone', async () => {
  const empty = world({ first: null });
  await sweepRetention(empty.deps);
  const busy = world({ mine: false });
  await sweepRetention(busy.deps);
  assert.deepEqual([...empty.marks(), ...busy.marks()], []);
});

test('a process that stops leaves the rest to the next pass', async () => {
  const at = world({ jobs: [['j1']] });
  let looks = 0;
  await sweepRetention(at.deps, () => {
    looks += 1;
    return looks > 2;
  });
  assert.deepEqual(at.marks(), []);
});

test('a job that was held while it was being locked is not removed', async () => {
  const db = scriptedDb({
    'for update of r': [{ job_id: 'j1' }, { job_id: 'j2' }],
    'select job_id from job_holds': [{ job_id: 'j2' }],
  });
  assert.deepEqual(await lockExpired(db, 'org', 'jobs', { from: day(1), to: day(2) }, 10), ['j1']);
});

test('each kind removes its own data, in one transaction with its certificate', async () => {
  const removed = async (kind: 'evidence' | 'steps' | 'jobs') => {
    const db = scriptedDb({ 'delete from job_steps': 4, 'delete from jobs where': 1 });
    await erase(db, key, { orgId: 'org', kind, jobIds: ['j1'] });
    const [certificate] = db.sentTo('insert into erasure_certificates');
    const { removed: kinds } = JSON.parse(String(certificate!.values[3])) as { removed: { kind: string }[] };
    const tables = db.sent.flatMap(({ text }) => /^\s*delete from (\w+)/.exec(text)?.[1] ?? []);
    return { kinds: kinds.map((one) => one.kind), tables };
  };
  const steps = await removed('steps');
  assert.deepEqual([steps.kinds, steps.tables], [['steps'], ['job_steps']]);
  const evidence = await removed('evidence');
  assert.ok(!evidence.tables.includes('job_steps') && !evidence.tables.includes('jobs'));
  const jobs = await removed('jobs');
  assert.deepEqual(jobs.kinds, ['steps', 'jobs']);
  assert.equal(jobs.tables.at(-1), 'jobs');
});

test('the figures of steps are kept before the steps are deleted', async () => {
  const db = scriptedDb();
  await erase(db, key, { orgId: 'org', kind: 'steps', jobIds: ['j1'] });
  const at = (part: string) => db.sent.findIndex(({ text }) => text.includes(part));
  assert.ok(at('insert into model_figures_removed') < at('delete from job_steps'));
});

test('a month is dropped when it is empty before and under the lock', async () => {
  const answers: Record<string, boolean[]> = {
    jobs_202501: [true, true],
    jobs_202502: [false],
    jobs_202503: [true, false],
  };
  const db = scriptedDb({
    'from pg_inherits': Object.keys(answers).map((name) => ({ name })),
    'not exists (select from': (_values, text) => [{ empty: answers[/select from (\w+)/.exec(text)![1]!]!.shift() }],
  });
  assert.deepEqual(await dropEmptyMonths(db), ['jobs_202501']);
  assert.deepEqual(db.sentTo('drop table').length, 1);
  assert.equal(db.sentTo('lock table').length, 2);
});

test('an organization without settings keeps everything', async () => {
  assert.deepEqual(Object.values(await findRetention(scriptedDb(), 'org')), [null, null, null, null]);
});
