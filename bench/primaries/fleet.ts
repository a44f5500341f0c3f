import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { createTenant, type Tenant, withDatabase } from '../lab.ts';
import { createPrograms, type Program, type Programs } from '../programs.ts';
import { numberPeople } from './people.ts';
import type { RoutedPrimary } from './router.ts';

// Several primaries on one machine, each with its own server process, behind one router and with one model. Files, the
// secret key and the token secret are the same everywhere, so that an organization finds its own after a move.

export type FleetPrimary = RoutedPrimary & { dataDir: string; database: Program; server: Program };
export type Fleet = Awaited<ReturnType<typeof openFleet>>;

type Options = { count: number; quick: boolean; note(text: string): void; modelMs?: number };

const PRIMARIES_MAX = 64;

export async function openFleet({ count, quick, note, modelMs = 100 }: Options) {
  const folder = await mkdtemp(join(tmpdir(), 'errand-primaries-'));
  // The PostgreSQL account needs access to the sockets of the others.
  await chmod(folder, 0o755);
  const cleanups: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const cleanup of cleanups.reverse()) await cleanup().catch((error) => note(String(error)));
  };
  try {
    const programs = createPrograms({ folder, quick, note, cleanups });
    const model = await programs.start('counting-model.ts', { MODEL_MS: String(modelMs) });
    const dataDirs = await makeFolders(programs, folder, count);
    const primaries: FleetPrimary[] = [];
    for (const [place, dataDir] of dataDirs.entries()) {
      primaries.push(await startPrimary(programs, { folder, dataDir, place, model }));
      note(`primary ${place + 1} of ${count} is up`);
    }
    const list = primaries.map(({ name, url, port }) => ({ name, url, port }));
    const router = await programs.start('router.ts', { PRIMARIES: JSON.stringify(list) });
    return { folder, programs, primaries, router, model, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Creates and migrates one folder, and copies it for the others. */
async function makeFolders(programs: Programs, folder: string, count: number): Promise<string[]> {
  const dataDirs = Array.from({ length: count }, (_, index) => join(folder, `primary-${index}`));
  for (const dataDir of dataDirs) await mkdir(dataDir, { mode: 0o755 });
  const first = await programs.start('primary.ts', { PRIMARY_DIR: dataDirs[0]! });
  await first.stop();
  for (const dataDir of dataDirs.slice(1)) {
    const parts = ['postgres', 'postgres-password'].map((name) => join(dataDirs[0]!, name));
    await promisify(execFile)('cp', ['-Rp', ...parts, dataDir]);
  }
  return dataDirs;
}

type Start = { folder: string; dataDir: string; place: number; model: Program };

async function startPrimary(programs: Programs, { folder, dataDir, place, model }: Start): Promise<FleetPrimary> {
  const database = await programs.start('primary.ts', { PRIMARY_DIR: dataDir });
  await withClient(database.url, (client) => numberPeople(client, place, PRIMARIES_MAX));
  const server = await programs.start('server.ts', {
    DATABASE_URL: database.url,
    ERRAND_STORAGE: join(folder, 'storage'),
    ERRAND_SECRET_KEY: 'one key of secrets for all primaries',
    ERRAND_JWT_SECRET: 'one secret of tokens for all primaries',
    ERRAND_SQL_WARM: '0',
    OPENAI_BASE_URL: `http://127.0.0.1:${model.port}/v1`,
  });
  return { name: `primary-${place}`, url: database.url, port: server.port, dataDir, database, server };
}

/** Simulates the loss of a machine: kills PostgreSQL and the process that would restart it. */
export function killPrimary({ database, dataDir }: FleetPrimary): void {
  process.kill(database.pid, 'SIGKILL');
  process.kill(readPostmaster(dataDir), 'SIGKILL');
}

const readPostmaster = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Creates an organization whose agent asks the model once about each number, or does nothing. */
export function addTenant(primary: FleetPrimary, engine: 'model' | 'noop'): Promise<Tenant> {
  const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
  const extraction = { model: 'bench', text: '${text}', output_schema: schema };
  return withDatabase(primary.url, (database) =>
    engine === 'noop'
      ? createTenant(database, primary.port)
      : createTenant(database, primary.port, 'MultimodalExtractionEngine', extraction),
  );
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
