import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { s3 } from '#connections/drivers/s3.ts';
import { systemOf } from '../../test/connections/systems.ts';
import { testEngines } from '../../test/engines.ts';
import { type Harness, startHarness, type TestOrg, until } from '../../test/harness.ts';
import { createAgent, untilFinal } from '../../test/runs.ts';
import { startS3 } from '../../test/s3-server.ts';

let harness: Harness;
let org: TestOrg;
let folder: string;
let server: { close(): Promise<void> };
let connectionId: string;
let put: (path: string, content: string) => Promise<void>;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errand-storage-'));
  server = await startS3(folder, 'team-bucket');
  const endpoint = process.env.AWS_ENDPOINT_URL!;
  harness = await startHarness({ engines: testEngines, env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } });
  org = await harness.org();
  const auth = { access_key_id: 'S3RVER', secret_access_key: 'S3RVER' };
  const config = { bucket: 'team-bucket', endpoint };
  const created = await org.expect(201, 'POST', '/v1/connections/', {
    connector_type: 's3',
    name: 'Team files',
    config,
    auth_config: auth,
  });
  connectionId = created.id;
  put = (path, content) => s3.files!.write(systemOf(config, auth), path, Buffer.from(content), 'text/plain');
});
after(async () => {
  await harness.stop();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const runsOf = async (id: string): Promise<any[]> =>
  (await org.request('GET', `/v1/triggers/${id}/runs/`)).body.results;

test('each new object below the prefix starts one job, once; a changed one is new', async () => {
  const agent = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }] });
  const { status, body: trigger } = await org.request('POST', '/v1/triggers/', {
    name: 'Inbox',
    kind: 'storage',
    // The S3 server of this test shows half-written objects, so the trigger is off while they are written.
    enabled: false,
    agent_id: agent.id,
    connection_id: connectionId,
    prefix: 'inbox/',
    mapping: { text: '${event.key} ${event.size} ${event.url}' },
    condition: [{ path: '/key', op: 'contains', value: '.txt' }],
  });
  assert.equal(status, 201, JSON.stringify(trigger));
  await put('inbox/one two.txt', 'first');
  await put('inbox/skipped.csv', 'x');
  await put('elsewhere/two.txt', 'x');
  const turn = (enabled: boolean) => org.request('PATCH', `/v1/triggers/${trigger.id}/`, { enabled });
  await turn(true);
  const settled = (count: number) =>
    until(async () => {
      const runs = await runsOf(trigger.id);
      return runs.length >= count && runs.every(({ outcome }) => outcome !== 'waiting') && runs;
    }, `${count} events`);
  const runs = await settled(2);
  const [started] = runs.filter(({ outcome }) => outcome === 'started');
  assert.equal(started.delivery_id, 'inbox/one two.txt');
  const job = await untilFinal(org, started.job_id);
  assert.equal(job.outputs[0].value, 'inbox/one two.txt 5 connection://Team%20files/inbox/one%20two.txt');
  await turn(false);
  await until(async () => (await runsOf(trigger.id)).length === 2, 'the end of looks');
  await put('inbox/one two.txt', 'second!');
  await turn(true);
  const again = await settled(3);
  assert.deepEqual(again.map(({ outcome }) => outcome).toSorted(), ['skipped', 'started', 'started']);
  const removed = await org.request('DELETE', `/v1/connections/${connectionId}/`);
  assert.deepEqual([removed.status, /trigger|use/i.test(removed.text)], [409, true]);
});

test('a bucket that cannot be listed is said in the runs; a connection without objects is refused', async () => {
  const agent = await createAgent(org, 'EchoEngine');
  const gone = await org.request('POST', '/v1/connections/', {
    connector_type: 's3',
    name: 'Gone',
    config: { bucket: 'no-such-bucket', endpoint: process.env.AWS_ENDPOINT_URL },
    auth_config: { access_key_id: 'S3RVER', secret_access_key: 'S3RVER' },
  });
  const body = { name: 'Nothing', kind: 'storage', agent_id: agent.id, mapping: {} };
  const { body: trigger } = await org.request('POST', '/v1/triggers/', { ...body, connection_id: gone.body.id });
  const [run] = await until(async () => {
    const runs = await runsOf(trigger.id);
    return runs.length > 0 && runs;
  }, 'a look');
  assert.equal(run.outcome, 'failed');
  assert.match(run.reason, /could not be listed: Bucket not found/);
  const api = await org.request('POST', '/v1/connections/', {
    connector_type: 'custom_api',
    name: 'API',
    config: { base_url: 'https://example.com' },
  });
  const refused = await org.expect(400, 'POST', '/v1/triggers/', { ...body, connection_id: api.body.id });
  assert.match(refused.connection_id[0], /has no objects/);
  const unknown = await org.request('POST', '/v1/triggers/', { ...body, connection_id: agent.id });
  assert.match(unknown.body.connection_id[0], /No connection/);
});
