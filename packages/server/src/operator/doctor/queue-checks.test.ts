import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptedDatabase, scriptedDb } from '../../../test/scripted-db.ts';
import { version } from '../../config/version.ts';
import { queueChecks } from './queue-checks.ts';

const running = { host: 'alpha', pid: 7, role: 'all', version, silent_seconds: 1, draining: false };
const figures = { waiting: null, orphaned: null, started: null, unrun: 0 };

function workers(processes: object[], { open = 0, waiting = 0, queue = {} as object } = {}) {
  const db = scriptedDb({
    'from running': [{ ...figures, ...queue }],
    'draining_at is not null': processes.map((one) => ({ ...running, ...one })),
    'as open': [{ open, waiting }],
  });
  return queueChecks(scriptedDatabase(db))
    .find(({ name }) => name === 'Workers')!
    .look();
}

test('a worker that runs is fine, and the age of the oldest job is shown', async () => {
  const { detail, fix } = await workers([{}], { open: 4, queue: { waiting: 12.4, started: 0.5 } });
  assert.equal(fix, undefined);
  assert.match(detail, /^1 .*\b4 .*\b12 s$/);
});

test('a silent process is dead and named, before anything else is said', async () => {
  const { detail, fix } = await workers([{ silent_seconds: 31 }, { version: '0.0.1' }]);
  assert.match(detail, /alpha.*7.*31 s/);
  assert.ok(fix);
  assert.equal((await workers([{ silent_seconds: 30 }])).fix, undefined);
});

test('a process of another version is named with it', async () => {
  const { detail, fix } = await workers([{}, { host: 'beta', version: '0.0.1' }]);
  assert.match(detail, /beta.*0\.0\.1/);
  assert.doesNotMatch(detail, /alpha/);
  assert.ok(fix!.includes(version));
});

test('jobs that wait while nobody claims are a fault: no worker, only APIs, or all drained', async () => {
  assert.ok((await workers([], { waiting: 3 })).fix);
  assert.match((await workers([{ role: 'api' }], { waiting: 3 })).detail, /api.*\b3\b/);
  assert.match((await workers([{ draining: true }], { waiting: 3 })).fix!, /resume/);
});

test('without waiting jobs nobody needs a worker, and one drained of two is no fault', async () => {
  assert.equal((await workers([])).fix, undefined);
  assert.equal((await workers([{ draining: true }])).fix, undefined);
  const { detail, fix } = await workers([{ draining: true }, {}], { waiting: 3 });
  assert.equal(fix, undefined);
  assert.match(detail, /^2 .*\(1 /);
});
