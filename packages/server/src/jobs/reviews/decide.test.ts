import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '#platform/caller.ts';
import { jobStatus } from '../record/model.ts';
import type { JobState } from '../record/store.ts';
import { reviewJob } from './decide.ts';
import { openSecond } from './second.ts';
import type { TaskRow } from './tasks-store.ts';

const ada: Caller = { orgId: 'org', userId: 1, keyId: null, role: 'member', via: 'session' };
const agrees = { agrees: true, correctedVerdict: null, correctedOutputs: null, comment: '', secondsSpent: 3 };

test('a second review is the last word: no third one is drawn', async () => {
  assert.equal(await openSecond({} as never, { round: 2 } as TaskRow), false);
});

test('only jobs that have ended are reviewed', async () => {
  const running = { id: 'job', agentId: 'a', status: jobStatus.started } as JobState;
  await assert.rejects(reviewJob({} as never, ada, running, agrees), { code: 'job_not_final' });
});
