import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openEmbeddedPostgres } from '@errand/server/platform/embedded-postgres.ts';
import pg from 'pg';
import { until } from '../../server/test/until.ts';
import { type Server, startServer, withFolder } from '../test/cli.ts';

// Fills the disk of PostgreSQL itself, if the machine permits a mount.

const DISK_MIB = 260;

test('a full disk of the database is told, loses nothing that was acknowledged, and heals by itself', (t) =>
  withFolder(async (folder) => {
    if (!mount(t, folder)) return;
    const ballast = join(folder, 'ballast');
    const server = await startServer({ ERRAND_DATA_DIR: join(folder, 'data') });
    const stop = async (): Promise<void> => {
      server.send('SIGTERM');
      await server.exit;
    };
    try {
      const client = await createClient(server, join(folder, 'data'));
      const jobs = [await client.start()];
      // The tables' files have some free space left.
      await until(async () => {
        await fill(ballast);
        const id = await client.start();
        if (id !== undefined) jobs.push(id);
        return id === undefined;
      }, 'a run is refused');
      assert.equal((await client.ready()).database, 'full');
      await rm(ballast);
      await until(async () => (await client.ready()).status === 'ok', 'the room is noticed');

      await fillLog(join(folder, 'data'), ballast);
      await until(async () => (await client.ready()).database !== 'ok', 'the crash of PostgreSQL is told');
      await rm(ballast);
      await until(async () => (await client.ready()).status === 'ok', 'PostgreSQL is started again');

      jobs.push(await client.start());
      for (const id of jobs) await until(() => client.isDone(id!), `${id} ends`);
    } finally {
      await rm(ballast, { force: true });
      await stop();
      execFileSync('umount', ['-l', folder]);
    }
  }));

function mount(t: TestContext, folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m,mode=0700`, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    t.skip('this machine does not permit a mount');
    return false;
  }
}

/** Writes until the disk is full. */
async function fill(ballast: string): Promise<void> {
  for (const bytes of [1024 ** 2, 4096]) {
    const piece = Buffer.alloc(bytes);
    while (
      await appendFile(ballast, piece).then(
        () => true,
        () => false,
      )
    );
  }
}

/** Fills the disk so that PostgreSQL cannot create a new WAL file. It then crashes and cannot start. */
async function fillLog(dataDir: string, ballast: string): Promise<void> {
  const postgres = await openEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), purpose: 'operator' });
  const client = new pg.Client({ connectionString: postgres.url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await assert.rejects(async () => {
      for (;;) {
        await fill(ballast);
        await client.query(`select pg_logical_emit_message(false, 'full', repeat('x', 1000000))`);
        await client.query('select pg_switch_wal()');
      }
    }, /No space left|terminated|ECONNRESET/);
  } finally {
    await client.end().catch(() => undefined);
    await postgres.stop().catch(() => undefined);
  }
}

async function createClient({ address, banner }: Server, dataDir: string) {
  const authorization = (await readFile(join(dataDir, 'authorization.header'), 'utf8')).replace(/^.*?:\s*/, '').trim();
  const headers = { authorization };
  const agentId = /agents\/run\/([^/]+)\//.exec(banner)![1];
  let count = 0;
  return {
    ready: async (): Promise<any> => (await fetch(`${address}/ready/`)).json(),
    /** Returns the id of the job, or undefined if it was refused because of the full disk. */
    async start(): Promise<string | undefined> {
      count += 1;
      const body = new URLSearchParams({ name: `${count} ${'x'.repeat(20_000)}` });
      const response = await fetch(`${address}/v1/agents/run/${agentId}/async/`, { method: 'POST', headers, body });
      const answer: any = await response.json();
      if (response.status === 200) return answer;
      assert.deepEqual([response.status, answer.code], [507, 'errand.database.full']);
      return undefined;
    },
    async isDone(id: string): Promise<boolean> {
      const response = await fetch(`${address}/v1/agents/jobs/${id}/status/`, { headers });
      assert.equal(response.status, 200);
      const { status }: any = await response.json();
      assert.ok(status < 4, `status ${status}`);
      return status === 3;
    },
  };
}
