import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeaths } from './deaths.ts';
import type { SeenWorker } from './orphans.ts';

const worker = (given: Partial<SeenWorker>): SeenWorker => ({
  id: 'a',
  lastSeen: '1',
  mark: '',
  isSilent: false,
  isUnlocked: false,
  ...given,
});
const gone = worker({ isUnlocked: true });

function createJudge() {
  let at = 0;
  const deaths = createDeaths({ now: () => at });
  return (seconds: number, seen: SeenWorker, byLock = true): boolean => {
    at = seconds * 1_000;
    return deaths.find([seen], { byLock }).length > 0;
  };
}

test('a lock that is missing twice, without a word from its worker in between, means death', () => {
  const isDead = createJudge();
  assert.equal(isDead(0, gone), false);
  assert.equal(isDead(1, gone), false);
  assert.equal(isDead(2, gone), true);
});

test('a worker that says something after it lost its lock lives', () => {
  const isDead = createJudge();
  assert.equal(isDead(0, gone), false);
  assert.equal(isDead(2, worker({ isUnlocked: true, lastSeen: '2' })), false);
  assert.equal(isDead(3, worker({ isUnlocked: true, lastSeen: '3' })), false);
});

test('a lock that was back counts as missing again only from its next loss', () => {
  const isDead = createJudge();
  assert.equal(isDead(0, gone), false);
  assert.equal(isDead(1, worker({})), false);
  assert.equal(isDead(2, gone), false);
  assert.equal(isDead(4, gone), true);
});

test('where locks prove nothing, silence decides; for old versions always', () => {
  const isDead = createJudge();
  assert.equal(isDead(0, gone, false), false);
  assert.equal(isDead(5, gone, false), false);
  // The time in which locks did not count is not added.
  assert.equal(isDead(6, gone), false);
  assert.equal(isDead(8, worker({ isUnlocked: undefined })), false);
  assert.equal(isDead(9, worker({ isUnlocked: undefined, isSilent: true }), false), true);
});
