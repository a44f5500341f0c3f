import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@errand/contract/roles.ts';
import { createOrganization } from '#credits/create-organization.ts';
import type { Engine } from '#engines/engine/engine.ts';
import { insertApiKey } from '#orgs/api-keys.ts';
import { type Database, openDatabase } from '#platform/db.ts';
import { createLog, type Logger } from '#platform/log.ts';
import type { Telemetry } from '#platform/telemetry.ts';
import { type Config, readConfig } from '../src/config/config.ts';
import { createService, type Service } from '../src/service.ts';
import { createTestDatabase } from './databases.ts';
import { pluck } from './pluck.ts';
import { SECRET_KEY } from './secret-box.ts';
import { makeFolder, stopAtEnd } from './stop-at-end.ts';
import { until } from './until.ts';

export { createTestDatabase, makeFolder, pluck, SECRET_KEY, stopAtEnd, until };

// Every test file gets its own database, cloned from a migrated template, and a real server on a free port.

export type Harness = {
  baseUrl: string;
  service: Service;
  database: Database;
  databaseUrl: string;
  dataDir: string;
  log: Logger;
  /** A new organization with an API key of the given role. */
  org(options?: { name?: string; credits?: number; agentsEnabled?: boolean; role?: Role }): Promise<TestOrg>;
  stop(): Promise<void>;
};

export type Answer<T = any> = { status: number; body: T; headers: Headers; text: string };

export type TestOrg = {
  orgId: string;
  apiKey: string;
  /** JSON in, JSON out. A string, FormData or URLSearchParams body is sent as it is. */
  request<T = any>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  /** Gives the body of a response that must have this status. */
  expect<T = any>(
    status: number,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<T>;
  keyWithRole(role: Role): Promise<string>;
};

export async function startHarness(
  options: { env?: NodeJS.ProcessEnv; engines?: Engine[]; log?: Logger; telemetry?: Telemetry } = {},
): Promise<Harness> {
  const { url, drop } = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'errand-test-'));
  const config: Config = readConfig({
    PORT: '0',
    ERRAND_DATA_DIR: dataDir,
    // Suites that run SQL start its processes when they need them.
    ERRAND_DRAIN_SECONDS: '0',
    ERRAND_SQL_WARM: '0',
    // The test's own work keeps the thread of the server busy.
    ERRAND_ORG_SHARE_PERCENT: '0',
    ERRAND_SOURCE_SHARE_PERCENT: '0',
    // A page that stands for the built console.
    ERRAND_CONSOLE_DIR: join(import.meta.dirname, 'console'),
    // Services of one test are as processes of one installation.
    ERRAND_SECRET_KEY: SECRET_KEY,
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    ...options.env,
  });
  const log = options.log ?? createLog(config.logLevel);
  const service = await createService({
    config,
    databaseUrl: url,
    log,
    telemetry: options.telemetry,
    engines: options.engines ?? [],
  });
  await service.start();
  const database = openDatabase({ url, systemConnectionsMax: 5, tenantConnectionsMax: 5 });
  return {
    baseUrl: service.address(),
    service,
    database,
    databaseUrl: url,
    dataDir,
    log,
    async org({ name = 'Test', credits, agentsEnabled = true, role = 'admin' } = {}) {
      const created = await createOrganization(database.system, { name, credits, agentsEnabled });
      const key = async (keyRole: Role) =>
        (
          await insertApiKey(database.system, {
            orgId: created.id,
            userId: created.userId,
            role: keyRole,
            name: 'test',
          })
        ).apiKey;
      const apiKey = await key(role);
      return {
        orgId: created.id,
        apiKey,
        ...callsWith(service.address, apiKey),
        keyWithRole: key,
      };
    },
    async stop() {
      await service.stop();
      await database.close();
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Requests with this key. */
export function callsWith(address: () => string, apiKey: string): Pick<TestOrg, 'request' | 'expect'> {
  return {
    request: (method, path, body, headers) => request(address(), apiKey, method, path, body, headers),
    async expect(status, method, path, body, headers) {
      const answer = await request(address(), apiKey, method, path, body, headers);
      assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`);
      return answer.body;
    },
  };
}

/** A database of its own for a test file that needs no server. It is dropped when the tests have ended. */
export async function openTestDatabase(
  options: Omit<Parameters<typeof openDatabase>[0], 'url'> = {},
): Promise<{ url: string; database: Database }> {
  const { url, drop } = await createTestDatabase();
  stopAtEnd({ stop: drop });
  return { url, database: stopAtEnd(openDatabase({ url, ...options })) };
}

export async function request<T = any>(
  baseUrl: string,
  credential: string | undefined,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  const isRaw =
    typeof body === 'string' ||
    body instanceof FormData ||
    body instanceof URLSearchParams ||
    body instanceof Uint8Array;
  const response = await fetch(baseUrl + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
      ...(body !== undefined && (typeof body === 'string' || !isRaw) && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw ? (body as never) : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    body: (isJson && text !== '' ? JSON.parse(text) : text) as T,
    headers: response.headers,
    text,
  };
}
