import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, type TestContext, test } from 'node:test';
import { createTestDatabase } from '../../../test/databases.ts';
import { pluck } from '../../../test/pluck.ts';
import { until } from '../../../test/until.ts';
import { type Database, openDatabase } from '../db.ts';
import { newId } from '../ids.ts';
import type { LeasedRows } from '../leased-rows.ts';
import { limits, setLimits } from '../limits.ts';
import { createLog } from '../log.ts';
import { type Background, createBackground } from '../main-thread/background.ts';
import { createShares } from '../main-thread/shares.ts';
import { createMetrics } from '../metrics.ts';
import {
  type Attempt,
  again,
  ClaimLost,
  type Definition,
  end,
  LeaseEnded,
  RELEASE,
  StoppedEachTime,
} from './definition.ts';
import { createLeasedWork } from './leased-work.ts';
import { pruneRows } from './prune.ts';
import { type Claim, claimRows, countDue, hasStoppedEach, listSetAside, recordOutcome, releaseClaim } from './rows.ts';
import type { TryOutcome } from './try-row.ts';
import { createWorkKit } from './work-kit.ts';

// On a table of its own, with the columns that every kind of leased work has.

type Piece = { note: string | null };
const rows: LeasedRows = {
  name: 'pieces',
  table: 'pieces',
  open: `t.state = 'open'`,
  due: 'due_at',
  claim: 'claim_id',
  attempts: 'attempts',
  onEnd: 'ended_at = clock_timestamp()',
};
const log = createLog('silent');
let database: Database;
let drop: () => Promise<void>;

before(async () => {
  const made = await createTestDatabase();
  drop = made.drop;
  database = openDatabase({ url: made.url });
  await database.system.run(
    `create table pieces (id uuid primary key, org_id uuid not null, state text not null default 'open', due_at timestamptz,
       claim_id uuid, attempts integer not null default 0, stops integer not null default 0, note text, ended_at timestamptz)`,
  );
  await database.system.run(
    `create index pieces_work on pieces (org_id, (coalesce(due_at, '-infinity'::timestamptz))) where state = 'open'`,
  );
});
after(async () => {
  await database.close();
  await drop();
});
beforeEach(() => database.system.run('truncate pieces'));

async function add(orgId: string, count = 1): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await database.system.run('insert into pieces (id, org_id) select unnest($1::uuid[]), $2::uuid', [ids, orgId]);
  return ids;
}
type Stored = {
  state: string;
  claim_id: string | null;
  attempts: number;
  note: string | null;
  in_seconds: number | null;
  ended_at: Date | null;
};
async function find(id: string): Promise<Stored> {
  const [row] = await database.system.query<Stored>(
    `select state, claim_id, attempts, note, ended_at, extract(epoch from due_at - clock_timestamp())::float8 as in_seconds
     from pieces where id = $1`,
    [id],
  );
  return row!;
}

/** Starts work whose tries are decided by `run`. It counts the outcomes and stops with the test. */
function startWork(
  t: TestContext,
  given: Partial<Definition<Piece>> & Pick<Definition<Piece>, 'run'>,
  from: Database = database,
  background?: Background,
) {
  const outcomes: TryOutcome[] = [];
  const work = createLeasedWork<Piece>(
    {
      rows,
      columns: 't.note',
      atOnce: 4,
      tryMsMax: 20_000,
      delaysSeconds: [5, 60],
      onFailure: (error, _row, isLast) => ({ note: (error as Error).name, state: isLast ? 'failed' : 'open' }),
      idleMs: 50,
      ...given,
    },
    { database: from, log, background, claims: true, finishMs: 100, onTry: (outcome) => outcomes.push(outcome) },
  );
  work.start();
  t.after(work.stop);
  return { work, outcomes, untilTried: (count = 1) => until(async () => outcomes.length >= count, 'the tries') };
}
/** The shares of a busy main thread. Debts are only paid back as `pass` says. */
function startBackground() {
  const orgShare = limits.orgShare;
  setLimits({ ...limits, orgShare: 50 });
  after(() => setLimits({ ...limits, orgShare }));
  let ms = 0;
  const background = createBackground(createShares({ now: () => ms, isBusy: () => true }));
  return {
    background,
    pass(by: number): void {
      ms += by;
    },
  };
}
function busy(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}
/** A try that lasts until it is told how to end, or is aborted. */
function gate() {
  const begun: (Claim & { finish(): void; attempt: number })[] = [];
  const run = (row: Piece & Claim, { signal }: Attempt) =>
    new Promise<ReturnType<typeof end>>((resolve, reject) => {
      begun.push({ ...row, finish: () => resolve(end({ state: 'done' })) });
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  return { begun, run };
}
const claimOptions = {
  limit: 10,
  leaseSeconds: 60,
  takesAbandoned: true,
  passedOver: [],
  columns: 't.note',
  held: [],
  perOrgMax: 100,
};

test('organizations take turns: ten thousand rows of one do not come before the single row of another', async () => {
  const [large, middle, small] = [randomUUID(), randomUUID(), randomUUID()];
  await add(large, 10_000);
  await add(middle, 2);
  await add(small, 1);
  const first = await claimRows(database.system, rows, { ...claimOptions, limit: 3 });
  assert.deepEqual(first.map(({ org_id }) => org_id).sort(), [large, middle, small].sort());
  const next = await claimRows(database.system, rows, {
    ...claimOptions,
    held: [{ org_id: large, count: 2 }],
    limit: 1,
  });
  assert.equal(next[0]!.org_id, middle, 'the one with fewer tries in this process');
});

test('an organization with slow work leaves room for the others', async (t) => {
  const [slow, other] = [randomUUID(), randomUUID()];
  await add(slow, 50);
  const { begun, run } = gate();
  startWork(t, { run });
  await until(async () => begun.length === 3, 'its share of the four tries');
  await add(other);
  await until(async () => begun.some(({ org_id }) => org_id === other), 'the row of the other');
  assert.equal(begun.filter(({ org_id }) => org_id === slow).length, 3);
});

test('rows of an organization that used up its share of the main thread stay as they are until it is paid back', async (t) => {
  const [greedy, modest] = [randomUUID(), randomUUID()];
  const { background, pass } = startBackground();
  const takes = (org: string, ms: number) => background.during({ kind: 'work', id: 'earlier', org }, () => busy(ms));
  takes(modest, 1);
  while (!background.waiting().includes(greedy)) takes(greedy, 200);
  const ids = await add(greedy, 10);
  await add(modest, 2);
  const { begun, run } = gate();
  let looks = 0;
  const nextLookMs = async () => {
    looks += 1;
    return 5;
  };
  const { untilTried } = startWork(t, { run, nextLookMs }, database, background);
  await until(async () => begun.length === 2, 'the rows of the other');
  for (const { finish } of begun) finish();
  await untilTried(2);
  const before = looks;
  await until(async () => looks > before + 3, 'looks with all places free');
  assert.deepEqual(pluck(begun, 'org_id'), [modest, modest]);
  const stored = await Promise.all(ids.map(find));
  assert.ok(stored.every(({ claim_id, attempts, state }) => claim_id === null && attempts === 0 && state === 'open'));

  pass(4_500);
  await until(async () => begun.length > 2, 'its rows');
  assert.equal(begun[2]!.org_id, greedy);
});

test('only as many rows are claimed as can be worked on at once, and the next one when a try ends', async (t) => {
  await add(randomUUID(), 10);
  const { begun, run } = gate();
  startWork(t, { run, atOnce: 2, perOrgMax: 2 });
  await until(async () => begun.length === 2, 'two tries');
  const claimed = () =>
    database.system.query<{ id: string }>('select id from pieces where claim_id is not null order by id');
  assert.equal((await claimed()).length, 2);
  begun[0]!.finish();
  await until(async () => begun.length === 3, 'the third');
  assert.equal((await claimed()).length, 2);
  assert.deepEqual((await find(begun[0]!.id)).state, 'done');
  assert.ok((await find(begun[0]!.id)).ended_at);
});

test('several processes never work on the same row', async (t) => {
  const ids = await add(randomUUID(), 40);
  const tried: string[] = [];
  const run = async ({ id }: Claim) => {
    tried.push(id);
    return end({ state: 'done' });
  };
  for (let process = 0; process < 4; process += 1) startWork(t, { run });
  await until(async () => tried.length >= 40, 'all rows');
  assert.deepEqual(tried.toSorted(), ids.toSorted());
});

test('an outcome is recorded only under its claim: one that was lost changes nothing', async (t) => {
  const [id] = await add(randomUUID());
  const { begun, run } = gate();
  const { outcomes, untilTried } = startWork(t, { run });
  await until(async () => begun.length === 1, 'the try');
  const other = randomUUID();
  await database.system.run('update pieces set claim_id = $2 where id = $1', [id, other]);
  begun[0]!.finish();
  await untilTried();
  assert.deepEqual(outcomes, ['lost']);
  const { state, claim_id } = await find(id!);
  assert.deepEqual([state, claim_id], ['open', other]);
  assert.equal(await recordOutcome(database.system, rows, { id: id!, claim_id: randomUUID() }, { columns: {} }), false);
});

test('a try that ends its row in a transaction of its own fails there when the claim is lost', async (t) => {
  const [id] = await add(randomUUID());
  let seen: unknown;
  const { outcomes, untilTried } = startWork(t, {
    async run(row, { end: endIn }) {
      await database.system.run('update pieces set claim_id = $2 where id = $1', [row.id, randomUUID()]);
      await database.system
        .tx(async (tx) => {
          await tx.run(`update pieces set note = 'half done' where id = $1`, [row.id]);
          await endIn(tx, { state: 'done' });
        })
        .catch((error: unknown) => {
          seen = error;
          throw error;
        });
      return RELEASE;
    },
  });
  await untilTried();
  assert.ok(seen instanceof ClaimLost);
  assert.deepEqual(outcomes, ['lost']);
  assert.equal((await find(id!)).note, null);
});

test('a long try keeps its lease, and is aborted when it loses the claim', async (t) => {
  const [id] = await add(randomUUID());
  const { begun, run } = gate();
  const { outcomes, untilTried } = startWork(t, { run, renewed: true, leaseMs: 600 });
  await until(async () => begun.length === 1, 'the try');
  const rival = gate();
  startWork(t, { run: rival.run, renewed: true, leaseMs: 600 });
  const renewals = new Set<string>();
  await until(async () => {
    const [row] = await database.system.query<{ due: string }>('select due_at::text as due from pieces');
    renewals.add(row!.due);
    return renewals.size > 12;
  }, 'more renewals than two leases have');
  assert.deepEqual(rival.begun, []);
  await database.system.run('update pieces set claim_id = null, state = $2 where id = $1', [id, 'cancelled']);
  await untilTried();
  assert.deepEqual(outcomes, ['lost']);
});

test('a process that is cut off from the database ends its try when the lease ends, and harms nothing afterwards', async (t) => {
  await add(randomUUID());
  const cut = { off: false };
  const { system } = database;
  const reach = (): void => {
    if (cut.off) throw Object.assign(new Error('connection lost'), { code: '08006' });
  };
  const query: typeof system.query = async (text, values) => {
    reach();
    return system.query(text, values);
  };
  const run: typeof system.run = async (text, values) => {
    reach();
    return system.run(text, values);
  };
  const first = gate();
  let reason: unknown;
  const { outcomes, untilTried } = startWork(
    t,
    {
      run(row, attempt) {
        cut.off = true;
        attempt.signal.addEventListener('abort', () => {
          reason = attempt.signal.reason;
        });
        return first.run(row, attempt);
      },
      renewed: true,
      leaseMs: 600,
    },
    { ...database, system: { ...system, query, run } },
  );
  await until(async () => reason !== undefined, 'the end of the try');
  assert.ok(reason instanceof LeaseEnded);
  const second = gate();
  startWork(t, { run: second.run, renewed: true, leaseMs: 600 });
  await until(async () => second.begun.length === 1, 'the other process');
  cut.off = false;
  await untilTried();
  assert.deepEqual(outcomes, ['lost']);
  second.begun[0]!.finish();
  await until(async () => (await find(second.begun[0]!.id)).state === 'done', 'the outcome of the other');
});

test('a try that ignores its signal is left behind, and what it does later changes nothing', async (t) => {
  const [id] = await add(randomUUID());
  let later: unknown;
  const late = Promise.withResolvers<void>();
  const { outcomes, untilTried } = startWork(t, {
    tryMsMax: 50,
    async run(_row, { end: endIn }) {
      await late.promise;
      later = await endIn(database.system, { state: 'done' }).catch((error: unknown) => error);
      return end({ state: 'done' });
    },
  });
  await untilTried();
  assert.deepEqual(outcomes, ['retried']);
  late.resolve();
  await until(async () => later !== undefined, 'the late end');
  assert.ok(later instanceof ClaimLost);
  const { state, note } = await find(id!);
  assert.deepEqual([state, note, outcomes], ['open', 'TimeoutError', ['retried']]);
});

test('a try that may outlast its lease is refused when the work is made', () => {
  const make = (leaseMs: number) =>
    createLeasedWork<Piece>(
      {
        rows,
        columns: 't.note',
        atOnce: 1,
        tryMsMax: 30_000,
        leaseMs,
        delaysSeconds: [],
        run: async () => RELEASE,
        onFailure: () => ({}),
      },
      { database, log, claims: false },
    );
  // An aborted try has three seconds to end.
  assert.throws(() => make(33_000), /may take 30000 ms, but its lease ends after 33000 ms/);
  assert.doesNotThrow(() => make(33_001));
});

test('a try is aborted at its time limit, comes again after a pause, and is given up after the last pause', async (t) => {
  const [id] = await add(randomUUID());
  const { run } = gate();
  const { outcomes, untilTried } = startWork(t, { run, tryMsMax: 50, delaysSeconds: [5] });
  await untilTried();
  const waiting = await find(id!);
  assert.deepEqual(
    [waiting.state, waiting.note, waiting.claim_id, waiting.attempts],
    ['open', 'TimeoutError', null, 1],
  );
  assert.ok(waiting.in_seconds! > 0 && waiting.in_seconds! <= 5);
  await database.system.run('update pieces set due_at = now()');
  await untilTried(2);
  assert.deepEqual(outcomes, ['retried', 'failed']);
  assert.deepEqual([(await find(id!)).state, (await find(id!)).in_seconds], ['failed', null]);
});

test('a failure that another try cannot change is final; a row whose process always died is given up', async (t) => {
  const [final] = await add(randomUUID());
  const [cursed] = await add(randomUUID());
  await database.system.run('update pieces set attempts = 3, claim_id = $2 where id = $1', [cursed, randomUUID()]);
  const seen: unknown[] = [];
  const { untilTried } = startWork(t, {
    run: () => Promise.reject(new RangeError('no')),
    isFinal: (error) => error instanceof RangeError,
    onFailure(error, _row, isLast) {
      seen.push(error);
      return { state: isLast ? 'failed' : 'open' };
    },
  });
  await untilTried(2);
  assert.equal((await find(final!)).state, 'failed');
  assert.equal((await find(cursed!)).state, 'failed');
  assert.ok(seen.some((error) => error instanceof StoppedEachTime));
});

test('work that never gives up repeats its last pause, and work that is not over comes again', async (t) => {
  const [id] = await add(randomUUID());
  await database.system.run('update pieces set attempts = 50');
  let fails = true;
  const { outcomes, untilTried } = startWork(t, {
    givesUp: false,
    async run() {
      if (fails) throw new Error('not yet');
      return again(600, { note: 'more to do' });
    },
  });
  await untilTried();
  assert.ok((await find(id!)).in_seconds! > 50);
  fails = false;
  await database.system.run('update pieces set due_at = now()');
  await untilTried(2);
  assert.deepEqual(outcomes, ['retried', 'again']);
  assert.deepEqual([(await find(id!)).note, (await find(id!)).state], ['more to do', 'open']);
});

test('a row that is never given up is set aside for an hour when three processes in a row stop during it', async (t) => {
  const [id] = await add(randomUUID());
  const isDue = () => database.system.run('update pieces set due_at = now() where id = $1', [id]);
  const dies = async (): Promise<string> => {
    const [row] = await claimRows(database.system, rows, claimOptions);
    await isDue();
    return row!.claim_id;
  };
  const claims = new Set<string>();
  for (let process = 0; process < 3; process += 1) claims.add(await dies());
  assert.equal(claims.size, 3);
  const { begun, run } = gate();
  const { outcomes, untilTried } = startWork(t, { givesUp: false, run });
  await untilTried();
  assert.deepEqual([outcomes, begun.length], [['set_aside'], 0]);
  assert.ok((await find(id!)).in_seconds! > 3_500);
  assert.deepEqual(await listSetAside(database.system, rows, 9), [id]);

  const [other] = await add(randomUUID());
  await until(async () => begun.some((row) => row.id === other), 'the row of another');

  await isDue();
  await until(async () => begun.some((row) => row.id === id), 'another try after the hour');
  assert.deepEqual(await listSetAside(database.system, rows, 9), []);
  for (const row of begun) row.finish();
  await untilTried(3);
  assert.deepEqual(outcomes, ['set_aside', 'ended', 'ended']);
});

test('one more stop during a row that was set aside sets it aside again, and one that ends well is forgotten', async () => {
  await add(randomUUID());
  const isDue = () => database.system.run('update pieces set due_at = now()');
  const claim = async () => {
    const [row] = await claimRows(database.system, rows, claimOptions);
    await isDue();
    return row!;
  };
  const stopped: boolean[] = [];
  for (let process = 0; process < 6; process += 1) stopped.push(hasStoppedEach(await claim()));
  assert.deepEqual(stopped, [false, false, false, true, false, true]);
  await recordOutcome(database.system, rows, await claim(), { columns: {}, againInSeconds: 0 });
  assert.equal(hasStoppedEach(await claim()), false);
  const { taken_over, ...row } = await claim();
  assert.equal(taken_over, true);
  // The process that stopped was told to, and had time to say so.
  await releaseClaim(database.system, rows, row, { counts: true });
  for (let process = 0; process < 2; process += 1) assert.equal(hasStoppedEach(await claim()), false);
});

/** What a process of the former release does: it counts stops in a digit of the claim's id and does not know the column. */
const formerRelease = {
  claim: `update pieces t set claim_id = overlay(gen_random_uuid()::text placing
      coalesce(translate(substr(claim_id::text, 15, 1), '4567', '5676'), '4') from 15 for 1)::uuid,
    attempts = attempts + 1, due_at = now() returning id, org_id, claim_id, attempts as attempt`,
  end: `update pieces set state = 'ended', claim_id = null where claim_id = $1`,
  again: `update pieces set due_at = now(), claim_id = null where claim_id = $1`,
};

test('a process of the former release beside it neither breaks the count nor is set aside by it', async () => {
  await add(randomUUID());
  const claim = async () => {
    const [row] = await claimRows(database.system, rows, claimOptions);
    await database.system.run('update pieces set due_at = now()');
    return row!;
  };
  const claimFormerly = async () => (await database.system.query<Claim>(formerRelease.claim))[0]!;
  for (let process = 0; process < 4; process += 1) await claim();
  assert.equal((await claimFormerly()).claim_id[14], '5', 'to the former release, one process stopped');
  assert.equal(hasStoppedEach(await claim()), false, 'one more try after the row was set aside');
  const { claim_id: formerly } = await claimFormerly();
  await database.system.run(formerRelease.again, [formerly]);
  for (const stops of [0, 1, 2, 3]) assert.equal((await claim()).stops, stops, 'from the start, as the try had ended');
  const { claim_id: last } = await claimFormerly();
  assert.equal(await database.system.run(formerRelease.end, [last]), 1);
  assert.deepEqual(await listSetAside(database.system, rows, 9), []);
});

test('a process that stops gives rows back uncounted; what it sends may finish, and counts if it does not', async (t) => {
  const [plain] = await add(randomUUID());
  const first = gate();
  const { work } = startWork(t, { run: first.run });
  await until(async () => first.begun.length === 1, 'the try');
  await work.stop();
  const given = await find(plain!);
  assert.deepEqual([given.state, given.claim_id, given.attempts], ['open', null, 0]);
  assert.ok(given.in_seconds! <= 0);

  const second = gate();
  const sender = startWork(t, { run: second.run, sends: true });
  await until(async () => second.begun.length === 1, 'the send');
  const stopped = sender.work.stop();
  second.begun[0]!.finish();
  await stopped;
  assert.deepEqual(sender.outcomes, ['ended'], 'it was allowed to finish');

  const [sent] = await add(randomUUID());
  const third = gate();
  const cut = startWork(t, { run: third.run, sends: true });
  await until(async () => third.begun.length === 1, 'the send');
  await cut.work.stop();
  const left = await find(sent!);
  assert.deepEqual([left.state, left.claim_id, left.attempts], ['open', third.begun[0]!.claim_id, 1]);
  const fourth = gate();
  startWork(t, { run: fourth.run, sends: true });
  await until(async () => fourth.begun.length === 1, 'the next process');
  assert.equal(fourth.begun[0]!.taken_over, true, 'it knows that a send was interrupted');
});

test('an outage of the database during a try does not count, and after one live processes come first', async (t) => {
  const [id] = await add(randomUUID());
  const { outcomes, untilTried } = startWork(t, {
    async run() {
      if (outcomes.length === 0) await database.system.query('select pg_terminate_backend(pg_backend_pid())');
      return end({ state: 'done' });
    },
  });
  await untilTried(2);
  assert.deepEqual(outcomes, ['released', 'ended']);
  assert.equal((await find(id!)).attempts, 1);
  const [abandoned] = await add(randomUUID());
  await database.system.run(`update pieces set claim_id = $2, due_at = now() - interval '1 s' where id = $1`, [
    abandoned,
    randomUUID(),
  ]);
  // During and right after an outage, nobody can have renewed.
  assert.deepEqual(await claimRows(database.system, rows, { ...claimOptions, takesAbandoned: false }), []);
  await until(async () => (await find(abandoned!)).state === 'done', 'a look long after the last outage');
});

test('old rows are deleted in chunks, oldest first; open ones stay', async () => {
  const [open, ...ended] = await add(randomUUID(), 7);
  await database.system.run(`update pieces set state = 'done' where id <> $1`, [open]);
  const rule = { days: 30, where: `t.state <> 'kept'` };
  assert.equal(await pruneRows(database.queue, rows, rule), 0);
  const now = Date.now() + 31 * 86_400_000;
  assert.equal(await pruneRows(database.queue, rows, rule, { now, chunk: 2 }), ended.length);
  const left = await database.system.query<{ id: string }>('select id from pieces');
  assert.deepEqual(left, [{ id: open }]);
});

test('every kind of work is measured: what is due, what runs, how old the oldest is, and how tries ended', async (t) => {
  await add(randomUUID(), 3);
  await database.system.run(`update pieces set due_at = now() - interval '100 s'`);
  const { due, oldestSeconds } = await countDue(database.system, rows);
  assert.equal(due, 3);
  assert.ok(oldestSeconds >= 100 && oldestSeconds < 1_000);
  const metrics = createMetrics();
  const kit = createWorkKit({ database, log, metrics, claims: true });
  const { begun, run } = gate();
  const work = kit.define<Piece>({
    rows,
    columns: 't.note',
    atOnce: 2,
    tryMsMax: 20_000,
    delaysSeconds: [],
    run,
    onFailure: () => ({ state: 'failed' }),
  });
  work.start();
  t.after(work.stop);
  await until(async () => begun.length === 1, 'a try');
  metrics.startSampling(assert.ifError);
  t.after(metrics.stopSampling);
  const read = () => metrics.registry.metrics();
  await until(async () => /errand_work_due\{work="pieces"\} 2/.test(await read()), 'the sample');
  assert.match(await read(), /errand_work_running\{work="pieces"\} 1/);
  assert.match(await read(), /errand_work_oldest_due_seconds\{work="pieces"\} 10\d/);
  begun[0]!.finish();
  await until(
    async () => /errand_work_tries_total\{work="pieces",outcome="ended"\} 1/.test(await read()),
    'the outcome',
  );
});
