import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptedDatabase, scriptedDb } from '../../../test/scripted-db.ts';
import { jobStatus } from '../record/model.ts';
import type { Archive } from './archive.ts';
import { findJobOrOwner, getOwnJob, openOwnJob } from './open-job.ts';

const job = { id: 'job', agent_id: 'a', status: jobStatus.success };

/** Where the job is. `foreign`: another organization has it. */
function world(place: 'tables' | 'archive' | 'foreign' | 'nowhere') {
  let live = place === 'tables';
  const db = scriptedDb({
    'from jobs j': () => (live ? [job] : []),
    'select id from jobs': () => (place === 'foreign' ? [{ id: 'job' }] : []),
  });
  const archive = {
    open: async () => (place === 'archive' ? { db: scriptedDb({ 'from jobs j': [job] }) } : undefined),
    async bringBack() {
      if (place !== 'archive') return 0;
      live = true;
      return 1;
    },
  } as unknown as Archive;
  return { deps: { database: scriptedDatabase(db), archive }, isLive: () => live };
}

test('a job is read where it is, without bringing it back', async () => {
  assert.equal((await openOwnJob(world('tables').deps, 'org', 'job')).archived, false);
  const at = world('archive');
  assert.equal((await openOwnJob(at.deps, 'org', 'job')).archived, true);
  assert.equal(at.isLive(), false);
});

test('an archived job comes back to be changed', async () => {
  const at = world('archive');
  assert.equal((await getOwnJob(at.deps, 'org', 'job')).id, 'job');
  assert.equal(at.isLive(), true);
});

test('a job of another organization is forbidden, an unknown one not found', async () => {
  for (const find of [openOwnJob, getOwnJob]) {
    await assert.rejects(find(world('foreign').deps, 'org', 'job'), { code: 'forbidden' });
    await assert.rejects(find(world('nowhere').deps, 'org', 'job'), { code: 'not_found' });
  }
});

test('looking for a job in bulk tells the same without an error, and brings back only what is to change', async () => {
  assert.deepEqual(await findJobOrOwner(world('tables').deps, 'org', 'job'), {
    id: 'job',
    agentId: 'a',
    isFinal: true,
  });
  assert.equal(await findJobOrOwner(world('foreign').deps, 'org', 'job'), 'foreign');
  assert.equal(await findJobOrOwner(world('nowhere').deps, 'org', 'job'), undefined);
  const read = world('archive');
  await findJobOrOwner(read.deps, 'org', 'job');
  const change = world('archive');
  await findJobOrOwner(change.deps, 'org', 'job', true);
  assert.deepEqual([read.isLive(), change.isLive()], [false, true]);
});
