import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { until } from '../../../test/until.ts';
import { createTurns } from './turns.ts';

const busy = Array.from({ length: 3 }, () => spawn('sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' }));
const asleep = Array.from({ length: 3 }, () => spawn('sleep', ['60'], { stdio: 'ignore' }));
after(async () => {
  for (const child of [...busy, ...asleep]) {
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  }
});

const stopped = (children: ChildProcess[]): ChildProcess[] =>
  children.filter(({ pid }) => / T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')));

test('long tasks run one after the other, each gets its turn, and the last one runs alone', async () => {
  const turns = createTurns({ threads: 1, processors: 1, shortMs: 0, turnMs: 20 });
  const leave = busy.map((child) => turns.join(child));
  const seen = new Set<ChildProcess>();
  await until(async () => {
    const waiting = stopped(busy);
    if (waiting.length === 2) seen.add(busy.find((child) => !waiting.includes(child))!);
    return seen.size === 3;
  }, 'a turn of each');
  leave[0]!();
  leave[1]!();
  await until(async () => !stopped(busy).includes(busy[2]!), 'the last one');
  leave[2]!();
  assert.equal(stopped([busy[2]!]).length, 0);
});

test('tasks that do not keep the processors busy run beside each other', async () => {
  const turns = createTurns({ threads: 3, processors: 3, shortMs: 0, turnMs: 100 });
  const leave = asleep.map((child) => turns.join(child));
  await until(async () => stopped(asleep).length > 0, 'the first turn, before which nothing is known');
  await until(async () => stopped(asleep).length === 0, 'all of them');
  for (const one of leave) one();
});
