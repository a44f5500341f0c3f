import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptedDatabase, scriptedDb } from '../../../test/scripted-db.ts';
import type { ClaimedDelivery } from '../queue/claim.ts';
import { prepareDeliveries } from './prepare.ts';
import type { Recorder } from './recorder.ts';

const delivery = (id: string, webhookId: string, over: object = {}): ClaimedDelivery =>
  ({ id, webhookId, jobId: 'j1', body: null, ...over }) as ClaimedDelivery;
const target = (id: string, is_active: boolean) => ({
  id,
  url: 'https://r.example/',
  headers: {},
  secret: 's',
  previous_secret: null,
  older_secrets: [],
  is_active,
  failure_count: 0,
});

async function prepare(...claimed: ClaimedDelivery[]) {
  const parked: string[] = [];
  const asked: string[][] = [];
  const prepared = await prepareDeliveries(
    {
      database: scriptedDatabase(scriptedDb({ 'from webhooks w': [target('on', true), target('off', false)] })),
      recorder: { park: async (id: string) => parked.push(id) } as unknown as Recorder,
      async findJobs(ids) {
        asked.push(ids);
        return new Map(ids.map((id) => [id, { id } as never]));
      },
    },
    claimed,
    1_000,
  );
  return { prepared, parked, asked };
}

test('deliveries of webhooks that are off or deleted leave the queue, each webhook once', async () => {
  const { prepared, parked } = await prepare(
    delivery('d1', 'on'),
    delivery('d2', 'off'),
    delivery('d3', 'off'),
    delivery('d4', 'deleted'),
  );
  assert.deepEqual(
    prepared.map((one) => one.delivery.id),
    ['d1'],
  );
  assert.deepEqual(parked, ['off', 'deleted']);
});

test('a job is read once, and only for deliveries that have no body yet', async () => {
  const { prepared, asked } = await prepare(
    delivery('d1', 'on'),
    delivery('d2', 'on'),
    delivery('d3', 'on', { jobId: 'j2', body: '{}' }),
  );
  assert.deepEqual(asked, [['j1']]);
  assert.deepEqual(
    prepared.map(({ job }) => job !== undefined),
    [true, true, false],
  );
  assert.deepEqual((await prepare(delivery('d1', 'on', { jobId: null, body: '{}' }))).asked, []);
});
