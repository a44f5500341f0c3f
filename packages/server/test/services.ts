import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '#engines/engine/engine.ts';
import { readConfig } from '../src/config/config.ts';
import { createService, type Service } from '../src/service.ts';
import { type Answer, type Harness, request, SECRET_KEY, type TestOrg } from './harness.ts';

export type Companion = {
  service: Service;
  /** Like the organization's own requests, sent to this service. */
  request(
    org: TestOrg,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  stop(): Promise<void>;
};

/** A further service on the database of the harness, as another process or machine would be. */
export async function joinService(
  harness: Harness,
  options: { role: 'all' | 'api' | 'worker'; engines?: Engine[]; env?: NodeJS.ProcessEnv },
): Promise<Companion> {
  const dataDir = await mkdtemp(join(tmpdir(), 'errand-test-'));
  const config = readConfig({
    PORT: '0',
    ERRAND_ROLE: options.role,
    ERRAND_DATA_DIR: dataDir,
    ERRAND_DRAIN_SECONDS: '0',
    ERRAND_SQL_WARM: '0',
    ERRAND_SECRET_KEY: SECRET_KEY,
    ...options.env,
  });
  const { databaseUrl, log } = harness;
  const service = await createService({ config, databaseUrl, log, engines: options.engines ?? [] });
  await service.start();
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return {
    service,
    request: (org, method, path, body, headers) => request(service.address(), org.apiKey, method, path, body, headers),
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}
