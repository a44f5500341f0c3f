import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import type { Config } from '../../config/config.ts';
import { machineChecks } from './machine-checks.ts';

test('a store that does not respond is reported in time', async (t) => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const before = { ...process.env };
  t.after(() => {
    process.env = before;
    server.close();
  });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_ACCESS_KEY_ID: 'nobody',
    AWS_SECRET_ACCESS_KEY: 'nothing',
  });
  const checks = machineChecks({
    dataDir: tmpdir(),
    storage: 's3://files',
    proxies: { shown: [] },
    models: {},
  } as unknown as Config);
  const { detail, fix } = await checks.find((one) => one.name === 'Storage')!.look();
  assert.match(detail, /did not respond within 10 s/);
  assert.match(fix!, /Runs without files go on/);
});
