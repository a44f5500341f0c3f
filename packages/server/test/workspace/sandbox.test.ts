import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { findIsolation } from '#platform/isolation.ts';
import { createLog } from '#platform/log.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { createDuckDbEngine } from '#workspace/engine/duckdb.ts';
import { EngineError, type QueryEngine } from '#workspace/engine/engine.ts';
import { createLocalFiles } from '#workspace/engine/local-files.ts';
import { removeLeftovers } from '#workspace/sandbox/leftovers.ts';
import { createPool, type Pool } from '#workspace/sandbox/pool.ts';
import type { Layer } from '#workspace/sandbox/protocol.ts';
import { testQueryEngine } from '../conformance/query-engine.ts';
import { until } from '../harness.ts';

// The isolation around untrusted SQL, one taken away at a time: what is left has to hold.

const limits = { memoryMb: 256, diskMb: 256, cpuSeconds: 60, threads: 2 };
const log = createLog('silent');
const isRoot = process.getuid?.() === 0;
const pools: Pool[] = [];

function openEngine(options: { without?: Layer[]; warm?: number; more?: Partial<typeof limits> } = {}): QueryEngine {
  const { without = [], warm = 0, more } = options;
  const bounds = { ...limits, ...more };
  const pool = createPool({ base: join(folder, 'sandbox'), compiled, warm, limits: bounds, log, without });
  pools.push(pool);
  const files = createLocalFiles({ storage, folder: join(folder, 'cache'), bytesMax: 1e9 });
  return createDuckDbEngine({ pool, files, limits: bounds, log });
}

const folder = mkdtempSync(join(tmpdir(), 'errand-sandbox-'));
// The folder itself may be entered by everybody, so that only the isolation keeps the canaries safe.
chmodSync(folder, 0o711);
const compiled = process.env.NODE_COMPILE_CACHE ?? join(folder, 'compiled');
const storage = await openStorage(join(folder, 'storage'));
const canary = join(folder, 'canary.csv');
writeFileSync(canary, 'word\ncanary\n', { mode: 0o600 });
const engine = openEngine({ warm: 2 });
after(async () => {
  for (const pool of pools) await pool.stop();
  rmSync(folder, { recursive: true, force: true });
});

testQueryEngine('DuckDB in a sandbox', () => ({ engine, storage }));

/** Everything an engine says about a statement, its error or its rows. */
async function outcome(on: QueryEngine, sql: string, timeoutMs = 20_000): Promise<string> {
  let content = '';
  try {
    await on.run({
      task: { kind: 'select', query: { sql, start: 0 }, rowsMax: 100, bytesMax: 100_000, columnsMax: 100 },
      timeoutMs,
      async keep(chunks) {
        for await (const chunk of chunks) content += Buffer.from(chunk).toString('utf8');
      },
    });
    return content;
  } catch (error) {
    if (error instanceof EngineError) return `${error.reason}: ${error.message}`;
    throw error;
  }
}

const ENDLESS = 'select count(*) from range(10000000000) a, range(100000) b';
const SWELLING = `select length(string_agg(repeat('x', 1000000), '')) from range(100000)`;

const reads = (path: string): string[] => [
  `select * from read_text('${path}')`,
  `select * from read_csv('${path}')`,
  `select * from '${path}'`,
  `select content from read_blob('${path}')`,
  `select * from glob('${path}*')`,
  `select * from query('select * from read_csv(''${path}'')')`,
];

describe('a canary file of the service', () => {
  for (const without of [
    [],
    ['tree'],
    ['engine'],
    ...(isRoot ? [['tree', 'engine']] : []),
    ['uid'],
    ['network'],
    ['limits'],
  ] as Layer[][]) {
    test(`and the machine are safe ${without.length === 0 ? 'with all isolation' : `without ${without.join(' and ')}`}`, async () => {
      // One thread: what would take for ever takes one processor until its limit.
      const on = openEngine({ without, more: { threads: 1 } });
      for (const sql of reads(canary).slice(0, without.length === 0 ? 6 : 2)) {
        const told = await outcome(on, sql);
        assert.ok(!/\bcanary\b(?!\.csv)/.test(told), `${sql}: ${told}`);
        assert.match(told, /^(sql|crash): /, sql);
      }
      // Nor does it take more time or memory than it may have.
      assert.match(await outcome(on, ENDLESS, 500), /^limit: .* took longer/);
      assert.match(await outcome(on, SWELLING), /^limit: .* memory/);
    });
  }

  test('is read without any of them: the test can fail', async () => {
    const told = await outcome(
      openEngine({ without: ['tree', 'engine', 'uid'] }),
      `select * from read_csv('${canary}')`,
    );
    assert.match(told, /canary/);
  });
});

test('the settings are locked and nothing can be installed, also when the check of the syntax is missing', async () => {
  const on = openEngine({ without: ['tree'] });
  for (const sql of [
    `set threads = 8`,
    `set enable_external_access = true`,
    `install httpfs`,
    `attach '/tmp/x.db'`,
    `copy (select 1) to '/tmp/errand-copy'`,
  ]) {
    assert.match(await outcome(on, sql), /^sql: /, sql);
  }
});

test('segments of a remote storage are copied, even if they do not fit into the cache', async () => {
  const { link: _link, ...elsewhere } = storage;
  const pool = createPool({ base: join(folder, 'sandbox'), compiled, warm: 0, limits, log });
  pools.push(pool);
  const files = createLocalFiles({ storage: elsewhere, folder: join(folder, 'copies'), bytesMax: 0 });
  const on = createDuckDbEngine({ pool, files, limits, log });
  const key = 'tables/copied.parquet';
  const { columns, rows, bytes } = await on.run({
    task: { kind: 'write', query: { sql: 'select 42 as a', start: 0 }, columnsMax: 10 },
    timeoutMs: 20_000,
    keep: async (content) => void (await storage.put(key, content)),
  });
  const table = { id: 't', name: 't', columns, segments: [{ key, rows, bytes }], revision: 1, shape: 1 };
  const task = { kind: 'select', rowsMax: 1, bytesMax: 100, columnsMax: 1 } as const;
  const ask = (tables: (typeof table)[]) =>
    on.run({ task: { ...task, query: { sql: 'select a from t', start: 0 } }, tables, timeoutMs: 20_000 });
  for (const answer of await Promise.all([ask([table]), ask([table])])) assert.equal(answer.rows, 1);
  assert.deepEqual(await readdir(join(folder, 'copies')), [], 'nothing is kept');
});

describe('any other program in the same sandbox', () => {
  async function probe(tries: [string, string][], without: Layer[] = []): Promise<Record<string, string>> {
    const { startSandbox } = await import('#workspace/sandbox/spawn.ts');
    const program = join(import.meta.dirname, 'probe-child.ts');
    const sandbox = await startSandbox({
      base: join(folder, 'sandbox'),
      compiled,
      isolation: await findIsolation(),
      limits: { ...limits, diskMb: 16 },
      without,
      program,
    });
    const lines = sandbox.child.stdio[3] as import('node:stream').Readable;
    let text = '';
    lines.on('data', (chunk: Buffer) => (text += chunk.toString()));
    sandbox.child.stdin!.write(`${JSON.stringify({ tries })}\n`);
    const [code, signal] = await Promise.race([
      once(sandbox.child, 'exit'),
      (async () => {
        while (text.split('\n').length < 3) await once(lines, 'data');
        return [null, null];
      })(),
    ]);
    await sandbox.end();
    if (text.split('\n').length < 3) return { died: `${code ?? signal}` };
    return JSON.parse(JSON.parse(text.split('\n')[1]!).message);
  }

  test('sees nothing of the environment', async () => {
    assert.deepEqual(Object.values(await probe([['environment', '']])), ['[]']);
  });

  test('reads no file of the service and no other process, as another user', { skip: !isRoot }, async () => {
    const tries: [string, string][] = [
      ['read', canary],
      ['link', canary],
      ['list', join(folder, 'storage')],
      ['list', join(folder, 'sandbox')],
      ['read', `/proc/${process.pid}/environ`],
      ['kill', String(process.pid)],
      ['write', join(folder, 'written')],
      ['write', 'in/written'],
    ];
    for (const [what, told] of Object.entries(await probe(tries))) assert.match(told, /^refused/, what);
  });

  test('reaches no port, not even of this machine', async (context) => {
    const server = createServer((socket) => socket.on('error', () => undefined).end('canary'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    try {
      if ((await findIsolation()).network === undefined)
        return context.skip('this system does not let us take the network away');
      const [inside] = Object.values(await probe([['connect', String(port)]]));
      assert.match(inside!, /^refused/);
      const [outside] = Object.values(await probe([['connect', String(port)]], ['network']));
      assert.equal(outside, 'connected', 'the test can fail');
    } finally {
      server.close();
    }
  });

  test('exceeds neither its memory nor its file size', async () => {
    const memory = await probe([['memory', '64']]);
    assert.ok(memory.died !== undefined || /refused/.test(JSON.stringify(memory)), JSON.stringify(memory));
    if (isRoot) assert.match(Object.values(await probe([['processes', '200']])).join(), /no more processes/);
    const [file] = Object.values(await probe([['file', String(20 * 1024 * 1024)]]));
    assert.match(file ?? 'refused', /refused/);
  });
});

describe('every death of a process is a clear error', () => {
  test('killed from outside, by the processor limit, by a crash', async () => {
    for (const [signal, expected] of [
      ['SIGKILL', /system ended the query/],
      ['SIGXCPU', /processor time/],
      ['SIGSEGV', /engine failed/],
      ['SIGABRT', /engine failed/],
      ['SIGTERM', /engine failed/],
    ] as const) {
      const pool = createPool({ base: join(folder, 'sandbox'), compiled, warm: 0, limits, log });
      pools.push(pool);
      const files = createLocalFiles({ storage, folder: join(folder, 'cache'), bytesMax: 1e9 });
      const take = async () => {
        const taken = await pool.take();
        setTimeout(() => taken.child.kill(signal), 100);
        return taken;
      };
      const on = createDuckDbEngine({ pool: { ...pool, take }, files, limits, log });
      const told = await outcome(on, 'select count(*) from range(10000000000) a, range(10000) b');
      assert.match(told, expected, signal);
    }
  });

  test('the processor limit itself', async () => {
    const on = openEngine({ more: { cpuSeconds: 1 } });
    assert.match(await outcome(on, 'select count(*) from range(10000000000) a, range(10000) b'), /^limit: /);
  });
});

test('a process whose service was killed ends by itself, whatever it is doing', async () => {
  const pool = createPool({ base: join(folder, 'sandbox'), compiled, warm: 0, limits, log });
  pools.push(pool);
  const taken = await pool.take();
  const sql = 'select count(*) from range(10000000000) a, range(100000) b';
  taken.send({ kind: 'select', query: { sql, start: 0 }, rowsMax: 1, bytesMax: 1_000, tables: [], rounds: [] });
  // What the other end sees when a process is gone.
  setTimeout(() => taken.child.stdin!.end(), 300);
  assert.equal((await taken.exit).signal, 'SIGKILL');
});

test('one that waited for its turn ends when the service is back', async () => {
  const gone = spawnSync('true').pid;
  const pool = createPool({ base: join(folder, `sandbox-${gone}`), compiled, warm: 0, limits, log });
  pools.push(pool);
  const taken = await pool.take();
  taken.child.kill('SIGSTOP');
  taken.child.stdin!.end();
  await removeLeftovers(folder);
  assert.equal((await taken.exit).signal, 'SIGKILL');
  assert.equal(existsSync(taken.folder), false);
});

test('processes that wait for the next query end when nobody asks, and the next query works', async () => {
  const base = join(folder, 'idle');
  const pool = createPool({ base, compiled, warm: 2, limits, log, idleMs: 1_000 });
  pools.push(pool);
  await (await pool.take()).end();
  await until(async () => (await readdir(base)).length === 0, 'the end of all processes');
  await (await pool.take()).end();
});
