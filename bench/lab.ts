import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { insertApiKey } from '@errand/server/orgs/api-keys.ts';
import { createOrganization } from '@errand/server/orgs/organizations.ts';
import { type Database, openDatabase } from '@errand/server/platform/db.ts';
import { openEmbeddedPostgres } from '@errand/server/platform/embedded-postgres.ts';
import { migrate } from '@errand/server/platform/migrate.ts';
import pg from 'pg';
import { type Load, type LoadResult, NUMBER } from './load.ts';
import { readProcessorTime } from './processor-time.ts';

// Where measurements happen: one PostgreSQL for a run, a database of its own for each measurement, and every program
// under test in a process of its own. Everything lies in one temporary folder and ends with the run.

export type Program = {
  port: number;
  pid: number;
  /** Sends a message and waits for the answer, for programs that keep figures. */
  ask<T>(): Promise<T>;
  stop(): Promise<void>;
};

export type Lab = Awaited<ReturnType<typeof openLab>>;

const TEMPLATE = 'bench_template';

export type LabOptions = {
  /** Small rounds, whose figures do not count. */
  quick: boolean;
  /** The folder of another checkout to compare with. */
  against?: string | undefined;
  note(text: string): void;
};

export async function openLab(options: LabOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'errand-bench-'));
  const cleanups: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const postgresDir = join(folder, 'postgres');
  const postgres = await openEmbeddedPostgres({ dataDir: postgresDir, purpose: 'server' });
  cleanups.push(() => postgres.stop());
  const admin = new pg.Client({ connectionString: postgres.url });
  admin.on('error', () => undefined);
  await admin.connect();
  cleanups.push(() => admin.end());
  await admin.query(`create database ${TEMPLATE}`);
  await migrate(urlOf(TEMPLATE));

  function urlOf(database: string): string {
    const url = new URL(postgres.url);
    url.pathname = `/${database}`;
    return url.href;
  }

  let databases = 0;
  let programs = 0;

  /** A database with the schema of the service, or an empty one. */
  async function createDatabase(schema: 'service' | 'empty' = 'service'): Promise<{ url: string; name: string }> {
    databases += 1;
    const name = `bench_${databases}`;
    await admin.query(`create database ${name} template ${schema === 'service' ? TEMPLATE : 'template0'}`);
    return { url: urlOf(name), name };
  }

  /** Runs a file of `children/`, or another one by its path; it is ready when it tells its port. */
  async function start(file: string, env: Record<string, string>): Promise<Program> {
    programs += 1;
    const dataDir = join(folder, `program-${programs}`);
    await mkdir(dataDir);
    const profile = process.env.BENCH_PROFILE;
    const child = fork(resolve(import.meta.dirname, 'children', file), {
      env: {
        ...cleanEnvironment(),
        ERRAND_DATA_DIR: dataDir,
        ERRAND_DRAIN_SECONDS: '0',
        // Where the figures do not count, SQL's processes start when they are needed.
        ...(options.quick && { ERRAND_SQL_WARM: '0' }),
        ...env,
      },
      // As `errand serve` starts (packages/cli/bin/start-options.js).
      execArgv: [
        '--no-allocation-site-pretenuring',
        ...(profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]),
      ],
      stdio: ['ignore', 'ignore', openSync(join(dataDir, 'log'), 'a'), 'ipc'],
    });
    const port = await firstMessage<{ port: number }>(child, `${file}, whose log is ${join(dataDir, 'log')},`);
    let stopped: Promise<void> | undefined;
    const stop = (): Promise<void> => {
      stopped ??= endChild(child);
      return stopped;
    };
    cleanups.push(stop);
    const ask = <T>(): Promise<T> => {
      const answer = firstMessage<T>(child, file);
      child.send({});
      return answer;
    };
    return { port: port.port, pid: child.pid!, ask, stop };
  }

  /** What was written before is on the disk: half a minute later the system would write it beside what is measured. */
  const settle = (): void => void spawnSync('sync');

  async function load(job: Load): Promise<LoadResult> {
    settle();
    const child = fork(join(import.meta.dirname, 'load.ts'), { execArgv: [], env: cleanEnvironment() });
    try {
      const answer = firstMessage<LoadResult>(child, 'the load generator');
      child.send(job);
      const result = await answer;
      if (result.failures > 0)
        options.note(`${result.failures} requests failed, the first with: ${result.firstFailure}`);
      return result;
    } finally {
      child.disconnect();
    }
  }

  return {
    quick: options.quick,
    against: options.against,
    note: options.note,
    folder,
    postgresDir,
    admin,
    createDatabase,
    dropDatabase: (name: string) => admin.query(`drop database ${name} with (force)`),
    start,
    startServer: (url: string, env: Record<string, string> = {}) => start('server.ts', { DATABASE_URL: url, ...env }),
    processorTime: (program: Program) => readProcessorTime(postgresDir, program.pid),
    settle,
    load,
    async close(): Promise<void> {
      for (const cleanup of cleanups.reverse()) await cleanup();
    },
  };
}

/** Variables of the caller's shell must not change what is measured. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(ERRAND_|PG|LOG_LEVEL$|NODE_(?!COMPILE_CACHE))/.test(name)),
  );
}

function firstMessage<T>(child: ChildProcess, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null): void => reject(new Error(`${what} ended with ${code}`));
    child.once('exit', fail);
    child.once('message', (message) => {
      child.removeListener('exit', fail);
      resolve(message as T);
    });
  });
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), 30_000);
  await ended;
  clearTimeout(force);
}

export type Tenant = { orgId: string; apiKey: string; agentId: string; versionId: string };

/** An organization with a key and an agent of the given engine. Needs a running server for the agent. */
export async function createTenant(
  database: Database,
  port: number,
  engine = 'NoopEngine',
  config: Record<string, unknown> = {},
): Promise<Tenant> {
  const { id: orgId, userId } = await createOrganization(database.system, { name: 'Bench' });
  const { apiKey } = await insertApiKey(database.system, { orgId, userId, role: 'admin', name: 'bench' });
  const answer = await fetch(`http://127.0.0.1:${port}/v1/agents/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Bench',
      engine_class_id: engine,
      input_definitions: [{ key: 'text', data_type: 'text/plain', description: 'A number' }],
      engine_config: config,
    }),
  });
  if (!answer.ok) throw new Error(`The agent could not be made: ${await answer.text()}`);
  const { id: agentId } = (await answer.json()) as { id: string };
  const rows = await database.system.query<{ current_version_id: string }>(
    'select current_version_id from agents where id = $1',
    [agentId],
  );
  return { orgId, apiKey, agentId, versionId: rows[0]!.current_version_id };
}

export async function withDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase({ url, systemConnectionsMax: 4, tenantConnectionsMax: 2, queueConnectionsMax: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

type RequestOptions = { apiKey?: string; headers?: Record<string, string>; body?: string };

export function httpRequest(method: string, path: string, options: RequestOptions = {}): string {
  const { apiKey, headers = {}, body } = options;
  return [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...(apiKey === undefined ? [] : [`authorization: Bearer ${apiKey}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]),
    '',
    body ?? '',
  ].join('\r\n');
}

/** A body whose input differs in each request. */
export const RUN_BODY = JSON.stringify({ inputs: { text: NUMBER }, metadata: { source: 'bench' } });

export const runRequest = (tenant: Tenant, kind: 'async/' | ''): string =>
  httpRequest('POST', `/v1/agents/run/${tenant.agentId}/${kind}`, { apiKey: tenant.apiKey, body: RUN_BODY });

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
