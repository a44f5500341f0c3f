import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOrganization } from '@errand/server/credits/create-organization.ts';
import { insertApiKey } from '@errand/server/orgs/api-keys.ts';
import { type Database, openDatabase } from '@errand/server/platform/db.ts';
import { openEmbeddedPostgres } from '@errand/server/platform/embedded-postgres.ts';
import { migrate } from '@errand/server/platform/migrate.ts';
import pg from 'pg';
import { NUMBER } from './load.ts';
import { readProcessorTime } from './processor-time.ts';
import { createPrograms, type Program } from './programs.ts';

// The environment of measurements: one PostgreSQL per run, a separate database for each measurement, and a separate
// process for every program under test. Everything is in one temporary folder and ends with the run.

export type Lab = Awaited<ReturnType<typeof openLab>>;

const TEMPLATE = 'bench_template';

export type LabOptions = {
  /** Small rounds whose results do not count. */
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
  const { start, load, settle } = createPrograms({ ...options, folder, cleanups });

  /** Creates a database with the schema of the service, or an empty one. */
  async function createDatabase(schema: 'service' | 'empty' = 'service'): Promise<{ url: string; name: string }> {
    databases += 1;
    const name = `bench_${databases}`;
    await admin.query(`create database ${name} template ${schema === 'service' ? TEMPLATE : 'template0'}`);
    return { url: urlOf(name), name };
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

export type Tenant = { orgId: string; apiKey: string; agentId: string; versionId: string };

/** Creates an organization with a key and an agent of the given engine. The agent needs a running server. */
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
