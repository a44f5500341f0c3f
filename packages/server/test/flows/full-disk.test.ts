import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createGateEngine, testEngines } from '../engines.ts';
import { makeFolder, startHarness, stopAtEnd, until } from '../harness.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';

// Storage that is really full, where the machine permits a mount, and PostgreSQL that says it is: a trigger raises the
// error of a full disk where it would come from.

const gate = createGateEngine();
const MIB = 1024 ** 2;

const folder = await makeFolder();
const harness = stopAtEnd(
  await startHarness({ engines: [...testEngines, gate.engine], env: { ERRAND_STORAGE: folder } }),
);
const org = await harness.org();

const upload = (bytes: number) => {
  const form = new FormData();
  form.set('file', new File([Buffer.alloc(bytes, 7)], 'a.bin'));
  return org.request('POST', '/v1/datasets/files/upload/', form);
};

test('a full storage: 507 {error}, nothing is left of the upload, and what fits is still accepted', async (t) => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m,mode=0700', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return t.skip('this machine does not permit a mount');
  }
  // A disk without the mark of an installation would be taken for a loss.
  await writeFile(join(folder, 'installation.json'), '{}');
  try {
    const refused = await upload(4 * MIB);
    assert.deepEqual([refused.status, Object.keys(refused.body)], [507, ['error', 'code']]);
    assert.match(refused.body.error, /no space left/);
    const temporary = await readdir(join(folder, 'tmp'), { recursive: true, withFileTypes: true });
    assert.deepEqual(
      temporary.filter((entry) => entry.isFile()),
      [],
    );
    const rows = await harness.database.system.query('select id from files where org_id = $1', [org.orgId]);
    assert.deepEqual(rows, []);
    assert.equal((await upload(MIB)).status, 201);
    await writeFile(join(folder, 'ballast'), Buffer.alloc(2 * MIB)).catch(() => undefined);
    await until(async () => (await org.request('GET', '/ready/')).body.storage === 'full', '/ready/ tells');
    const ready = await org.request('GET', '/ready/');
    assert.deepEqual([ready.status, ready.body.status], [200, 'degraded'], 'runs without files go on');
    await rm(join(folder, 'ballast'));
    await until(async () => (await org.request('GET', '/ready/')).body.storage === 'ok', 'it heals by itself');
    assert.equal((await upload(1024)).status, 201);
  } finally {
    execFileSync('umount', ['-l', folder]);
  }
});

/** PostgreSQL refuses inserts into the table from now on; gives how often it was asked, and a way back. */
async function fill(table: string) {
  const { system } = harness.database;
  await system.run(`create sequence asked_${table}`);
  await system.run(`create function full_${table}() returns trigger language plpgsql as $$ begin
    perform nextval('asked_${table}'); raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
  await system.run(
    `create trigger full_disk before insert on ${table} for each statement execute function full_${table}()`,
  );
  return {
    async asked(): Promise<number> {
      const rows = await system.query<{ count: number }>(
        `select case when is_called then last_value else 0 end as count from asked_${table}`,
      );
      return rows[0]!.count;
    },
    heal: () => system.run(`drop trigger full_disk on ${table}`),
  };
}

test('a full database: 507 {detail} at once and not after tries, no job, /ready/ tells; then all continues', async () => {
  const echo = await createAgent(org, 'EchoEngine');
  const full = await fill('jobs');
  const path = `/v1/agents/run/${echo.id}/`;
  const calls: [string, unknown][] = [
    [`${path}async/`, { text: 'a' }],
    [path, { text: 'a' }],
    [`${path}async/many/`, { inputs: [{ text: 'a' }] }],
    [`${path}batches/`, { inputs: [{ text: 'a' }] }],
  ];
  for (const [index, [url, body]] of calls.entries()) {
    const answer = await org.request('POST', url, body);
    assert.deepEqual([answer.status, Object.keys(answer.body)], [507, ['detail', 'code']], `${url}: ${answer.text}`);
    assert.match(answer.body.detail, /no space left/);
    assert.equal(await full.asked(), index + 1);
  }
  const ready = await org.request('GET', '/ready/');
  assert.deepEqual([ready.status, ready.body.status, ready.body.database], [200, 'degraded', 'full']);
  await full.heal();
  assert.equal((await org.request('GET', `/v1/agents/${echo.id}/jobs/`)).body.count, 0);
  assert.equal((await untilFinal(org, await startJob(org, echo.id, { text: 'b' }))).status_code, 3);
});

test('a job that ends while the database is full keeps its result until there is room, and ends once', async () => {
  const gated = await createAgent(org, 'GateEngine');
  const jobId = await startJob(org, gated.id, { text: 'kept' });
  await until(async () => gate.waiting.size === 1, 'the job to run');
  const full = await fill('job_results');
  gate.open();
  await until(async () => (await full.asked()) > 2, 'some tries');
  await full.heal();
  const job = await untilFinal(org, jobId);
  assert.deepEqual([job.status_code, job.outputs[0].value], [3, 'passed kept']);
  assert.deepEqual(gate.started, ['kept']);
});
