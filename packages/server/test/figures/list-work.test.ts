import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganization } from '#credits/create-organization.ts';
import { openTestDatabase } from '../harness.ts';
import { countBlocks } from './count-blocks.ts';
import { fillJobs, insertAgents } from './fill.ts';
import { narrowed } from './list-work.ts';

// Work is counted in blocks, so the load of the machine says nothing. A million jobs: `npm run bench -- job-list`.

const { database } = await openTestDatabase();
const few = await fill(1_000, 1);
const many = await fill(8_000, 2);
await database.system.run('vacuum analyze');

async function fill(jobs: number, number: number): Promise<string> {
  const { id: orgId } = await createOrganization(database.system, { name: `Organization ${number}` });
  const agents = await insertAgents(database.system, orgId, 2);
  // The same jobs a day, over a longer time.
  await fillJobs(database.system, {
    orgId,
    agents,
    keyIds: [],
    jobs,
    days: jobs / 100,
    serial: number * 1e6,
    open: 20,
  });
  return orgId;
}

test('a page of jobs, each filter that an index answers, and completion cost the same whatever has gone before', async () => {
  const grown: string[] = [];
  for (const [name, ask] of Object.entries(narrowed)) {
    const work = async (orgId: string): Promise<number> => {
      const db = countBlocks(database.system);
      await ask(db, orgId);
      return db.blocks();
    };
    const [short, long] = [await work(few), await work(many)];
    // Indexes of eight times as many jobs may be one level higher.
    if (long > short * 1.5 + 50) grown.push(`${name}: ${long} blocks instead of ${short}`);
  }
  assert.deepEqual(grown, []);
});
