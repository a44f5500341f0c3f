import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { testEngines } from '../../../test/engines.ts';
import { startHarness, until } from '../../../test/harness.ts';
import { createAgent, getJob, runSync, startJob, untilFinal, uploadFile } from '../../../test/runs.ts';
import { startS3 } from '../../../test/s3-server.ts';
import { AppError } from '../errors.ts';
import { StorageError } from './storage.ts';
import { storageProblem } from './storage-problem.ts';

// A real store behind a proxy (door). If it is shut, connections are refused; if it is stalled, they get no response.

const folder = await mkdtemp(join(tmpdir(), 'errand-stalled-'));
const s3 = await startS3(folder, 'files');
const door = await startDoor(Number(new URL(process.env.AWS_ENDPOINT_URL!).port));
process.env.AWS_ENDPOINT_URL = `http://127.0.0.1:${door.port}`;
const harness = await startHarness({
  engines: testEngines,
  env: { ERRAND_STORAGE: 's3://files', ERRAND_STORAGE_TIMEOUT_SECONDS: '4' },
});
const org = await harness.org();
const stop = () => s3.close();
after(async () => {
  door.open();
  await harness.stop();
  door.close();
  await stop();
  await rm(folder, { recursive: true, force: true });
});

async function startDoor(target: number) {
  let stalled = false;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    sockets.add(near);
    near.on('error', () => undefined).on('close', () => sockets.delete(near));
    if (stalled) return;
    const far = connect(target, '127.0.0.1');
    far.on('error', () => undefined).on('close', () => near.destroy());
    near.on('close', () => far.destroy());
    near.on('data', (chunk) => void (stalled || far.write(chunk)));
    far.on('data', (chunk) => void (stalled || near.write(chunk)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    stall(): void {
      stalled = true;
    },
    open(): void {
      stalled = false;
      cut();
    },
    close(): void {
      cut();
      server.close();
    },
  };
}

const file = (): FormData => {
  const form = new FormData();
  form.set('file', new File(['content'], 'a.txt'));
  return form;
};

test('a store that stalls: 504 for uploads, runs without files continue, jobs with files wait, and all heals by itself', async () => {
  const reader = await createAgent(org, 'EchoEngine', {
    config: { read: true },
    inputs: [{ key: 'doc', data_type: 'application/pdf' }],
  });
  const echo = await createAgent(org, 'EchoEngine');
  const fileId = await uploadFile(org, 'kept');
  door.stall();
  const upload = await org.request('POST', '/v1/datasets/files/upload/', file());
  assert.deepEqual([upload.status, upload.body.code], [504, 'errand.storage.timeout'], upload.text);
  assert.match(upload.headers.get('retry-after')!, /^\d+$/);
  assert.equal((await runSync(org, echo.id, { text: 'no files' })).status, 200);
  await until(async () => (await org.request('GET', '/ready/')).body.storage === 'stalled', '/ready/ tells');
  const ready = await org.request('GET', '/ready/');
  assert.deepEqual([ready.status, ready.body.status], [200, 'degraded']);
  const jobId = await startJob(org, reader.id, { doc: fileId });
  await until(async () => (await getJob(org, jobId)).status_code === 2, 'the job to wait');
  assert.match((await getJob(org, jobId)).error_message, /storage does not respond/);
  door.open();
  await until(async () => (await org.request('GET', '/ready/')).body.status === 'ok', 'all is well');
  assert.equal((await org.request('POST', '/v1/datasets/files/upload/', file())).status, 201);
  await harness.database.system.run('update job_queue set run_at = clock_timestamp()');
  const job = await untilFinal(org, jobId);
  assert.deepEqual([job.status_code, job.outputs[0].value], [3, 'kept']);
});

test('a fault that may pass is marked so; any other error stays as it is', () => {
  const otherwise = () => new AppError('storage_failed');
  const problem = (error: unknown) => storageProblem(error, otherwise);
  assert.equal(problem(new StorageError('late', { reason: 'late' })).code, 'storage_timeout');
  const wrapped = new Error('put', { cause: new StorageError('gone', { reason: 'unreachable' }) });
  assert.deepEqual([problem(wrapped).code, problem(wrapped).options.retryAfterSeconds], ['storage_unavailable', 5]);
  assert.equal(problem(Object.assign(new Error('full'), { code: 'ENOSPC' })).code, 'storage_full');
  assert.equal(problem(new StorageError('not writable')).code, 'storage_failed');
});
