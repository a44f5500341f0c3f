import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@errand/server/platform/db.ts';
import { createTenant, type Lab, pause, runRequest, type Tenant, withDatabase } from '../lab.ts';
import type { Program } from '../programs.ts';
import { percentile } from '../report.ts';
import { COSTS_FILE, type CostPoint, type Costs } from './costs.ts';
import { connectionMb, difference, memoryMb, readGauges } from './gauges.ts';

// The calibration: one API process and one worker process of a fleet, on one PostgreSQL.

/** Jobs per second, and for how many seconds. */
const PACED = [
  [20, 15],
  [100, 10],
  [400, 8],
] as const;
const CONNECTIONS = 64;
const SLEEPERS = 200;

type Bench = { lab: Lab; database: Database; name: string; api: Program; worker: Program; tenant: Tenant };
type Idle = Costs['idle'];

export async function measureCosts(lab: Lab): Promise<Costs> {
  const { url, name } = await lab.createDatabase();
  const storage = join(lab.folder, 'model-storage');
  await mkdir(storage);
  const settings = { ERRAND_STORAGE: storage, ERRAND_SQL_WARM: '0' };
  const api = await lab.startServer(url, { ...settings, ERRAND_ROLE: 'api' });
  return withDatabase(url, async (database) => {
    const tenant = await createTenant(database, api.port, 'StepsEngine');
    const startWorker = () =>
      lab.startServer(url, { ...settings, ERRAND_ROLE: 'worker', ERRAND_WORKER_CONCURRENCY: String(SLEEPERS * 2) });
    const acceptUs = await measureAccepting(lab, { name, api, tenant, database });
    const worker = await startWorker();
    await countResults(database, lab.quick ? 200 : 3_000);
    const bench: Bench = { lab, database, name, api, worker, tenant };
    const idle = await measureIdle(bench);
    const memory = { apiMb: memoryMb(api.pid), workerMb: memoryMb(worker.pid) };
    // Measured before the memory of the process grows for other reasons.
    const runningJobMb = await measureSleepers(bench);
    const bytesBefore = await tableBytes(database);
    const points: CostPoint[] = [];
    let jobs = 0;
    for (const [rate, seconds] of PACED) {
      const total = lab.quick ? rate : rate * seconds;
      points.push(await measurePoint(bench, idle, { total, rate, from: 1_000_000 * (points.length + 1) }));
      jobs += total;
    }
    // From the slowest load, in which jobs do not overlap.
    const alone = { from: 1_000_000, count: PACED[0][0] * (lab.quick ? 1 : PACED[0][1]) };
    const waits = await listTimes(database, tenant, alone);
    const total = lab.quick ? 500 : 6_000;
    points.push(await measurePoint(bench, idle, { total, from: 9_000_000 }));
    jobs += total;
    await database.system.run('vacuum analyze jobs, job_results, job_steps, credit_ledger, job_queue');
    const postgresBytes = ((await tableBytes(database)) - bytesBefore) / jobs;
    const connections = await countConnections(lab, name);
    return {
      measuredOn: new Date().toISOString().slice(0, 10),
      machine: `${cpus().length} cores (${process.arch}), ${Math.round(totalmem() / 1024 ** 3)} GiB`,
      programs: `Node ${process.version}, PostgreSQL ${await serverVersion(lab)}`,
      job: 'three recorded steps, no file, no webhook',
      points: points.toSorted((a, b) => a.ratePerSecond - b.ratePerSecond),
      acceptShare: Math.min(0.9, acceptUs / points.at(-1)!.postgresUs),
      handoverMs: { p50: percentile(waits.waitedMs, 0.5), p99: percentile(waits.waitedMs, 0.99) },
      holdMs: percentile(waits.heldMs, 0.5),
      idle,
      connections,
      memory: {
        ...memory,
        runningJobMb,
        connectionMb: await connectionMb(lab, name),
      },
      postgresBytes,
      storageBytes: (await folderBytes(storage)) / jobs,
    };
  });
}

export const storeCosts = (costs: Costs): Promise<void> =>
  writeFile(COSTS_FILE, `${JSON.stringify(round(costs), null, 2)}\n`);

async function measureAccepting(lab: Lab, bench: Omit<Bench, 'worker' | 'lab'>): Promise<number> {
  const total = lab.quick ? 200 : 3_000;
  const { name, api, tenant } = bench;
  const before = await readGauges(lab, name, [api]);
  const request = runRequest(tenant, 'async/');
  await lab.load({ host: '127.0.0.1', port: api.port, connections: CONNECTIONS, requests: [request], total });
  return difference(before, await readGauges(lab, name, [api])).postgresUs / total;
}

async function measureIdle({ lab, name, api, worker }: Bench): Promise<Idle> {
  const seconds = lab.quick ? 1 : 15;
  const before = await readGauges(lab, name, [api, worker]);
  await pause(seconds * 1_000);
  const used = difference(before, await readGauges(lab, name, [api, worker]));
  // Split evenly between the two.
  return {
    postgresUsPerSecond: used.postgresUs / seconds / 2,
    programUsPerSecond: used.programsUs.reduce((sum, one) => sum + one, 0) / seconds / 2,
  };
}

type PointLoad = { total: number; rate?: number; from: number };

/** Measures what jobs cost beyond the idle use of the two processes. */
async function measurePoint(bench: Bench, idle: Idle, load: PointLoad): Promise<CostPoint> {
  const { lab, database, name, api, worker, tenant } = bench;
  const known = await countResults(database, 0);
  const before = await readGauges(lab, name, [api, worker]);
  const startedAt = performance.now();
  const target = {
    host: '127.0.0.1',
    port: api.port,
    connections: CONNECTIONS,
    requests: [runRequest(tenant, 'async/')],
  };
  // The load generator reports a pace that a busy machine could not keep. Late requests count too.
  const { answers } = await lab.load({ ...target, ...load });
  if (answers < load.total) throw new Error('Not every request of the calibration was accepted.');
  await countResults(database, known + load.total);
  const seconds = (performance.now() - startedAt) / 1_000;
  const used = difference(before, await readGauges(lab, name, [api, worker]));
  const beyond = (us: number, idleUs: number): number => Math.max(0, us - idleUs * seconds) / load.total;
  const point = {
    ratePerSecond: load.rate ?? load.total / seconds,
    apiUs: beyond(used.programsUs[0]!, idle.programUsPerSecond),
    workerUs: beyond(used.programsUs[1]!, idle.programUsPerSecond),
    postgresUs: beyond(used.postgresUs, idle.postgresUsPerSecond * 2),
    commits: used.commits / load.total,
    walBytes: used.walBytes / load.total,
    writes: used.writes / load.total,
  };
  lab.note(`at ${Math.round(point.ratePerSecond)}/s: PostgreSQL ${Math.round(point.postgresUs)} µs a job`);
  return point;
}

/** Measures the memory of jobs that only wait for their model. */
async function measureSleepers({ lab, database, api, worker }: Bench): Promise<number> {
  const total = lab.quick ? 20 : SLEEPERS;
  const sleeping = await createTenant(database, api.port, 'SleepEngine', { milliseconds: 3_000 });
  const known = await countResults(database, 0);
  const before = memoryMb(worker.pid);
  const target = { host: '127.0.0.1', port: api.port, connections: 8, requests: [runRequest(sleeping, 'async/')] };
  await lab.load({ ...target, total });
  const during = memoryMb(worker.pid);
  await countResults(database, known + total);
  return Math.max(0.01, (during - before) / total);
}

/** Waits until there are at least this many results, and returns how many there are. */
export async function countResults(database: Database, atLeast: number): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const [row] = await database.system.query<{ count: number }>('select count(*) as count from job_results');
    if (row!.count >= atLeast) return Number(row!.count);
    if (performance.now() - startedAt > 180_000) throw new Error(`Only ${row!.count} of ${atLeast} jobs have ended.`);
    await pause(100);
  }
}

/** Lists how long jobs waited from acceptance to the start of their engine, and how long they held a slot. */
export async function listTimes(
  database: Database,
  tenant: Tenant,
  numbers: { from: number; count: number },
): Promise<{ waitedMs: number[]; heldMs: number[] }> {
  const rows = await database.system.query<{ waited: number; held: number }>(
    `select (r.events->0->>'at')::float8 - extract(epoch from j.created_at)::float8 * 1000 as waited,
         extract(epoch from r.finished_at)::float8 * 1000 - (r.events->0->>'at')::float8 as held
       from jobs j join job_results r on r.job_id = j.id
      where j.agent_id = $1 and (j.inputs->0->>'value')::bigint >= $2::bigint
        and (j.inputs->0->>'value')::bigint < $2::bigint + $3::bigint`,
    [tenant.agentId, numbers.from, numbers.count],
  );
  // The times come from two clocks of one machine, in milliseconds.
  const positive = (value: number): number => Math.max(0, Number(value));
  return {
    waitedMs: rows.map(({ waited }) => positive(waited)),
    heldMs: rows.map(({ held }) => positive(held)),
  };
}

async function countConnections(lab: Lab, database: string): Promise<{ api: number; worker: number }> {
  const { rows } = await lab.admin.query<{ count: string }>(
    `select count(*) from pg_stat_activity where datname = $1 and application_name like 'errand %'
      group by application_name order by 1 desc limit 2`,
    [database],
  );
  const [most = 0, other = most] = rows.map(({ count }) => Number(count));
  // Only the sum matters, not which is which.
  return { api: most, worker: other };
}

async function tableBytes(database: Database): Promise<number> {
  const [row] = await database.system.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(oid)) as bytes from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname not in ('job_queue', 'workers', 'write_probes', 'agent_job_deltas')`,
  );
  return Number(row!.bytes);
}

async function serverVersion(lab: Lab): Promise<string> {
  return (await lab.admin.query(`select current_setting('server_version') as version`)).rows[0].version;
}

async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries.map(async (entry) =>
    entry.isFile() ? (await stat(join(entry.parentPath, entry.name))).size : 0,
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Rounds to three digits, which is more than the measurement is accurate. */
function round<T>(value: T): T {
  const text = JSON.stringify(value, (_, one) => (typeof one === 'number' ? Number(one.toPrecision(3)) : one));
  return JSON.parse(text) as T;
}
