import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder } from '../../../test/stop-at-end.ts';
import type { Config } from '../../config/config.ts';
import { machineChecks } from './machine-checks.ts';

const folder = await makeFolder();

const checksOf = (storage: string, shown: string[] = []) =>
  machineChecks({ dataDir: folder, storage, proxies: { shown }, models: {} } as unknown as Config);
const look = (name: string, storage: string, shown?: string[]) =>
  checksOf(storage, shown)
    .find((one) => one.name === name)!
    .look();

test('this Node and a folder that can be written need nothing', async () => {
  assert.equal((await look('Node', folder)).fix, undefined);
  assert.equal((await look('Storage', join(folder, 'storage'))).fix, undefined);
  assert.match((await look('Disk', folder)).detail, /GB free/);
});

test('sandboxes are reported with the isolation that they go without, which is no fault', async () => {
  const { detail, fix } = await look('Sandboxes', folder);
  assert.match(detail, /^(fully isolated|run without .+)$/);
  assert.equal(fix, undefined);
});

test('a storage that cannot be used is reported with its variable', async () => {
  writeFileSync(join(folder, 'file'), '');
  assert.match((await look('Storage', join(folder, 'file', 'below'))).fix!, /ERRAND_STORAGE/);
});

test('a storage outside of the data folder is a disk of its own; a proxy is looked at where there is one', () => {
  const names = (storage: string, shown: string[] = []) => checksOf(storage, shown).map(({ name }) => name);
  assert.ok(!names(join(folder, 'storage')).includes('Storage disk'));
  assert.ok(names('/somewhere/else').includes('Storage disk'));
  assert.ok(!names('s3://bucket/prefix').includes('Storage disk'));
  assert.deepEqual(
    [names(folder).includes('Egress proxy'), names(folder, ['http://p']).includes('Egress proxy')],
    [false, true],
  );
});

test('a proxy that does not respond is named', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  assert.equal((await look('Egress proxy', folder, [proxy])).fix, undefined);
  const closed = once(server, 'close');
  server.close();
  await closed;
  const { detail, fix } = await look('Egress proxy', folder, [proxy]);
  assert.ok(detail.includes(proxy) && fix?.includes('HTTPS_PROXY'));
});
