import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, test } from 'node:test';
import { embeddedPostgresBinaries } from '../../server/src/platform/embedded-postgres.ts';
import { prepareDataFolder } from '../../server/test/data-folder.ts';
import { until } from '../../server/test/until.ts';
import { errand, errandJson, processesIn, type Server, startServer, withFolder } from '../test/cli.ts';

const KEY = 'a-key-of-the-first-organization-known-before';

/** The status of a successful job. */
const SUCCESS = 3;

const running = new Set<Server>();
afterEach(() => {
  for (const server of running) server.send('SIGKILL');
});

async function start(env: NodeJS.ProcessEnv) {
  const server = await startServer(env);
  running.add(server);
  const request = async <T = any>(method: string, path: string, body?: object, headers: object = {}) => {
    const answer = await fetch(server.address + path, {
      method,
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const said = await answer.text();
    return { status: answer.status, body: (said.startsWith('{') ? JSON.parse(said) : said) as T };
  };
  return { ...server, request };
}

/** Starts a job with an idempotency key, so that it runs once however often it is sent. */
async function accept(server: Awaited<ReturnType<typeof start>>, agent: string, name: string): Promise<string> {
  const headers = { 'idempotency-key': `order-${name}` };
  const { status, body } = await server.request('POST', `/v1/agents/run/${agent}/async/`, { name }, headers);
  assert.equal(status, 200, JSON.stringify(body));
  return typeof body === 'string' ? body.replaceAll('"', '') : (body.job_id ?? body.id);
}

const statusOf = async (server: Awaited<ReturnType<typeof start>>, job: string): Promise<number> => {
  const { status, body } = await server.request('GET', `/v1/agents/jobs/${job}/status/`);
  return status === 200 ? body.status : status;
};

test('a destroyed database comes back to a named moment: all that was accepted before is there once, and the queue goes on', () =>
  withFolder(async (folder) => {
    // As root, PostgreSQL runs as another user, which needs access to the archive.
    await chmod(folder, 0o755);
    const told: string[] = [];
    const receiver = createServer(async (request, response) => {
      told.push(await text(request));
      response.end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const [data, wal, base] = [join(folder, 'data'), join(folder, 'wal'), join(folder, 'base')];
    const env = {
      ERRAND_DATA_DIR: data,
      ERRAND_WAL_ARCHIVE: wal,
      ERRAND_STORAGE: join(folder, 'storage'),
      ERRAND_BOOTSTRAP_API_KEY: KEY,
      ERRAND_SECRET_KEY: 'a secret that is not lost with the data',
      ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8',
      LOG_LEVEL: 'warn',
    };
    await prepareDataFolder(data);
    const server = await start(env);
    const agent = (await server.request('GET', '/v1/agents/')).body.results[0].id;
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const hook = await server.request('POST', '/webhooks/', { name: 'Mine', url });
    await server.request('POST', `/webhooks/${hook.body.id}/agents/`, { agent_ids: [agent] });
    const ended = (job: string) => until(async () => (await statusOf(server, job)) === SUCCESS, 'the job has ended');

    const before = [await accept(server, agent, 'one')];
    const made = await errandJson(['backup', 'base', base], env);
    assert.ok(made.files > 100);
    assert.ok((await readdir(base)).includes('storage.jsonl'));
    before.push(await accept(server, agent, 'two'), await accept(server, agent, 'three'));
    for (const job of before) await ended(job);
    const { workers } = await errandJson(['workers', 'list'], env);
    await errandJson(['workers', 'drain', workers[0].id], env);
    const open = await accept(server, agent, 'open');
    const point = await errandJson(['backup', 'point', 'before the mistake'], env);
    await errandJson(['workers', 'resume', workers[0].id], env);
    const after = await accept(server, agent, 'after');
    await ended(after);
    await ended(open);
    await until(async () => told.filter((body) => body.includes(open)).length === 1, 'the receiver knows of the job');

    server.send('SIGKILL');
    await server.exit;
    for (const pid of await processesIn(data)) process.kill(Number(pid), 'SIGKILL');
    await until(async () => (await processesIn(data)).length === 0, 'PostgreSQL is gone');
    await rm(data, { recursive: true });

    const early = await errand(['restore', 'base', base, '--wal', wal, '--to-time', '2020-01-01'], env);
    assert.deepEqual([early.code, /Use an older base backup/.test(early.stderr)], [5, true], early.stderr);
    const late = await errand(['restore', 'base', base, '--wal', wal, '--to-point', 'never'], env);
    assert.deepEqual([late.code, /ends before the time/.test(late.stderr)], [3, true], late.stderr);
    const filled = await errand(['restore', 'base', base, '--wal', wal], env);
    assert.deepEqual([filled.code, /does not overwrite it/.test(filled.stderr)], [5, true], filled.stderr);
    await rm(data, { recursive: true });
    const restored = await errandJson(['restore', 'base', base, '--wal', wal, '--to-point', 'before the mistake'], env);
    assert.ok(Date.parse(restored.last_transaction_at) <= Date.parse(point.at));
    const checked = await errandJson(['restore', 'check', '--manifest', join(base, 'storage.jsonl')], env);
    assert.match(JSON.stringify(checked.findings), /1 open jobs/);

    const again = await start(env);
    assert.match(again.banner, /Restored +the database goes back to/);
    for (const job of before) assert.equal(await statusOf(again, job), SUCCESS);
    assert.equal(await statusOf(again, after), 404);
    await until(async () => (await statusOf(again, open)) === SUCCESS, 'the open job has ended again');
    await until(async () => told.filter((body) => body.includes(open)).length === 2, 'the receiver was told again');
    // If a client sends everything again, nothing is duplicated or lost.
    assert.equal(await accept(again, agent, 'two'), before[1]);
    assert.equal(await accept(again, agent, 'open'), open);
    assert.notEqual(await accept(again, agent, 'after'), after);
    const { body } = await again.request('GET', '/v1/agents/jobs/');
    assert.equal(body.results.length, before.length + 2);
    again.send('SIGINT');
    assert.equal(await again.exit, 0);
    const doctor = await errandJson(['doctor'], env);
    assert.ok(doctor.ok, JSON.stringify(doctor));
    receiver.close();
  }));

test('ERRAND_POSTGRES_BIN takes other programs of the same major release, and refuses those of another', () =>
  withFolder(async (folder) => {
    await chmod(folder, 0o755);
    const programs = join(folder, 'pg18');
    await cp(embeddedPostgresBinaries(), programs, { recursive: true, verbatimSymlinks: true });
    const env = { ERRAND_DATA_DIR: join(folder, 'data'), ERRAND_POSTGRES_BIN: join(programs, 'bin') };
    await prepareDataFolder(env.ERRAND_DATA_DIR);
    assert.equal((await errand(['migrate'], env)).code, 0);
    const { checks } = await errandJson(['doctor'], env);
    assert.match(
      checks.find(({ name }: any) => name === 'PostgreSQL').detail,
      /^18\.\d+ \(embedded: for one machine\)/,
    );

    const faked = join(folder, 'pg17');
    await mkdir(join(faked, 'bin'), { recursive: true });
    await writeFile(join(faked, 'bin', 'postgres'), '#!/bin/sh\necho "postgres (PostgreSQL) 17.10"\n', { mode: 0o755 });
    const other = await errand(['migrate'], { ...env, ERRAND_POSTGRES_BIN: faked });
    assert.equal(other.code, 3);
    assert.match(other.stderr, /is PostgreSQL 17, but errand needs PostgreSQL 18/);
    const none = await errand(['migrate'], { ...env, ERRAND_POSTGRES_BIN: folder });
    assert.deepEqual([none.code, /contains no bin\/postgres/.test(none.stderr)], [3, true], none.stderr);
  }));
